import { describe, expect, it } from 'vitest'
import { createUsbLockSource } from '../../../src-main/locks/usb-process/usb-supervisor'
import type { UsbChild } from '../../../src-main/locks/usb-process/usb-child'
import { toUsbProcess } from '../../../src-main/locks/usb-process/usb-messages'
import type { ToUsbProcess } from '../../../src-main/locks/usb-process/usb-messages'
import type { AttachedDevice, AttachedDevices } from '../../../src-shared/model/locks/attached-device'
import type { PluggedLock } from '../../../src-shared/model/locks/plugged-lock'
import type { ShellNumber } from '../../../src-shared/model/locks/shell-number'
import { trainingProfile } from '../support/devices'
import { createWorld } from '../support/world'

const never = new AbortController().signal
const number = '8000000017' as ShellNumber
const lock: PluggedLock = {
  plugId: 'plug-1',
  source: 'usb',
  device: { vendorId: 1, productId: 2, product: null, manufacturer: null, serialNumber: null },
  profile: null,
  reading: { state: 'read', shellNumber: number },
  pluggedAt: 1,
}
const known = { plugId: 'plug-1', pluggedAt: 1, interfaceKeys: ['seat'], reading: lock.reading }

/** A USB process that does nothing by itself. */
const fakeChild = () => {
  const sent: ToUsbProcess[] = []
  const says: ((message: unknown) => void)[] = []
  const exits: ((how: string) => void)[] = []
  let dead = false
  const end = (how: string) => {
    if (dead) return
    dead = true
    for (const exit of exits) exit(how)
  }
  const child: UsbChild = {
    send: (message) => void sent.push(structuredClone(message)),
    onMessage: (listener) => void says.push(listener),
    onExit: (listener) => void exits.push(listener),
    kill: () => end('killed'),
  }
  return {
    child,
    sent,
    say: (message: unknown) => {
      for (const listener of says) listener(message)
    },
    crash: () => end('SIGSEGV'),
    isDead: () => dead,
  }
}

const start = (fork?: () => UsbChild, after?: Promise<void>) => {
  const world = createWorld()
  const began = world.clock.now()
  const children: ReturnType<typeof fakeChild>[] = []
  const startedAt: number[] = []
  const source = createUsbLockSource({
    ...world,
    recognition: { profiles: [trainingProfile], models: [] },
    ...(after === undefined ? {} : { after }),
    fork:
      fork ??
      (() => {
        const fake = fakeChild()
        children.push(fake)
        startedAt.push(world.clock.now() - began)
        return fake.child
      }),
  })
  const emitted: number[] = []
  source.onChange((locks) => emitted.push(locks.length))
  return {
    ...world,
    source,
    children,
    startedAt,
    emitted,
    latest: () => children.at(-1)!,
    /** Lets time pass while the process sends heartbeats. */
    live: async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 500) {
        children.at(-1)?.say({ type: 'heartbeat' })
        await world.clock.advance(500)
      }
    },
  }
}

