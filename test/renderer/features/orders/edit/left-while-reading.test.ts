// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { getActivePinia } from 'pinia'
import { beforeEach, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { fail, succeed } from '#shared/outcome'
import { valueAt } from '#shared/model/orders/order-node'
import { newOrder } from '#shared/model/orders/order-types'
import AssetNumbers from '../../../../../src-renderer/features/orders/edit/AssetNumbers.vue'
import OrderEditor from '../../../../../src-renderer/features/orders/edit/OrderEditor.vue'
import { provideEditing } from '../../../../../src-renderer/features/orders/fields/editing'
import { useOrdersStore } from '../../../../../src-renderer/features/orders/orders-store'
import { useUnsentRowsStore } from '../../../../../src-renderer/stores/unsent-rows-store'
import FilePicker from '../../../../../src-renderer/ui/sheets/read/FilePicker.vue'
import type * as readSheet from '../../../../../src-renderer/ui/sheets/read/read-sheet'
import { plainSheet } from '../../../../../src-renderer/ui/sheets/sheet'
import { withBridge } from '../../../support/mount-component'
import { createTexts } from '../../../support/texts'

type Answer = Awaited<ReturnType<typeof readSheet.readSheet>>
let answers: ((answer: Answer) => void)[] = []
vi.mock('../../../../../src-renderer/ui/sheets/read/read-sheet', () => ({
  readSheet: (() => new Promise<Answer>((done) => void answers.push(done))) as typeof readSheet.readSheet,
}))

const path = ['assets', 0] as const
const show = () =>
  mount(
    defineComponent(() => {
      const orders = useOrdersStore()
      const order = () => orders.orders[0]!.order
      provideEditing({
        valueAt: (at) => valueAt(order(), at),
        set: (at, value) => orders.set(at, value),
        problemAt: () => null,
      })
      return () => h(AssetNumbers, { order: order(), path: [...path] })
    }),
    { attachTo: document.body, global: { plugins: [createTexts('en'), getActivePinia()!] } },
  )
const sheet = {
  ...plainSheet,
  fileName: 'numbers.csv',
  rows: [['number'], ['8000000017']],
  width: 1,
  separator: null,
}
const showEditor = () =>
  mount(
    defineComponent(() => {
      const orders = useOrdersStore()
      return () => h(OrderEditor, { order: orders.orders[0]!.order, problems: [], position: 1 })
    }),
    { attachTo: document.body, global: { plugins: [createTexts('en'), getActivePinia()!] } },
  )
const codes = () => useOrdersStore().problems.orders[0]!.map(({ code }) => code)
const numbers = () => valueAt(useOrdersStore().orders[0]!.order, [...path, 'assetNos'])

beforeEach(() => {
  answers = []
  withBridge({
    'drafts/save-order': () => succeed(null),
    'locks/look-up-many': () => fail({ code: 'not-found', message: '' }),
  })
  useOrdersStore().add({ ...newOrder(1), orderType: 'delete_asset', assets: [{}] })
})

const choose = async (page: ReturnType<typeof show>, entry = 0) => {
  page.findAllComponents(FilePicker)[entry]!.vm.$emit('take', new File(['number\n8000000017'], 'numbers.csv'))
  await expect.poll(() => answers.length).toBe(1)
}

it('a file of numbers that is still read when its order is left keeps the batch from review, and is read on return', async () => {
  const first = show()
  await choose(first)
  expect(codes()).toContain('still-read')
  first.unmount()
  expect(codes()).toContain('still-read')
  expect(useUnsentRowsStore().counts).toEqual([{ kind: 'files', count: 1 }])
  const again = show()
  await expect.poll(() => answers.length).toBe(2)
  answers[1]!(succeed(sheet))
  await expect.poll(numbers).toEqual(['8000000017'])
  await flushPromises()
  expect(codes()).not.toContain('still-read')
  expect(useUnsentRowsStore().total).toBe(0)
  again.unmount()
})

it('a file that could not be read keeps nothing from review', async () => {
  const page = show()
  await choose(page)
  answers[0]!(fail({ code: 'damaged', message: '' }))
  await expect.poll(codes).not.toContain('still-read')
  page.unmount()
  show().unmount()
  expect(answers).toHaveLength(1)
})

const assets = () => valueAt(useOrdersStore().orders[0]!.order, ['assets'])
const twoEntries = (): void => {
  useOrdersStore().set(['assets'], [{ assetNos: ['8000000018'] }, { assetNos: ['8000000019'] }])
}

it('a file goes with its entry where the one before it is removed while it is read', async () => {
  twoEntries()
  const page = showEditor()
  await choose(page, 1)
  await page.get('[data-testid=remove-entry]').trigger('click')
  expect(codes()).toContain('still-read')
  answers[0]!(succeed(sheet))
  await expect.poll(assets).toEqual([{ assetNos: ['8000000019', '8000000017'] }])
  await flushPromises()
  expect(answers).toHaveLength(1)
  expect(codes()).not.toContain('still-read')
  page.unmount()
})

it('the numbers of a file go into no other entry where their own is removed while it is read', async () => {
  twoEntries()
  const page = showEditor()
  await choose(page)
  await page.get('[data-testid=remove-entry]').trigger('click')
  answers[0]!(succeed(sheet))
  await flushPromises()
  expect(assets()).toEqual([{ assetNos: ['8000000019'] }])
  expect(codes()).not.toContain('still-read')
  page.unmount()
  showEditor().unmount()
  expect(answers).toHaveLength(1)
})

const takeFile = async (page: ReturnType<typeof show>, name: string, answered: number): Promise<void> => {
  page.findComponent(FilePicker).vm.$emit('take', new File(['number'], name))
  await expect.poll(() => answers.length).toBe(answered)
}

it('a file that is chosen while another one is read waits for it, and the numbers of both are added', async () => {
  const page = show()
  await takeFile(page, 'first.csv', 1)
  await takeFile(page, 'second.csv', 1)
  expect(useUnsentRowsStore().counts).toEqual([{ kind: 'files', count: 2 }])
  answers[0]!(succeed(sheet))
  await expect.poll(() => answers.length).toBe(2)
  answers[1]!(succeed({ ...sheet, rows: [['number'], ['8000000018']] }))
  await expect.poll(numbers).toEqual(['8000000017', '8000000018'])
  expect(useUnsentRowsStore().total).toBe(0)
  page.unmount()
})

it('that a file could not be read is said also where another one is read after it', async () => {
  const page = show()
  await takeFile(page, 'first.csv', 1)
  await takeFile(page, 'second.csv', 1)
  answers[0]!(fail({ code: 'damaged', message: '' }))
  await expect.poll(() => answers.length).toBe(2)
  answers[1]!(succeed(sheet))
  await expect.poll(numbers).toEqual(['8000000017'])
  expect(page.text()).toContain(createTexts('en').global.t('sheets.failures.damaged'))
  page.unmount()
})

it('a sheet that is dropped on an order without an asset entry is taken by a new one', async () => {
  const orders = useOrdersStore()
  orders.set(['assets'], undefined)
  const page = showEditor()
  orders.dropped = new File(['number'], 'numbers.csv')
  await expect.poll(() => answers.length).toBe(1)
  expect(orders.dropped).toBeNull()
  answers[0]!(succeed(sheet))
  await expect.poll(assets).toEqual([{ assetNos: ['8000000017'] }])
  page.unmount()
})
