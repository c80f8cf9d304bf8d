// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { getActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import type { StocktakeRow } from '#shared/model/stocktake'
import { fail, succeed } from '#shared/outcome'
import CountBar from '../../../../src-renderer/features/stocktake/CountBar.vue'
import { useStocktakeStore } from '../../../../src-renderer/features/stocktake/stocktake-store'
import { announcements } from '../../../../src-renderer/ui/feedback/announcer'
import { withBridge } from '../../support/mount-component'
import { createTexts } from '../../support/texts'

const row: StocktakeRow = {
  number: '8000000017',
  assetNum: null,
  enterpriseName: null,
  result: 'present',
  status: null,
  lentTo: null,
  counted: { at: 2, by: 'input', operator: 'Li Wei' },
  isDouble: false,
  comparison: null,
}
const said = '“12” is not a lock’s number.'

const setUp = async () => {
  withBridge({
    'stocktakes/read': () => succeed({ stocktake: null as never, rows: [], total: 0, version: 1 }),
    'stocktakes/count': ({ numbers }) =>
      succeed(
        numbers[0] === '12'
          ? { counted: [], repeated: [], invalid: ['12'] }
          : { counted: [row], repeated: [], invalid: [] },
      ),
  })
  const store = useStocktakeStore()
  store.chosenId = '00000000-0000-4000-8000-000000000001'
  const open = () => mount(CountBar, { global: { plugins: [createTexts('en'), getActivePinia()!] } })
  const bar = open()
  await store.count('12')
  await flushPromises()
  expect(bar.text()).toContain(said)
  expect(announcements.assertive.value.text).toBe(said)
  return { store, bar, open }
}

it('says that a text is no number until the page is left', async () => {
  const { bar, open } = await setUp()
  bar.unmount()
  expect(announcements.assertive.value.text).toBe('')
  const again = open()
  expect(again.text()).not.toContain(said)
  again.unmount()
})

it('says that a text is no number until the next one is counted', async () => {
  const { store, bar } = await setUp()
  await store.count('8000000017')
  await flushPromises()
  expect(bar.text()).not.toContain(said)
  expect(announcements.assertive.value.text).toBe('')
  bar.unmount()
})

it('a count that failed after its stocktake was left comes back into the field of that stocktake', async () => {
  const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
  let end = (): void => undefined
  withBridge({
    'stocktakes/read': () => succeed({ stocktake: null as never, rows: [], total: 0, version: 1 }),
    'stocktakes/count': async () => {
      await new Promise<void>((done) => (end = done))
      return fail({ code: 'not-saved', message: 'ENOSPC' })
    },
  })
  const store = useStocktakeStore()
  store.stocktakes = ids.map((id) => ({ id }) as never)
  store.chosenId = ids[0]
  const bar = mount(CountBar, { global: { plugins: [createTexts('en'), getActivePinia()!] } })
  const field = bar.get<HTMLInputElement>('[data-testid=count-input]')
  await field.setValue('8000000017')
  const taken = (bar.vm as unknown as { takeTyped: () => Promise<boolean> }).takeTyped()
  store.chosenId = ids[1]
  end()
  expect(await taken).toBe(false)
  await flushPromises()
  expect(field.element.value).toBe('')
  store.chosenId = ids[0]
  await flushPromises()
  expect(field.element.value).toBe('8000000017')
  bar.unmount()
})