describe('createUsbLockSource', () => {
  it('reports the ports as scanned after the first list, or when no process starts', async () => {
    const isListed = async ({ source, clock }: ReturnType<typeof start>) => {
      let is = false
      void source.listed?.then(() => (is = true))
      await clock.advance(0)
      return is
    }
    const desk = start()
    await desk.clock.advance(0)
    expect(await isListed(desk)).toBe(false)
    desk.latest().say({ type: 'locks', locks: [], known: [] })
    expect(await isListed(desk)).toBe(true)
    const without = start(() => {
      throw new Error('no process')
    })
    await without.clock.advance(60_000)
    expect(await isListed(without)).toBe(true)
  })

  it('ends a process that floods it with messages, and starts another', async () => {
    const desk = start()
    const first = desk.latest()
    for (let nth = 0; nth < 100_000 && !first.isDead(); nth += 1) first.say({ type: 'heartbeat' })
    expect(first.isDead()).toBe(true)
    await desk.clock.advance(2_000)
    expect(desk.children).toHaveLength(2)
    // A busy desk is no flood.
    const second = desk.latest()
    for (let tick = 0; tick < 30; tick += 1) {
      for (let nth = 0; nth < 200; nth += 1) second.say({ type: 'heartbeat' })
      await desk.clock.advance(1_000)
    }
    expect(second.isDead()).toBe(false)
  })

  it('ignores texts and lists longer than any device has', async () => {
    const desk = start()
    const long = { ...lock, device: { ...lock.device, product: 'x'.repeat(100_000) } }
    desk.latest().say({ type: 'locks', locks: [long], known: [] })
    desk.latest().say({ type: 'locks', locks: Array(5_000).fill(lock), known: [] })
    await desk.clock.advance(0)
    expect(desk.source.list()).toEqual([])
    desk.latest().say({ type: 'locks', locks: [lock], known: [known] })
    expect(desk.source.list()).toEqual([lock])
  })

  it('starts a process and sends it valid settings', () => {
    const { latest } = start()
    const message = toUsbProcess.parse(latest().sent[0])
    expect(message).toMatchObject({ type: 'start', known: [], recognition: { profiles: [trainingProfile] } })
  })

  it('waits for its dependency before it starts a process, and starts none if stopped before', async () => {
    const first = new AbortController()
    const after = new Promise<void>((done) => first.signal.addEventListener('abort', () => done()))
    const waits = start(undefined, after)
    await waits.clock.advance(60_000)
    expect(waits.children).toHaveLength(0)
    first.abort()
    await waits.clock.advance(0)
    expect(waits.children).toHaveLength(1)

    const stopped = start(undefined, new Promise(() => undefined))
    await stopped.source.stop()
    expect(stopped.children).toHaveLength(0)
  })

  it('shows the locks that the process reports', () => {
    const { source, latest, emitted } = start()
    latest().say({ type: 'locks', locks: [lock], known: [known] })
    latest().say({ type: 'locks', locks: [lock], known: [known] })
    expect(source.list()).toEqual([lock])
    expect(emitted).toEqual([1])
  })

  it('ignores any malformed message', () => {
    const { source, latest, logged } = start()
    for (const message of [null, 'x', { type: 'locks', locks: [{ ...lock, reading: 1 }] }, { type: 'rm' }]) {
      latest().say(message)
    }
    expect(source.list()).toEqual([])
    expect(logged).toHaveLength(4)
  })

  it('restarts a crashed process within three seconds and passes it the known cards', async () => {
    const { source, latest, clock, startedAt, emitted } = start()
    latest().say({ type: 'locks', locks: [lock], known: [known] })
    latest().crash()
    await clock.advance(3000)
    expect(startedAt).toEqual([0, 250])
    expect(latest().sent[0]).toMatchObject({ type: 'start', known: [known] })
    expect(source.list()).toEqual([lock])
    expect(emitted).toEqual([1])
  })

  it('keeps the cards that the next process reports', async () => {
    const { source, latest, live } = start()
    latest().say({ type: 'locks', locks: [lock], known: [known] })
    latest().crash()
    await live(500)
    latest().say({ type: 'locks', locks: [lock], known: [known] })
    await live(10_000)
    expect(source.list()).toEqual([lock])
  })

  it('removes the cards when no process runs for long', async () => {
    const { source, latest, live, emitted } = start()
    latest().say({ type: 'locks', locks: [lock], known: [known] })
    latest().crash()
    await live(6000)
    expect(source.list()).toEqual([])
    expect(emitted).toEqual([1, 0])
    latest().say({ type: 'locks', locks: [lock], known: [known] })
    expect(source.list()).toEqual([lock])
  })

  it('doubles the restart delay up to 30 seconds and never gives up', async () => {
    const pauses: number[] = []
    const { clock, logged, source } = start(() => {
      throw new Error('no such file')
    })
    await clock.advance(200_000)
    for (const line of logged) pauses.push(Number(/in (\d+) ms/.exec(line)?.[1]))
    expect(pauses.slice(0, 9)).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(pauses.length).toBeGreaterThan(10)
    await source.stop()
  })

  it('resets the delay after a healthy process', async () => {
    const { children, latest, clock, live, startedAt } = start()
    latest().crash()
    await clock.advance(250)
    latest().crash()
    await clock.advance(500)
    expect(children).toHaveLength(3)
    await live(6000)
    latest().crash()
    await clock.advance(250)
    expect(startedAt).toEqual([0, 250, 750, 7000])
  })

  it('does not treat a process as healthy that hangs from the start', async () => {
    const { clock, startedAt } = start()
    await clock.advance(600_000)
    // A timeout of 30 seconds, doubled each time for a busy computer, plus the growing delay.
    expect(startedAt).toEqual([0, 30_250, 90_750, 211_750, 453_750])
  })

  it('ends a process without heartbeat, and starts another', async () => {
    const { children, clock, live } = start()
    await live(10_000)
    expect(children[0]?.isDead()).toBe(false)
    await clock.advance(6000)
    expect(children[0]?.isDead()).toBe(true)
    await clock.advance(250)
    expect(children).toHaveLength(2)
  })

  it('asks the process to identify a lock', async () => {
    const { source, latest } = start()
    const identified = source.identify('plug-1', never)
    const asked = latest().sent.at(-1)
    expect(asked).toEqual({ type: 'identify', id: 1, plugId: 'plug-1' })
    latest().say({ type: 'identified', id: 7, outcome: { ok: true, value: '8000000099' } })
    latest().say({ type: 'identified', id: 1, outcome: { ok: true, value: number } })
    expect(await identified).toEqual({ ok: true, value: number })
  })

  it('fails pending identifications when the process ends, and new ones while none runs', async () => {
    const { source, latest, clock } = start()
    const identified = source.identify('plug-1', never)
    latest().crash()
    expect(await identified).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(await source.identify('plug-1', never)).toMatchObject({ ok: false, error: { code: 'gone' } })
    await clock.advance(250)
  })

  it("passes on the caller's signal", async () => {
    const { source, latest } = start()
    const caller = new AbortController()
    const identified = source.identify('plug-1', caller.signal)
    caller.abort()
    expect(await identified).toMatchObject({ ok: false, error: { code: 'silent' } })
    expect(latest().sent.at(-1)).toEqual({ type: 'cancel', id: 1 })
  })

  it('passes on rescans and settings, also to the next process', async () => {
    const { source, latest, clock } = start()
    source.rescan()
    source.recognize({ profiles: [], models: [] })
    expect(latest().sent.slice(1)).toEqual([
      { type: 'rescan' },
      { type: 'recognize', recognition: { profiles: [], models: [] } },
    ])
    latest().crash()
    await clock.advance(250)
    expect(latest().sent).toEqual([{ type: 'start', known: [], recognition: { profiles: [], models: [] } }])
  })

  it('stops the process gracefully at first', async () => {
    const { source, children, latest, clock } = start()
    const stopped = source.stop()
    expect(latest().sent.at(-1)).toEqual({ type: 'stop' })
    expect(latest().isDead()).toBe(false)
    await clock.advance(2000)
    await stopped
    expect(latest().isDead()).toBe(true)
    await clock.advance(60_000)
    expect(children).toHaveLength(1)
  })

  it('can stop while it waits for a restart', async () => {
    const { source, children, latest, clock } = start()
    latest().crash()
    await clock.settle()
    await source.stop()
    await clock.advance(60_000)
    expect(children).toHaveLength(1)
  })
})

