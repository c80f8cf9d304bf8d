// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { succeed } from '#shared/outcome'
import { useAssetsStore } from '../../../../src-renderer/entities/asset/assets-store'
import { withBridge } from '../../support/mount-component'
import { record } from '../../support/samples'

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
  double.calls.length = 0
  return {
    store,
    callCount: () => double.calls.length,
    changedHere: async (...enterpriseGlobalIds: string[]) => {
      double.emit('records/changed-locally', { enterpriseGlobalIds })
      await flushPromises()
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  main = { version: 1, locked: false, tookMs: 0 }
})
afterEach(() => vi.useRealTimers())

describe('the assets store', () => {
  it.each(['E1', null])('follows the changes of a running job (shown: %s)', async (id) => {
    const { store, changedHere } = await setUp(id)
    expect(store.list?.rows[0]?.locked).toBe(false)
    main = { ...main, version: 2, locked: true }
    await changedHere('E2', 'E1')
    await vi.advanceTimersByTimeAsync(1)
    expect(store.list?.rows[0]?.locked).toBe(true)
  })

  it('does not fetch for changes in other enterprises', async () => {
    const { callCount, changedHere } = await setUp('E1')
    await changedHere('E2')
    expect(callCount()).toBe(0)
  })

  it('does not fetch a slow list all the time', async () => {
    main.tookMs = 500
    const { callCount, changedHere } = await setUp('E1')
    for (let second = 0; second < 8; second += 1) {
      main = { ...main, version: second + 2 }
      await changedHere('E1')
      await vi.advanceTimersByTimeAsync(1_000)
    }
    // One request for the version and one for the rows; the next after ten times the duration.
    expect(callCount()).toBe(2)
    await vi.advanceTimersByTimeAsync(6_000)
    expect(callCount()).toBe(4)
  })
})
