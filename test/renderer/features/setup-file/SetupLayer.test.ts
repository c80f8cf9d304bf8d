// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { beforeEach, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { PlatformFacts } from '#shared/model/app/saved-platform'
import type { SetupItem } from '#shared/model/app/setup-file'
import { succeed } from '#shared/outcome'
import SetupLayer from '../../../../src-renderer/features/setup-file/SetupLayer.vue'
import { useSetupFileStore } from '../../../../src-renderer/entities/setup-file/setup-file-store'
import FilePicker from '../../../../src-renderer/ui/sheets/read/FilePicker.vue'
import { openDialogsAsBrowsers } from '../../support/browser-dialogs'
import { mountComponent, withBridge } from '../../support/mount-component'
import { createTexts } from '../../support/texts'

beforeEach(openDialogsAsBrowsers)

it('a chosen file does not replace the one whose preview is open', async () => {
  withBridge({ 'setup/preview': () => new Promise<never>(() => undefined) })
  const wrapper = mountComponent(SetupLayer, {})
  const store = useSetupFileStore()
  const choose = (name: string) => wrapper.getComponent(FilePicker).vm.$emit('take', new File(['{}'], name))
  choose('dropped.locksetup')
  await nextTick()
  choose('chosen.locksetup')
  await nextTick()
  expect(store.file?.name).toBe('dropped.locksetup')
  expect(wrapper.text()).toContain('dropped.locksetup')
  wrapper.unmount()
})

it('a failure of an import is shown, also where the dialog was to be closed meanwhile', async () => {
  const item: SetupItem = {
    key: 'k',
    group: 'platforms',
    label: 'East',
    platform: null,
    page: null,
    state: 'new',
    count: 1,
    change: null,
    conflict: null,
  }
  let end = (): void => undefined
  withBridge({
    'setup/preview': () => succeed({ state: 'read', items: [item] }),
    'setup/import': async () => {
      await new Promise<void>((done) => (end = done))
      return succeed({ imported: 0, failed: { group: 'platforms', message: 'ENOSPC' } })
    },
  })
  const wrapper = mountComponent(SetupLayer, {})
  wrapper.getComponent(FilePicker).vm.$emit('take', new File(['{}'], 'one.lockdesk-setup'))
  await vi.waitFor(() => expect(wrapper.find('[data-testid=setup-platforms]').exists()).toBe(true))
  await wrapper.get('[data-testid=setup-import]').trigger('submit')
  await wrapper.get('dialog').trigger('cancel')
  end()
  await vi.waitFor(() => expect(wrapper.find('[data-testid=setup-failed]').exists()).toBe(true))
  await wrapper.get('dialog').trigger('cancel')
  expect(wrapper.find('dialog').exists()).toBe(false)
  wrapper.unmount()
})

it.each([
  ['en', 'The file is empty. Check that you chose the right file.'],
  ['zh', '文件为空。请确认选择了正确的文件。'],
] as const)('an empty file is called empty, in %s', async (language, text) => {
  const problem = { code: 'empty', path: '', line: 1, column: 1 } as const
  withBridge({ 'setup/preview': () => succeed({ state: 'refused', problem }) })
  const wrapper = mountComponent(SetupLayer, {}, language)
  wrapper.getComponent(FilePicker).vm.$emit('take', new File([], 'empty.lockdesk-setup'))
  await vi.waitFor(() => expect(wrapper.find('[data-testid=setup-refused]').exists()).toBe(true))
  const lines = wrapper.findAll('[data-testid=setup-refused] p').map((line) => line.text())
  expect(lines[1]).toBe(text)
  wrapper.unmount()
})

it('says what was imported and what comes next, without a dialog', async () => {
  const item = (part: Partial<SetupItem>): SetupItem => ({
    key: 'k',
    group: 'platforms',
    label: 'East',
    platform: null,
    page: null,
    state: 'new',
    count: 1,
    change: null,
    conflict: null,
    ...part,
  })
  const begun: unknown[] = []
  withBridge({
    'setup/preview': () =>
      succeed({
        state: 'read',
        items: [item({}), item({ key: 'e', group: 'enterprises', label: '', platform: 'East', count: 12 })],
      }),
    'setup/import': () => succeed({ imported: 13, failed: null }),
    'environments/list': () =>
      succeed({
        current: 'training',
        launched: null,
        environments: [{ id: 'east-1', name: 'East' } as PlatformFacts],
      }),
    'connect/begin': (input) => {
      begun.push(input)
      return Promise.resolve({ ok: false, error: { code: 'not-found', message: '' } })
    },
  })
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
  const wrapper = mount(SetupLayer, {
    attachTo: document.body,
    global: { plugins: [createTexts('en'), createPinia(), router] },
  })
  wrapper.getComponent(FilePicker).vm.$emit('take', new File(['{}'], 'one.lockdesk-setup'))
  await flushPromises()
  await vi.waitFor(() => expect(wrapper.find('[data-testid=setup-platforms]').exists()).toBe(true))
  await wrapper.get('[data-testid=setup-import]').trigger('submit')
  await flushPromises()
  expect(wrapper.find('dialog').exists()).toBe(false)
  expect(wrapper.get('[data-testid=setup-done]').text()).toContain('Imported: Platforms 1, Enterprises 12.')
  await wrapper.get('[data-testid=setup-next]').trigger('click')
  expect(begun).toEqual([{ id: 'east-1' }])
  expect(wrapper.find('[data-testid=setup-done]').exists()).toBe(false)
  wrapper.unmount()
})