describe('devices of the USB process', () => {
  const attached: AttachedDevice = {
    deviceId: '0123456789abcdef',
    source: 'usb',
    facts: lock.device,
    interfaces: [],
    profile: null,
    nearMisses: [],
    isProtected: false,
    noCard: 'no-usages',
    reading: null,
    pluggedAt: null,
  }
  const devices: AttachedDevices = { state: 'listed', problem: null, devices: [attached] }

  it('are emitted once per change, and cleared when no process runs', async () => {
    const { source, latest, clock, live } = start()
    const emitted: string[] = []
    source.onDevices(({ state, devices: all }) => emitted.push(`${state} ${all.length}`))
    expect(source.devices().state).toBe('starting')
    latest().say({ type: 'devices', devices })
    latest().say({ type: 'devices', devices })
    expect(source.devices()).toEqual(devices)
    await live(1000)
    latest().crash()
    await clock.advance(5000)
    expect(emitted).toEqual(['listed 1', 'failed 0'])
  })

  it('are validated: a malformed message changes nothing', () => {
    const { source, latest, logged } = start()
    latest().say({ type: 'devices', devices: { ...devices, devices: [{ ...attached, deviceId: 7 }] } })
    expect(source.devices().state).toBe('starting')
    expect(logged.join()).toMatch(/invalid message/)
  })

  it('are tested once, and a test fails with its process', async () => {
    const { source, latest, clock } = start()
    const trying = source.tryProfile('0123456789abcdef', trainingProfile, never)
    await clock.settle()
    const asked = latest().sent.at(-1)
    expect(asked).toMatchObject({
      type: 'try',
      deviceId: '0123456789abcdef',
      profile: { id: 'training-lock' },
    })
    expect(toUsbProcess.safeParse(asked).success).toBe(true)
    latest().crash()
    expect(await trying).toMatchObject({ ok: false, error: { code: 'not-done' } })
    expect(await source.tryProfile('0123456789abcdef', trainingProfile, never)).toMatchObject({ ok: false })
  })

  it('are not tested further when the caller cancels', async () => {
    const { source, latest, clock } = start()
    const caller = new AbortController()
    const trying = source.tryProfile('0123456789abcdef', trainingProfile, caller.signal)
    await clock.settle()
    caller.abort()
    expect(await trying).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(latest().sent.at(-1)).toMatchObject({ type: 'cancel' })
  })
})
