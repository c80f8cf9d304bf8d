import { describe, expect, it } from 'vitest'
import { combineLockSources } from '../../../src-main/locks/lock-source'
import { bundledProfiles } from '../../../src-main/locks/profiles/load-profiles'
import { createLockSimulator } from '../../../src-main/locks/simulator/lock-simulator'
import { bundledSimulatorLocks } from '../../../src-main/locks/simulator/simulator-file'
import type { SimulatorGesture } from '../../../src-shared/model/locks/plugged-lock'
import { createWorld } from '../support/world'

const never = new AbortController().signal
const first = 'lock-8000000017'
const second = 'lock-8000000018'
const third = 'lock-8000000019'

const start = async () => {
  const world = createWorld()
  const simulator = createLockSimulator({ ...world, recognition: { profiles: bundledProfiles, models: [] } })
  await world.clock.advance(1000)
  const desk = () =>
    simulator.source.list().map(({ plugId, reading }) => {
      const shown =
        reading.state === 'read' ? reading.shellNumber : reading.state === 'failed' ? reading.reason : '…'
      return `${plugId} ${shown}`
    })
  const act = async (trayId: string, gesture: SimulatorGesture) => {
    const done = simulator.act(trayId, gesture)
    await world.clock.advance(1000)
    return done
  }
  const inSimulator = (trayId: string) => simulator.list().find((lock) => lock.trayId === trayId)
  return { ...world, simulator, desk, act, inSimulator }
}

describe('lock simulator', () => {
  it('contains the training data’s locks, an unknown lock and an unknown device', () => {
    const numbers = bundledSimulatorLocks.map((item) => {
      if (item.kind === 'lock') return item.shellNumber
      return item.kind === 'unknown-device' ? item.device.serialNumber : item.lock.number
    })
    expect(numbers).toEqual([
      '8000000017',
      '8000000018',
      '8000000019',
      '8000000020',
      '8000000021',
      '8000000022',
      '8000000023',
      '6000000011',
      '8000000024',
      '8000000025',
      '8000000015',
      '8000000016',
      '8000009999',
      'TR-8000000026',
    ])
  })

  it('starts with two plugged locks, read like real ones', async () => {
    const { desk, simulator } = await start()
    expect(desk()).toEqual(['plug-1 8000000017', 'plug-2 8000000018'])
    expect(simulator.source.list()[0]).toMatchObject({
      source: 'simulated',
      profile: { id: 'training-lock' },
      device: { vendorId: 0x1209, productId: 1, product: 'Lock Desk Training Lock' },
    })
  })

  it('shows a number within a second of plugging in', async () => {
    const { desk, simulator, clock } = await start()
    simulator.act(third, 'plug-in')
    await clock.settle()
    expect(desk()[0]).toBe('plug-3 …')
    await clock.advance(100)
    expect(desk()[0]).toBe('plug-3 8000000019')
  })

  it('keeps a lock that is already plugged in', async () => {
    const { desk, act } = await start()
    expect(await act(first, 'plug-in')).toBe(true)
    expect(desk()).toEqual(['plug-1 8000000017', 'plug-2 8000000018'])
  })

  it('unplugs a lock', async () => {
    const { desk, act, inSimulator } = await start()
    await act(first, 'pull-out')
    expect(desk()).toEqual(['plug-2 8000000018'])
    expect(inSimulator(first)?.pluggedIn).toBe(false)
  })

  it.each([
    ['make-unreadable', 'unreadable'],
    ['make-busy', 'busy'],
  ] as const)('adds and clears a fault of a plugged lock: %s', async (gesture, reason) => {
    const { desk, act, inSimulator } = await start()
    await act(first, gesture)
    expect(desk()).toEqual([`plug-3 ${reason}`, 'plug-2 8000000018'])
    expect(inSimulator(first)).toMatchObject({ pluggedIn: true, condition: reason })
    await act(first, 'make-well')
    expect(desk()).toEqual(['plug-4 8000000017', 'plug-2 8000000018'])
  })

  it('adds a fault to an unplugged lock, which shows once it is plugged in', async () => {
    const { desk, act } = await start()
    await act(third, 'make-unreadable')
    expect(desk()).toHaveLength(2)
    await act(third, 'plug-in')
    expect(desk()[0]).toBe('plug-3 unreadable')
  })

  it('swaps a lock for the next one on the same port at once', async () => {
    const { desk, act, inSimulator, simulator } = await start()
    const seen: number[] = []
    simulator.source.onChange((locks) => seen.push(locks.length))
    expect(await act(first, 'swap')).toBe(true)
    expect(desk()).toEqual(['plug-3 8000000019', 'plug-2 8000000018'])
    expect(inSimulator(first)?.pluggedIn).toBe(false)
    expect(inSimulator(third)?.pluggedIn).toBe(true)
    expect(new Set(seen)).toEqual(new Set([2]))
  })

  it('rejects actions on a swapped lock', async () => {
    const { simulator } = await start()
    simulator.act(first, 'swap')
    expect(await simulator.source.identify('plug-1', never)).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
  })

  it('uses another port for a lock whose port is taken', async () => {
    const { desk, act } = await start()
    await act(first, 'swap')
    await act(first, 'plug-in')
    expect(desk()).toEqual(['plug-4 8000000017', 'plug-3 8000000019', 'plug-2 8000000018'])
  })

  it('simulates a device without a profile', async () => {
    const { simulator, act } = await start()
    await act('unknown-device', 'plug-in')
    expect(simulator.source.list()[0]).toMatchObject({
      profile: null,
      reading: { state: 'failed', reason: 'unknown-model', candidate: '8000000026' },
    })
  })

  it('returns false for an impossible action', async () => {
    const { act } = await start()
    expect(await act('nothing', 'plug-in')).toBe(false)
    expect(await act(third, 'swap')).toBe(false)
  })

  it('emits its state on every change', async () => {
    const { act, simulator } = await start()
    const emitted: boolean[] = []
    const unsubscribe = simulator.onChange((locks) =>
      emitted.push(locks.some(({ trayId, pluggedIn }) => trayId === second && pluggedIn)),
    )
    await act(second, 'pull-out')
    await act(second, 'pull-out')
    unsubscribe()
    await act(second, 'plug-in')
    expect(emitted).toEqual([false])
  })
})

describe('combineLockSources', () => {
  it('merges the lists, newest first, and asks the right source', async () => {
    const one = await start()
    const other = createLockSimulator({
      ...createWorld(),
      clock: one.clock,
      newPlugId: () => 'other',
      items: bundledSimulatorLocks.slice(2, 3),
      recognition: { profiles: bundledProfiles, models: [] },
    })
    const both = combineLockSources(one.simulator.source, other.source)
    const emitted: string[][] = []
    both.onChange((locks) => emitted.push(locks.map(({ plugId }) => plugId)))
    other.act(third, 'plug-in')
    await one.clock.advance(1000)
    expect(emitted.at(-1)).toEqual(['other', 'plug-1', 'plug-2'])
    const identified = both.identify('other', never)
    await one.clock.advance(1000)
    expect(await identified).toEqual({ ok: true, value: '8000000019' })
    expect(await both.identify('nobody', never)).toMatchObject({ ok: false, error: { code: 'gone' } })
    await both.stop()
    emitted.length = 0
    one.simulator.act(third, 'plug-in')
    await one.clock.advance(1000)
    expect(emitted).toEqual([])
  })
})
