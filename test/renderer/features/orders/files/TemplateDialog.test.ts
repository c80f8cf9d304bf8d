// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, expect, it } from 'vitest'
import type { Json } from '#shared/model/changes/change'
import { newOrder } from '#shared/model/orders/order-types'
import { succeed } from '#shared/outcome'
import TemplateDialog from '../../../../../src-renderer/features/orders/files/TemplateDialog.vue'
import { withBridge } from '../../../support/mount-component'
import { entry, registerSlice } from '../../../support/samples'
import { createTexts } from '../../../support/texts'

let unmount = (): void => undefined
afterEach(() => unmount())

it.each([true, false])('a batch of training is copied only in training (training: %s)', async (training) => {
  const rows = [true, false].map((isTraining, at) =>
    entry({
      entryId: `entry-${String(at)}`,
      action: 'order',
      training: isTraining,
      // What is not of the open platform says where it was sent.
      ...(isTraining === training ? {} : { elsewhere: isTraining ? 'training' : 'https://other.example' }),
      request: {
        channelCode: 'GX',
        channelOrderId: isTraining ? 'PO-TRAINING' : 'PO-REAL',
        syncMode: 'sync',
        orders: [newOrder(1) as Record<string, Json>],
      },
    }),
  )
  withBridge({
    'enterprises/list': () => succeed(registerSlice([])),
    'journal/slice': () => succeed({ rows, total: rows.length }),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  const dialog = mount(TemplateDialog, {
    attachTo: document.body,
    global: { plugins: [pinia, createTexts('en')] },
  })
  unmount = () => dialog.unmount()
  await flushPromises()
  const shown = dialog.findAll('[data-testid=template]').map((one) => one.get('strong').text())
  expect(shown).toEqual([training ? 'PO-TRAINING' : 'PO-REAL'])
})

it.each(['陈氏（集团）', '陈氏(集团)', 'ｐｏ－７'])('a batch is found by “%s”', async (query) => {
  const rows = Array.from({ length: 9 }, (_one, at) =>
    entry({
      entryId: `entry-${String(at)}`,
      action: 'order',
      request: {
        channelCode: 'GX',
        channelOrderId: `PO-${String(at)}`,
        syncMode: 'sync',
        orders: [{ ...newOrder(1), customerName: at === 7 ? '陈氏（集团）' : '李氏' }],
      },
    }),
  )
  withBridge({
    'enterprises/list': () => succeed(registerSlice([])),
    'journal/slice': ({ from }) => succeed({ rows: rows.slice(from), total: rows.length }),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  const dialog = mount(TemplateDialog, {
    attachTo: document.body,
    global: { plugins: [pinia, createTexts('en')] },
  })
  unmount = () => dialog.unmount()
  await flushPromises()
  await dialog.get('[data-testid=find-template]').setValue(query)
  const shown = dialog.findAll('[data-testid=template]').map((one) => one.get('strong').text())
  expect(shown).toEqual(['PO-7'])
})
