// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import type { LookUp } from '#shared/commands'
import { succeed } from '#shared/outcome'
import { useRecordsStore } from '../../../../src-renderer/features/lock-desk/records-store'
import { withBridge } from '../../support/draw'
import { hour, record } from '../../support/samples'

const number = '8000000017'
const found = (readAt: number, locked = false): LookUp => ({
  state: 'found',
  record: record(number, Date.now(), { readAt, locked }),
  failure: null,
})
const notListed: LookUp = { state: 'not-listed', enterprises: 2, failure: null }

const answering = (known: LookUp, fresh: LookUp) => {
  const double = withBridge({
    'desk/look-up': ({ freshness }) => succeed(freshness === 'known' ? known : fresh),
  })
  const asked = () => double.given.map(({ input }) => (input as { freshness: string }).freshness)
  return { store: useRecordsStore(), asked }
}

describe('the records', () => {
  it('do not bother the platform about a record of this minute', async () => {
    const { store, asked } = answering(found(Date.now()), found(Date.now()))
    await store.track(number)
    expect(asked()).toEqual(['known'])
  })

  it('ask the platform about one that is older, and show the old one meanwhile', async () => {
    const { store, asked } = answering(found(Date.now() - hour), found(Date.now(), true))
    await store.track(number)
    expect(asked()).toEqual(['known', 'fresh'])
    expect(store.of(number).answer).toMatchObject({ state: 'found', record: { locked: true } })
  })

  it('count a look only when the platform was asked', async () => {
    const { store } = answering(notListed, notListed)
    await store.look(number, 'known')
    expect(store.of(number).looks).toBe(0)
    await store.look(number, 'fresh')
    expect(store.of(number).looks).toBe(1)
  })

  it('take the answer of the last of several look-ups, whichever comes first', async () => {
    const waiting: ((value: LookUp) => void)[] = []
    withBridge({
      'desk/look-up': async () => succeed(await new Promise<LookUp>((resolve) => waiting.push(resolve))),
    })
    const store = useRecordsStore()
    const looks = [store.look(number, 'known'), store.look(number, 'fresh')]
    waiting[1]?.(found(Date.now(), true))
    waiting[0]?.(notListed)
    await Promise.all(looks)
    expect(store.of(number)).toMatchObject({ looking: false, answer: { state: 'found' } })
  })

  it('keep the last answer when a look-up fails', async () => {
    const { store } = answering(found(Date.now()), notListed)
    await store.look(number, 'known')
    withBridgeGone()
    await store.look(number, 'fresh')
    expect(store.of(number)).toMatchObject({ answer: { state: 'found' }, failure: { code: 'internal' } })
  })

  it('show what a running job has done', async () => {
    vi.useFakeTimers()
    let isDisabled = false
    const double = withBridge({ 'desk/look-up': () => succeed(found(Date.now(), isDisabled)) })
    const store = useRecordsStore()
    await store.look(number, 'known')
    isDisabled = true
    double.tell('records/changed-here', { enterpriseGlobalIds: ['E1'] })
    await vi.advanceTimersByTimeAsync(300)
    vi.useRealTimers()
    expect(store.of(number).answer).toMatchObject({ record: { locked: true } })
  })
})

const withBridgeGone = (): void => {
  Object.defineProperty(window, 'lockDesk', { value: undefined, configurable: true })
}
