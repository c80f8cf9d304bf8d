import { describe, expect, it } from 'vitest'
import { combineLockSources } from '../../src-main/locks/combine-lock-sources'
import { shippedProfiles } from '../../src-main/locks/profiles'
import { createTrainingTray } from '../../src-main/locks/training-tray'
import { shippedTray } from '../../src-main/locks/tray-file'
import type { TrayGesture } from '../../src-shared/model/plugged-lock'
import { createWorld } from './support/world'

const never = new AbortController().signal
const first = 'lock-8000000017'
const second = 'lock-8000000018'
const third = 'lock-8000000019'

const start = async () => {
  const world = createWorld()
  const tray = createTrainingTray({ ...world, recognition: { profiles: shippedProfiles, models: [] } })
  await world.clock.advance(1000)
  const desk = () =>
    tray.source.list().map(({ plugId, reading }) => {
      const shown =
        reading.state === 'read' ? reading.shellNumber : reading.state === 'failed' ? reading.reason : '…'
      return `${plugId} ${shown}`
    })
  const act = async (trayId: string, gesture: TrayGesture) => {
    const done = tray.act(trayId, gesture)
    await world.clock.advance(1000)
    return done
  }
  const inTray = (trayId: string) => tray.list().find((lock) => lock.trayId === trayId)
  return { ...world, tray, desk, act, inTray }
}

describe('training tray', () => {
  it('holds what the training data knows, one lock the platform does not, and one unknown device', () => {
    const numbers = shippedTray.map((item) =>
      item.kind === 'lock' ? item.shellNumber : item.device.serialNumber,
    )
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

  it('has two locks plugged in at the start, read like real ones', async () => {
    const { desk, tray } = await start()
    expect(desk()).toEqual(['plug-1 8000000017', 'plug-2 8000000018'])
    expect(tray.source.list()[0]).toMatchObject({
      source: 'simulated',
      profile: { id: 'training-lock' },
      device: { vendorId: 0x1209, productId: 1, product: 'Lock Desk Training Lock' },
    })
  })

  it('shows a number within a second of plugging in', async () => {
    const { desk, tray, clock } = await start()
    tray.act(third, 'plug-in')
    await clock.settle()
    expect(desk()[0]).toBe('plug-3 …')
    await clock.advance(100)
    expect(desk()[0]).toBe('plug-3 8000000019')
  })

  it('leaves a lock where it is that is plugged in already', async () => {
    const { desk, act } = await start()
    expect(await act(first, 'plug-in')).toBe(true)
    expect(desk()).toEqual(['plug-1 8000000017', 'plug-2 8000000018'])
  })

  it('takes a lock out', async () => {
    const { desk, act, inTray } = await start()
    await act(first, 'pull-out')
    expect(desk()).toEqual(['plug-2 8000000018'])
    expect(inTray(first)?.pluggedIn).toBe(false)
  })

  it.each([
    ['make-unreadable', 'unreadable'],
    ['make-busy', 'busy'],
  ] as const)('spoils and mends a lock that is plugged in: %s', async (gesture, reason) => {
    const { desk, act, inTray } = await start()
    await act(first, gesture)
    expect(desk()).toEqual([`plug-3 ${reason}`, 'plug-2 8000000018'])
    expect(inTray(first)).toMatchObject({ pluggedIn: true, condition: reason })
    await act(first, 'make-well')
    expect(desk()).toEqual(['plug-4 8000000017', 'plug-2 8000000018'])
  })

  it('spoils a lock in the tray, which shows when it is plugged in', async () => {
    const { desk, act } = await start()
    await act(third, 'make-unreadable')
    expect(desk()).toHaveLength(2)
    await act(third, 'plug-in')
    expect(desk()[0]).toBe('plug-3 unreadable')
  })

  it('swaps a lock for the next of the tray on the same port, in one go', async () => {
    const { desk, act, inTray, tray } = await start()
    const seen: number[] = []
    tray.source.onChange((locks) => seen.push(locks.length))
    expect(await act(first, 'swap')).toBe(true)
    expect(desk()).toEqual(['plug-3 8000000019', 'plug-2 8000000018'])
    expect(inTray(first)?.pluggedIn).toBe(false)
    expect(inTray(third)?.pluggedIn).toBe(true)
    expect(new Set(seen)).toEqual(new Set([2]))
  })

  it('has no swapped lock acted on: its plugging-in is over', async () => {
    const { tray } = await start()
    tray.act(first, 'swap')
    expect(await tray.source.identify('plug-1', never)).toMatchObject({ ok: false, error: { code: 'gone' } })
  })

  it('finds another port for a lock whose own is taken', async () => {
    const { desk, act } = await start()
    await act(first, 'swap')
    await act(first, 'plug-in')
    expect(desk()).toEqual(['plug-4 8000000017', 'plug-3 8000000019', 'plug-2 8000000018'])
  })

  it('plays a device that no profile knows', async () => {
    const { tray, act } = await start()
    await act('unknown-device', 'plug-in')
    expect(tray.source.list()[0]).toMatchObject({
      profile: null,
      reading: { state: 'failed', reason: 'unknown-model', candidate: '8000000026' },
    })
  })

  it('says when there is nothing to do a gesture with', async () => {
    const { act } = await start()
    expect(await act('nothing', 'plug-in')).toBe(false)
    expect(await act(third, 'swap')).toBe(false)
  })

  it('tells what lies where whenever it changes', async () => {
    const { act, tray } = await start()
    const told: boolean[] = []
    const unsubscribe = tray.onChange((locks) =>
      told.push(locks.some(({ trayId, pluggedIn }) => trayId === second && pluggedIn)),
    )
    await act(second, 'pull-out')
    await act(second, 'pull-out')
    unsubscribe()
    await act(second, 'plug-in')
    expect(told).toEqual([false])
  })
})

describe('combineLockSources', () => {
  it('makes one list, the newest first, and asks the source that has the lock', async () => {
    const one = await start()
    const other = createTrainingTray({
      ...createWorld(),
      clock: one.clock,
      newPlugId: () => 'other',
      items: shippedTray.slice(2, 3),
      recognition: { profiles: shippedProfiles, models: [] },
    })
    const both = combineLockSources(one.tray.source, other.source)
    const told: string[][] = []
    both.onChange((locks) => told.push(locks.map(({ plugId }) => plugId)))
    other.act(third, 'plug-in')
    await one.clock.advance(1000)
    expect(told.at(-1)).toEqual(['other', 'plug-1', 'plug-2'])
    const identified = both.identify('other', never)
    await one.clock.advance(1000)
    expect(await identified).toEqual({ ok: true, value: '8000000019' })
    expect(await both.identify('nobody', never)).toMatchObject({ ok: false, error: { code: 'gone' } })
    await both.stop()
    told.length = 0
    one.tray.act(third, 'plug-in')
    await one.clock.advance(1000)
    expect(told).toEqual([])
  })
})
