// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { usePluggedStore } from '../../../../src-renderer/features/lock-desk/plugged-store'
import { always } from '../../support/bridge-double'
import { withBridge } from '../../support/draw'
import { plugged } from '../../support/samples'

const older = plugged('8000000017', 1000)
const newer = plugged('8000000018', 2000)
const start = async () => {
  const double = withBridge({ 'locks/list': always<'locks/list'>([older, newer]) })
  const store = usePluggedStore()
  await store.load()
  return { double, store }
}
const shown = (store: ReturnType<typeof usePluggedStore>) =>
  store.rows.map(({ lock, leftAt }) => [lock.plugId, leftAt === null])

describe('the plugged-in locks', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('stand with the newest on top', async () => {
    const { store } = await start()
    expect(shown(store)).toEqual([
      [newer.plugId, true],
      [older.plugId, true],
    ])
  })

  it('stay in their place for ten seconds after they are pulled out', async () => {
    const { double, store } = await start()
    double.tell('locks/changed', [newer])
    expect(shown(store)).toEqual([
      [newer.plugId, true],
      [older.plugId, false],
    ])
    vi.advanceTimersByTime(9_900)
    expect(store.rows).toHaveLength(2)
    vi.advanceTimersByTime(200)
    expect(shown(store)).toEqual([[newer.plugId, true]])
  })

  it('leave no line behind when the same lock comes back', async () => {
    const { double, store } = await start()
    double.tell('locks/changed', [newer])
    const back = plugged('8000000017', 3000)
    double.tell('locks/changed', [newer, back])
    expect(shown(store)).toEqual([
      [back.plugId, true],
      [newer.plugId, true],
    ])
  })

  it('say why they cannot be listed', async () => {
    withBridge({})
    const store = usePluggedStore()
    await store.load()
    expect(store.state).toBe('failed')
    expect(store.failure?.code).toBe('internal')
  })
})
