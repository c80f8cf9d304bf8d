// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { OrderSummary } from '#shared/model/changes/work-order'
import { fail, succeed } from '#shared/outcome'
import SignOrderDialog from '../../../../src-renderer/entities/work-order/SignOrderDialog.vue'
import { useSettingsStore } from '../../../../src-renderer/stores/settings-store'
import { openDialogsAsBrowsers } from '../../support/browser-dialogs'
import type { Handlers } from '../../support/bridge-double'
import { withBridge } from '../../support/mount-component'
import { settings } from '../../support/samples'
import { createTexts } from '../../support/texts'

beforeEach(openDialogsAsBrowsers)

const openDialog = async (handlers: Handlers) => {
  const double = withBridge({
    'settings/read': () => succeed({ ...settings, operatorIdentity: 'Chen Yu' }),
    'vault/status': () => succeed({ state: 'memory', backend: 'test', kept: 0, unreadable: 0 }),
    ...handlers,
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useSettingsStore().load()
  const routes = [{ path: '/:all(.*)*', component: { template: '<p />' } }]
  const dialog = mount(SignOrderDialog, {
    attachTo: document.body,
    props: { action: 'disable', assetNums: ['LD8000000017'] },
    global: { plugins: [pinia, createTexts('en'), createRouter({ history: createMemoryHistory(), routes })] },
  })
  const sign = async () => {
    await dialog.get('form').trigger('submit')
    await flushPromises()
  }
  return { double, dialog, sign, has: (testId: string) => dialog.find(`[data-testid=${testId}]`).exists() }
}

it('no longer says that the key could not be stored once a passphrase is set', async () => {
  const { double, dialog, sign, has } = await openDialog({
    'work-orders/sign': () => fail({ code: 'key-not-storable', message: '' }),
  })
  await sign()
  expect([has('sign-failure'), has('key-passphrase')]).toEqual([true, true])
  double.emit('vault/changed', { state: 'passphrase', backend: 'test', kept: 0, unreadable: 0 })
  await flushPromises()
  expect(has('sign-failure')).toBe(false)
  dialog.unmount()
})

it('is closed, not canceled, once the order is signed: it stays signed without its file', async () => {
  const order = { id: 'a1b2c3d4', checksum: '1', action: 'disable', rowCount: 1 } as OrderSummary
  const { dialog, sign } = await openDialog({
    'work-orders/sign': () => succeed({ order, bytes: new Uint8Array() }),
    'work-orders/save': () => fail({ code: 'file-not-saved', message: 'EROFS' }),
  })
  const button = () => dialog.get('[data-testid=cancel]').text()
  expect(button()).toBe('Cancel')
  await sign()
  expect(dialog.text()).toContain('Choose another folder')
  expect(button()).toBe('Close')
  dialog.unmount()
})

it('names the next step of a signed order, with its file and without', async () => {
  const order = { id: 'a1b2c3d4', checksum: '1', action: 'disable', rowCount: 1 } as OrderSummary
  const { double, dialog, sign } = await openDialog({
    'work-orders/sign': () => succeed({ order, bytes: new Uint8Array() }),
    'work-orders/save': () => succeed(null),
  })
  const next = () => dialog.get('[data-testid=sign-next]').text()
  await sign()
  expect(next()).toBe('Save the file and send it to the other computer.')
  double.handlers['work-orders/save'] = () => succeed({ savedAs: 'a.lockorder' })
  await sign()
  expect(next()).toBe('Send the file to the other computer, then open its result in Work orders.')
  dialog.unmount()
})
