// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Component } from 'vue'
import type { CommandName } from '#shared/bridge/commands'
import { succeed } from '#shared/outcome'
import ReversalDialog from '../../../src-renderer/features/activity-log/dialogs/ReversalDialog.vue'
import VerifyDialog from '../../../src-renderer/features/activity-log/dialogs/VerifyDialog.vue'
import ReportDialog from '../../../src-renderer/features/devices/ReportDialog.vue'
import SaveBundleDialog from '../../../src-renderer/features/diagnose/SaveBundleDialog.vue'
import OwnKeyDialog from '../../../src-renderer/features/settings/work-orders/OwnKeyDialog.vue'
import SetupDialog from '../../../src-renderer/features/setup-file/SetupDialog.vue'
import { openDialogsAsBrowsers } from '../support/browser-dialogs'
import { mountComponent, withBridge } from '../support/mount-component'
import { entry, shell } from '../support/samples'

// While a dialog reads what it is about, only closing it is possible. Then the next Enter does what it is for.

beforeEach(openDialogsAsBrowsers)
afterEach(() => vi.restoreAllMocks())

const row = { assetNum: 'A-1', shellNumber: shell('8000000017'), enterpriseGlobalId: 'E-1' }
const item = {
  key: 'k',
  group: 'settings',
  label: 'theme',
  platform: null,
  page: null,
  state: 'changed',
  count: 1,
  change: { before: 'light', after: 'dark' },
  conflict: null,
}
const cases: Readonly<
  Record<
    string,
    {
      readonly dialog: Component
      readonly props?: Readonly<Record<string, unknown>>
      readonly asks: CommandName
      readonly answer: unknown
    }
  >
> = {
  'open-reversal': {
    dialog: ReversalDialog,
    props: { entry: entry(), jobRows: 1, later: null },
    asks: 'jobs/plan-reversal',
    answer: {
      state: 'planned',
      plan: { action: 'enable', jobId: 'job-1', rows: [row], held: [], notCompleted: 0 },
    },
  },
  'verify-again': { dialog: VerifyDialog, asks: 'journal/verify', answer: null },
  'report-save': { dialog: ReportDialog, asks: 'devices/report', answer: 'report' },
  'bundle-save': {
    dialog: SaveBundleDialog,
    asks: 'diagnose/prepare-bundle',
    answer: { manifest: { bundleId: 'b', name: 'b', files: [], excluded: [], hidden: 0 }, report: {} },
  },
  'save-key': {
    dialog: OwnKeyDialog,
    asks: 'work-orders/own-key',
    answer: { id: 'K', name: 'Office', words: { en: [], zh: [] }, file: 'key' },
  },
  'take-settings-theme': {
    dialog: SetupDialog,
    props: { file: new File(['{}'], 'one.locksetup') },
    asks: 'setup/preview',
    answer: { state: 'read', items: [item] },
  },
}

it.each(Object.entries(cases))('%s has the focus once it can be used', async (name, tested) => {
  let answer = (): void => undefined
  const answered = new Promise<void>((done) => (answer = done))
  const double = withBridge({
    [tested.asks]: async () => {
      await answered
      return succeed(tested.answer)
    },
  })
  const wrapper = mountComponent(tested.dialog, tested.props ?? {})
  await vi.waitFor(() => expect(double.calls.map((call) => call.name)).toContain(tested.asks))
  expect(wrapper.find(`[data-testid=${name}]:not([disabled])`).exists()).toBe(false)
  answer()
  await flushPromises()
  expect(document.activeElement?.getAttribute('data-testid')).toBe(name)
  wrapper.unmount()
})
