// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { useKnownProductsStore } from '../../../../src-renderer/features/orders/known-products-store'
import { withBridge } from '../../support/mount-component'
import { licenses, record } from '../../support/samples'

/** Assets that are listed with `answer` only. */
const slowKnown = () => {
  let answer = (): void => undefined
  const answered = new Promise<void>((done) => (answer = done))
  const { emit } = withBridge({
    'assets/list': async () => {
      await answered
      const rows = [record('8000000017', 0, { assetId: 'one' })]
      return succeed({ rows, total: 1, version: 1, readAt: 0, failure: null })
    },
    'locks/licenses': () => succeed(licenses(0)),
  })
  return { answer, emit, known: useKnownProductsStore() }
}

it('a new customer without assets can be sold what other customers have', async () => {
  const { calls, emit } = withBridge({
    'assets/list': ({ enterpriseGlobalId }) => {
      const assetId = `of ${enterpriseGlobalId ?? 'all'}`
      const rows = enterpriseGlobalId === 'new' ? [] : [record('8000000017', 0, { assetId })]
      return succeed({ rows, total: rows.length, version: 1, readAt: 0, failure: null })
    },
    'locks/licenses': () => succeed(licenses(0)),
  })
  const readAssets = () =>
    calls
      .filter(({ name }) => name === 'locks/licenses')
      .map(({ input }) => (input as { assetId: string }).assetId)
  const known = useKnownProductsStore()
  await known.load('old')
  await flushPromises()
  expect(readAssets()).toEqual(['of old'])
  await known.load('new')
  await flushPromises()
  expect(readAssets()).toEqual(['of old', 'of all'])
  // Its list may have been read since.
  emit('records/refreshed', { enterpriseGlobalId: 'new' })
  const before = calls.length
  await known.load('new')
  expect(calls.length).toBeGreaterThan(before)
})

it('nothing is being loaded any more when no customer is chosen', async () => {
  const { answer, known } = slowKnown()
  const loaded = known.load('old')
  expect(known.isLoading).toBe(true)
  await known.load('')
  expect(known.isLoading).toBe(false)
  answer()
  await loaded
  expect(known.isLoading).toBe(false)
})

it('the products of a list that was refreshed meanwhile are shown without another opening', async () => {
  const { answer, known, emit } = slowKnown()
  const loaded = known.load('old')
  emit('records/refreshed', { enterpriseGlobalId: 'old' })
  answer()
  await loaded
  await flushPromises()
  expect(known.isLoading).toBe(false)
  expect(known.licenses).toHaveLength(1)
})
