// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import type { LookupResult } from '#shared/model/locks/lookup-result'
import { succeed } from '#shared/outcome'
import { useOpenedStore } from '../../../../src-renderer/entities/lock/opened-store'
import { useRecordsStore } from '../../../../src-renderer/entities/lock/records-store'
import { useLicensesStore } from '../../../../src-renderer/entities/license/licenses-store'
import { withBridge } from '../../support/mount-component'
import { hour, record, unreachable } from '../../support/samples'

const number = '8000000017'
const found = (readAt: number, locked = false): LookupResult => ({
  state: 'found',
  record: record(number, Date.now(), { readAt, locked }),
  failure: null,
})
const notListed: LookupResult = { state: 'not-listed', enterprises: 2, unread: 0, failure: null }

const answering = (known: LookupResult, fresh: LookupResult) => {
  const double = withBridge({
    'locks/look-up': ({ freshness }) => succeed(freshness === 'known' ? known : fresh),
  })
  const freshness = () => double.calls.map(({ input }) => (input as { freshness: string }).freshness)
  return { store: useRecordsStore(), freshness }
}

describe('the records store', () => {
  it('does not request a record of this minute again', async () => {
    const { store, freshness } = answering(found(Date.now()), found(Date.now()))
    await store.track(number)
    expect(freshness()).toEqual(['known'])
  })

  it('refreshes an older record, and shows the old one meanwhile', async () => {
    const { store, freshness } = answering(found(Date.now() - hour), found(Date.now(), true))
    await store.track(number)
    expect(freshness()).toEqual(['known', 'fresh'])
    expect(store.of(number).answer).toMatchObject({ state: 'found', record: { locked: true } })
  })

  it('refreshes a record that was read before the clock was set back', async () => {
    const { store, freshness } = answering(found(Date.now() + hour), found(Date.now()))
    await store.track(number)
    expect(freshness()).toEqual(['known', 'fresh'])
  })

  it('counts a search only when the platform was asked', async () => {
    const { store } = answering(notListed, notListed)
    await store.lookUp(number, 'known')
    expect(store.of(number).lookUpCount).toBe(0)
    await store.lookUp(number, 'fresh')
    expect(store.of(number).lookUpCount).toBe(1)
  })

  it('counts no search that did not reach the platform', async () => {
    const { store } = answering(notListed, { ...notListed, failure: unreachable })
    await store.track(number)
    await store.lookUp(number, 'fresh')
    expect(store.of(number)).toMatchObject({ searching: false, lookUpCount: 0 })
  })

  it('keeps the result of the last of several searches, in any order of responses', async () => {
    const waiting: ((value: LookupResult) => void)[] = []
    withBridge({
      'locks/look-up': async () =>
        succeed(await new Promise<LookupResult>((resolve) => waiting.push(resolve))),
    })
    const store = useRecordsStore()
    const lookUpCount = [store.lookUp(number, 'known'), store.lookUp(number, 'fresh')]
    waiting[1]?.(found(Date.now(), true))
    waiting[0]?.(notListed)
    await Promise.all(lookUpCount)
    expect(store.of(number)).toMatchObject({ searching: false, answer: { state: 'found' } })
  })

  it('keeps the last result when a search fails', async () => {
    const { store } = answering(found(Date.now()), notListed)
    await store.lookUp(number, 'known')
    withBridgeGone()
    await store.lookUp(number, 'fresh')
    expect(store.of(number)).toMatchObject({ answer: { state: 'found' }, failure: { code: 'internal' } })
  })

  it('follows a running job', async () => {
    vi.useFakeTimers()
    let isDisabled = false
    const record = () => found(Date.now(), isDisabled)
    const double = withBridge({
      'locks/look-up': () => succeed(record()),
      'locks/look-up-many': ({ numbers }) =>
        succeed({ results: numbers.map(record), enterprises: 1, unread: 0, failure: null }),
    })
    const store = useRecordsStore()
    store.show(() => [number])
    await store.lookUp(number, 'known')
    isDisabled = true
    double.emit('records/changed-locally', { enterpriseGlobalIds: ['E1'] })
    await vi.advanceTimersByTimeAsync(300)
    vi.useRealTimers()
    expect(store.of(number).answer).toMatchObject({ record: { locked: true } })
  })
})

describe('a day of ten thousand searches', () => {
  const numbers = Array.from({ length: 10_000 }, (_, at) => `8${String(at).padStart(9, '0')}`)

  it('keeps only shown records, and refreshes them in one request', async () => {
    vi.useFakeTimers()
    const double = withBridge({
      'locks/look-up': ({ number: requested }) =>
        succeed({ state: 'found', record: record(requested, Date.now()), failure: null }),
      'locks/look-up-many': ({ numbers: requested }) =>
        succeed({
          results: requested.map((one) => ({
            state: 'found',
            record: record(one, Date.now(), { locked: true }),
          })),
          enterprises: 1,
          unread: 0,
          failure: null,
        }),
      'locks/licenses': () => succeed({ products: [], packages: [], count: 0 }),
    })
    const store = useRecordsStore()
    const opened = useOpenedStore()
    const licenses = useLicensesStore()
    for (const requested of numbers) {
      await opened.lookUp(requested)
      await licenses.load(requested)
      expect(store.lookups.size).toBeLessThanOrEqual(2)
    }
    expect(licenses.read.size).toBeLessThanOrEqual(500)
    expect(licenses.of(numbers.at(-1)!)).toMatchObject({ state: 'ready' })
    const before = double.calls.length
    double.emit('records/refreshed', { enterpriseGlobalId: 'E1' })
    await vi.advanceTimersByTimeAsync(300)
    vi.useRealTimers()
    expect(double.calls.slice(before)).toEqual([
      { name: 'locks/look-up-many', input: { numbers: [numbers.at(-1)], freshness: 'known' } },
    ])
    expect(opened.lookup?.answer).toMatchObject({ state: 'found', record: { locked: true } })
  })
})

const withBridgeGone = (): void => {
  Object.defineProperty(window, 'lockDesk', { value: undefined, configurable: true })
}
