// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { succeed } from '#shared/outcome'
import { usePluggedStore } from '../../../../src-renderer/entities/lock/plugged-store'
import { always } from '../../support/bridge-double'
import { withBridge } from '../../support/mount-component'
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
  store.rows.map(({ lock, unpluggedAt }) => [lock.plugId, unpluggedAt === null])

describe('plugged locks', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('are listed newest first', async () => {
    const { store } = await start()
    expect(shown(store)).toEqual([
      [newer.plugId, true],
      [older.plugId, true],
    ])
  })

  it('stay in place for ten seconds after unplugging', async () => {
    const { double, store } = await start()
    double.emit('locks/changed', [newer])
    expect(shown(store)).toEqual([
      [newer.plugId, true],
      [older.plugId, false],
    ])
    vi.advanceTimersByTime(9_900)
    expect(store.rows).toHaveLength(2)
    vi.advanceTimersByTime(200)
    expect(shown(store)).toEqual([[newer.plugId, true]])
  })

  it('leave no row behind when the same lock returns', async () => {
    const { double, store } = await start()
    double.emit('locks/changed', [newer])
    const back = plugged('8000000017', 3000)
    double.emit('locks/changed', [newer, back])
    expect(shown(store)).toEqual([
      [back.plugId, true],
      [newer.plugId, true],
    ])
  })

  it('that were unplugged and look the same are one row, the newest', async () => {
    const { double, store } = await start()
    const unread = (plugId: string) => plugged('8000000030', 3000, { plugId, reading: { state: 'reading' } })
    double.emit('locks/changed', [newer, older, unread('first')])
    double.emit('locks/changed', [newer, older, unread('second'), unread('third')])
    double.emit('locks/changed', [newer, older])
    expect(shown(store).filter(([, isIn]) => isIn !== true)).toEqual([['third', false]])
    double.emit('locks/changed', [newer])
    expect(shown(store).filter(([, isIn]) => isIn !== true)).toEqual([
      ['third', false],
      [older.plugId, false],
    ])
  })

  it('are loading until the ports were scanned or one lock is there', async () => {
    let seen: () => void = () => undefined
    const scanned = new Promise<void>((done) => (seen = done))
    const double = withBridge({
      'locks/list': always<'locks/list'>([]),
      'locks/ready': async () => {
        await scanned
        return succeed(null)
      },
    })
    const store = usePluggedStore()
    const loading = store.load()
    await vi.advanceTimersByTimeAsync(0)
    expect([store.state, store.isScanning]).toEqual(['ready', true])
    double.emit('locks/changed', [newer])
    expect(store.isScanning).toBe(false)
    double.emit('locks/changed', [])
    expect(store.isScanning).toBe(true)
    seen()
    await loading
    expect(store.isScanning).toBe(false)
  })

  it('report why they cannot be listed', async () => {
    withBridge({})
    const store = usePluggedStore()
    await store.load()
    expect(store.state).toBe('failed')
    expect(store.failure?.code).toBe('internal')
  })
})
