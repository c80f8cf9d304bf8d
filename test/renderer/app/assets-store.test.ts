// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { succeed } from '#shared/outcome'
import { useAssetsStore } from '../../../src-renderer/app/stores/assets-store'
import { withBridge } from '../support/draw'
import { record } from '../support/samples'

let main: { version: number; locked: boolean; tookMs: number }
const setUp = async (id: string | null) => {
  const double = withBridge({
    'assets/list': async () => {
      await new Promise((done) => setTimeout(done, main.tookMs))
      const rows = [record('8000000017', Date.now(), { enterpriseGlobalId: 'E1', locked: main.locked })]
      return succeed({ rows, total: 1, version: main.version, readAt: 1, failure: null })
    },
  })
  const store = useAssetsStore()
  void store.show(id)
  await vi.advanceTimersByTimeAsync(main.tookMs)
  double.given.length = 0
  return {
    store,
    asked: () => double.given.length,
    changedHere: async (...enterpriseGlobalIds: string[]) => {
      double.tell('records/changed-here', { enterpriseGlobalIds })
      await flushPromises()
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  main = { version: 1, locked: false, tookMs: 0 }
})
afterEach(() => vi.useRealTimers())

describe('the assets in the page', () => {
  it.each(['E1', null])('follow what a running job has done (shown: %s)', async (id) => {
    const { store, changedHere } = await setUp(id)
    expect(store.list?.rows[0]?.locked).toBe(false)
    main = { ...main, version: 2, locked: true }
    await changedHere('E2', 'E1')
    await vi.advanceTimersByTimeAsync(1)
    expect(store.list?.rows[0]?.locked).toBe(true)
  })

  it('do not ask where other enterprises are meant', async () => {
    const { asked, changedHere } = await setUp('E1')
    await changedHere('E2')
    expect(asked()).toBe(0)
  })

  it('do not fetch a list that takes long all the time', async () => {
    main.tookMs = 500
    const { asked, changedHere } = await setUp('E1')
    for (let second = 0; second < 8; second += 1) {
      main = { ...main, version: second + 2 }
      await changedHere('E1')
      await vi.advanceTimersByTimeAsync(1_000)
    }
    // Once whether it is another, once for its rows; a second time after ten times as long.
    expect(asked()).toBe(2)
    await vi.advanceTimersByTimeAsync(6_000)
    expect(asked()).toBe(4)
  })
})
