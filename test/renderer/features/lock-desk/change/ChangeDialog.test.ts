// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { getActivePinia } from 'pinia'
import { describe, expect, it, vi } from 'vitest'
import { useJobsStore } from '../../../../../src-renderer/stores/jobs-store'
import { useJournalStore } from '../../../../../src-renderer/stores/journal-store'
import { usePlatformStore } from '../../../../../src-renderer/stores/platform-store'
import { useSettingsStore } from '../../../../../src-renderer/stores/settings-store'
import { useLicensesStore } from '../../../../../src-renderer/entities/license/licenses-store'
import ChangeDialog from '../../../../../src-renderer/features/lock-desk/change/ChangeDialog.vue'
import { usePluggedStore } from '../../../../../src-renderer/entities/lock/plugged-store'
import {
  createRequestedChange,
  requestOf,
  useRequestedChangeStore,
} from '../../../../../src-renderer/features/lock-desk/change/requested-change-store'
import type { RequestedChange } from '../../../../../src-renderer/features/lock-desk/change/requested-change-store'
import { withBridge } from '../../../support/mount-component'
import { entry, hour, job, licenses, platform, plugged, record, settings } from '../../../support/samples'
import { createTexts } from '../../../support/texts'

const now = Date.now()
const number = '8000000017'
const plugId = 'plug-1'
const requestedOf = (action: 'disable' | 'enable', of: ReturnType<typeof record> | null, isStale = false) =>
  createRequestedChange(action, { number, record: of, plugId }, isStale)

/** The dialog with its stores, and the operators it was confirmed with. */
const openDialog = ({
  requested = requestedOf('disable', record(number, now, { assetNum: `LD${number}` })),
  operator = 'Li Wei',
  waitingIn = null,
  of = licenses(now),
}: {
  requested?: RequestedChange
  operator?: string
  waitingIn?: ReturnType<typeof job> | null
  of?: ReturnType<typeof licenses>
} = {}) => {
  withBridge({})
  usePluggedStore().locks = [plugged(number, now, { plugId })]
  useSettingsStore().settings = { ...settings, operatorIdentity: operator }
  useLicensesStore().read = new Map([[requested.record?.assetId ?? '', { state: 'ready', licenses: of }]])
  if (waitingIn !== null) {
    usePlatformStore().status = platform(now)
    useJobsStore().jobs = new Map([[waitingIn.jobId, waitingIn]])
    useJournalStore().entries = [entry({ key: requested.assetNum, jobId: waitingIn.jobId, state: 'intent' })]
  }
  const change = useRequestedChangeStore()
  change.requested = requested
  const confirm = vi.spyOn(change, 'confirm').mockResolvedValue()
  const wrapper = mount(ChangeDialog, {
    props: { requested },
    attachTo: document.body,
    global: { plugins: [createTexts('en'), getActivePinia()!] },
  })
  return { wrapper, confirmed: confirm.mock.calls }
}
const dialog = (options?: Parameters<typeof openDialog>[0]) => openDialog(options).wrapper

describe('ChangeDialog', () => {
  it('names the list in which the lock waits, and says what this change does to its row', () => {
    const note = (options: Parameters<typeof openDialog>[0]) =>
      dialog(options).find('[data-testid=waiting-in-list]')
    expect(note({}).exists()).toBe(false)
    expect(note({ waitingIn: job({ rows: 285, state: 'paused' }) }).text()).toBe(
      'This lock is waiting in a list: Disable 285 locks. This change replaces that row.',
    )
  })

  it('repeats the facts: number, enterprise, employee, affected products, operator', () => {
    const text = dialog({}).text()
    for (const fact of [
      '8000000017',
      'LD8000000017',
      'North Bridge',
      'Chen Yu',
      'Steel Take-off',
      'Li Wei',
    ]) {
      expect(text).toContain(fact)
    }
    expect(text).not.toContain('Are you sure')
  })

  it('names each product once, with the number of its licenses', () => {
    const sample = licenses(now)
    const named = (name: string) => sample.products.map((product) => ({ ...product, name }))
    const products = ['Rebar', 'Civil', 'Rebar', 'Rebar', 'Civil', 'MEP'].flatMap(named)
    const of = { ...sample, products, packages: [] }
    const items = dialog({ of }).findAll('[data-testid=consequence] li')
    expect(items.map((item) => item.text())).toEqual(['Rebar × 3', 'Civil × 2', 'MEP'])
  })

  it('confirms with the operator', async () => {
    const { wrapper, confirmed } = openDialog()
    await wrapper.get('form').trigger('submit')
    expect(confirmed).toEqual([['Li Wei']])
  })

  it('does not confirm without an operator', async () => {
    const { wrapper, confirmed } = openDialog({ operator: '' })
    await wrapper.get('form').trigger('submit')
    expect(confirmed).toEqual([])
    await wrapper.get('[data-testid=confirm-operator-field]').setValue(' 李伟 ')
    await wrapper.get('form').trigger('submit')
    expect(confirmed).toEqual([['李伟']])
  })

  it.each(['8000000024', 'LD8000000024'])(
    'takes no scanned lock number (%s) for the operator',
    async (scanned) => {
      const { wrapper: drawn, confirmed } = openDialog({ operator: '' })
      const field = drawn.get('[data-testid=confirm-operator-field]')
      await field.setValue(scanned)
      await drawn.get('form').trigger('submit')
      expect(confirmed).toEqual([])
      expect(drawn.get('[data-testid=confirm]').attributes('disabled')).toBeDefined()
      expect(drawn.text()).toContain('This is a lock number, not an operator.')
      // A mobile number is an operator.
      await field.setValue('13800138000')
      await drawn.get('form').trigger('submit')
      expect(confirmed).toEqual([['13800138000']])
    },
  )

  it('warns about a type that may be rejected, without blocking', () => {
    const unrecoverable = record(number, now, { licenseType: 'normal_unrecover_usbkey' })
    const wrapper = dialog({ requested: requestedOf('disable', unrecoverable) })
    expect(wrapper.get('[data-testid=type-warning]').text()).toContain('Standalone lock (not re-issuable)')
    expect(wrapper.get('[data-testid=confirm]').attributes('disabled')).toBeUndefined()
  })

  it('does not warn about a re-issuable lock or an unknown type', () => {
    expect(dialog({}).find('[data-testid=type-warning]').exists()).toBe(false)
    const added = record(number, now, { licenseType: 'brand_new_key' })
    const wrapper = dialog({ requested: requestedOf('disable', added) })
    expect(wrapper.find('[data-testid=type-warning]').exists()).toBe(false)
  })

  it('shows what is sent without a record, and the age of a record', () => {
    expect(dialog({ requested: requestedOf('enable', null) }).text()).toContain('sent unchanged')
    const stale = record(number, now, { readAt: now - 3 * hour })
    const requested = requestedOf('enable', stale, true)
    expect(dialog({ requested }).text()).toContain('3 hours ago')
  })
})

describe('requestOf', () => {
  it('requests the full asset number of the record', () => {
    const requested = requestedOf('disable', record(number, now, { assetNum: `LD${number}` }))
    expect(requestOf(requested, 'Li Wei')).toEqual({
      action: 'disable',
      assetNum: 'LD8000000017',
      shellNumber: '8000000017',
      enterpriseGlobalId: '1846372910564738291',
      operatorIdentity: 'Li Wei',
      plugId: 'plug-1',
    })
  })

  it('requests the digits where there is no record', () => {
    expect(requestOf(requestedOf('enable', null), 'Li Wei')).toMatchObject({
      assetNum: '8000000017',
      enterpriseGlobalId: null,
    })
  })
})
