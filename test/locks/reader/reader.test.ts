import { describe, expect, it } from 'vitest'
import type { PluggedLock } from '../../../src-shared/model/locks/plugged-lock'
import { HidError } from '../../../src-main/locks/hid/hid-port'
import type { HidFailureKind } from '../../../src-main/locks/hid/hid-port'
import { createReader } from '../../../src-main/locks/reader/reader'
import { createSimulatedHidPort } from '../../../src-main/locks/simulator/simulated-hid-port'
import type { Firmware } from '../../../src-main/locks/simulator/simulated-hid-port'
import type { Recognition } from '../../../src-main/locks/lock-source'
import { trainingResponse } from '../../../src-main/locks/simulator/firmware'
import type { ShellNumber } from '../../../src-shared/model/locks/shell-number'
import { answering, hidEntry, lockAt, trainingProfile, wellFirmware } from '../support/devices'
import { createWorld } from '../support/world'

const shipped: Recognition = { profiles: [trainingProfile], models: [] }
const never = new AbortController().signal

const describeLock = ({ plugId, reading }: PluggedLock) => {
  if (reading.state === 'read') return `${plugId} ${reading.shellNumber}`
  return `${plugId} ${reading.state === 'failed' ? reading.reason : 'reading'}`
}

const start = (recognition = shipped) => {
  const world = createWorld()
  const port = createSimulatedHidPort()
  const reader = createReader({ ...world, port, source: 'usb', recognition })
  const emitted: string[][] = []
  reader.onChange((locks) => emitted.push(locks.map(describeLock)))
  return {
    ...world,
    port,
    reader,
    emitted,
    desk: () => reader.list().map(describeLock),
    look: async () => {
      await reader.scan('blocked')
      await world.clock.settle()
    },
  }
}

describe('reader', () => {
  it('shows a lock as soon as it is found, and its number once read', async () => {
    const { port, look, emitted } = start()
    port.plugIn(lockAt('a', '8000000017'))
    await look()
    expect(emitted).toEqual([['plug-1 reading'], ['plug-1 8000000017']])
  })

  it('emits nothing when nothing changed', async () => {
    const { port, look, emitted } = start()
    port.plugIn(lockAt('a', '8000000017'))
    await look()
    emitted.length = 0
    await look()
    await look()
    expect(emitted).toEqual([])
  })

  it('puts the newest first', async () => {
    const { port, look, desk, clock } = start()
    for (const [path, number] of [
      ['b', '8000000017'],
      ['c', '8000000018'],
      ['a', '8000000019'],
    ] as const) {
      port.plugIn(lockAt(path, number))
      await look()
      await clock.advance(1000)
    }
    expect(desk()).toEqual(['plug-3 8000000019', 'plug-2 8000000018', 'plug-1 8000000017'])
  })

  it('removes an unplugged lock, and gives it another plug ID when it returns', async () => {
    const { port, look, desk } = start()
    port.plugIn(lockAt('a', '8000000017'))
    await look()
    port.pullOut('a')
    await look()
    expect(desk()).toEqual([])
    port.plugIn(lockAt('a', '8000000017'))
    await look()
    expect(desk()).toEqual(['plug-2 8000000017'])
  })

  it('forgets a lock that is unplugged while it is read', async () => {
    const { port, look, reader, emitted, clock } = start()
    port.plugIn(lockAt('a', '', {}, { onReport: () => undefined }))
    await look()
    port.pullOut('a')
    await clock.settle()
    await reader.scan('new')
    await clock.advance(5000)
    expect(emitted.at(-1)).toEqual([])
    expect(emitted.flat().filter((line) => line.includes('silent'))).toEqual([])
  })

  it('scans again when a device reports that it is gone, and removes its card', async () => {
    const { port, look, desk, clock, emitted } = start()
    port.plugIn(lockAt('a', '', {}, { onReport: () => undefined }))
    await look()
    port.pullOut('a')
    await clock.advance(5000)
    expect(desk()).toEqual([])
    expect(emitted).toEqual([['plug-1 reading'], []])
  })

  it('detects a swap on the same port between two scans', async () => {
    const { port, look, desk } = start()
    port.plugIn(lockAt('a', '8000000017', { instance: '1' }))
    await look()
    port.pullOut('a')
    port.plugIn(lockAt('a', '8000000018', { instance: '2' }))
    await look()
    expect(desk()).toEqual(['plug-2 8000000018'])
  })

  it('detects a swap by reading again where the system does not distinguish plug instances', async () => {
    const { port, look, desk, reader, clock } = start()
    port.plugIn(lockAt('a', '8000000017'))
    await look()
    port.pullOut('a')
    port.plugIn(lockAt('a', '8000000018'))
    await look()
    expect(desk()).toEqual(['plug-1 8000000017'])
    await reader.scan('verify')
    await clock.settle()
    expect(desk()).toEqual(['plug-2 8000000018'])
  })

  it('keeps the plug ID of a lock that proves to be the same', async () => {
    const { port, look, desk, reader, clock, emitted } = start()
    port.plugIn(lockAt('a', '8000000017'))
    await look()
    emitted.length = 0
    await reader.scan('verify')
    await clock.settle()
    expect(desk()).toEqual(['plug-1 8000000017'])
    expect(emitted).toEqual([])
  })

  it('shows one card for a path that is listed once per usage', async () => {
    const { port, look, desk } = start()
    const { firmware } = lockAt('a', '8000000017')
    port.plugIn({ entries: [1, 2, 3].map((usage) => hidEntry({ path: 'a', usage })), firmware })
    await look()
    expect(desk()).toEqual(['plug-1 8000000017'])
  })

  it('reads two locks with the same serial number', async () => {
    const { port, look, desk } = start()
    port.plugIn(lockAt('a', '8000000017', { serialNumber: 'same' }))
    port.plugIn(lockAt('b', '8000000018', { serialNumber: 'same' }))
    await look()
    expect(desk()).toEqual(['plug-1 8000000017', 'plug-2 8000000018'])
  })

  it('keeps the card when another interface of the device appears later', async () => {
    const { port, look, desk } = start()
    const { firmware } = lockAt('a', '8000000017')
    const first = hidEntry({ path: 'a', physical: 'usb', instance: '1' })
    port.plugIn({ entries: [first], firmware })
    await look()
    const second = hidEntry({ path: 'b', physical: 'usb', instance: '2', interface: 1 })
    port.plugIn({ entries: [first, second], firmware })
    await look()
    expect(desk()).toEqual(['plug-1 8000000017'])
  })

  it('reads ten locks in parallel: a silent one blocks none', async () => {
    const { port, look, desk } = start()
    port.plugIn(lockAt('0', '', {}, { onReport: () => undefined }))
    for (let n = 1; n < 10; n += 1) port.plugIn(lockAt(String(n), `800000001${n}`))
    await look()
    expect(desk().filter((line) => line.endsWith('reading'))).toEqual(['plug-1 reading'])
  })
})

describe('reader with a stuck device', () => {
  const stuckAt = (path: string, what: 'open' | 'write' | 'close') => {
    const all = start()
    const { open } = all.port
    const forEver = () => new Promise<never>(() => undefined)
    all.port.open = async (asked, signal) => {
      if (asked !== path) return open(asked, signal)
      if (what === 'open') return forEver()
      const connection = await open(asked, signal)
      return { ...connection, [what]: forEver }
    }
    return all
  }

  it.each(['open', 'write', 'close'] as const)(
    'continues listing and reading the others, whatever %s does',
    async (what) => {
      const { port, look, desk, clock } = stuckAt('a', what)
      port.plugIn(lockAt('a', '8000000011'))
      await look()
      port.plugIn(lockAt('b', '8000000017'))
      await look()
      expect(desk()).toContain('plug-2 8000000017')
      await clock.advance(30_000)
      expect(desk().find((line) => line.startsWith('plug-1'))).toBe(
        what === 'close' ? 'plug-1 8000000011' : 'plug-1 silent',
      )
      port.pullOut('b')
      await look()
      expect(desk()).toHaveLength(1)
    },
  )

  it('answers an action on the stuck lock within its timeout', async () => {
    const { port, look, reader, clock } = stuckAt('a', 'open')
    port.plugIn(lockAt('a', '8000000011'))
    await look()
    const identified = reader.identify('plug-1', never)
    await clock.advance(2 * (3 * 3000 + 2 * 150))
    expect(await identified).toMatchObject({ ok: false, error: { code: 'silent' } })
  })
})

describe('reader failures', () => {
  const readWith = async (firmware: Firmware, ms = 5000) => {
    const all = start()
    all.port.plugIn(lockAt('a', '', {}, firmware))
    await all.look()
    await all.clock.advance(ms)
    return all
  }
  const detailOf = ({ reader }: { reader: { list(): readonly PluggedLock[] } }) => {
    const reading = reader.list()[0]?.reading
    return reading?.state === 'failed' ? reading.detail : null
  }

  it('reports a lock as silent after three requests without a response', async () => {
    let requests = 0
    const { desk } = await readWith({ onReport: () => void (requests += 1) })
    expect(desk()).toEqual(['plug-1 silent'])
    expect(requests).toBe(3)
  })

  it('gives up on a silent lock within its timeout', async () => {
    const { desk, clock } = await readWith({ onReport: () => undefined }, 0)
    await clock.advance(3 * 400 + 2 * 150 - 1)
    expect(desk()).toEqual(['plug-1 reading'])
    await clock.advance(1)
    expect(desk()).toEqual(['plug-1 silent'])
  })

  it('accepts a late response to an earlier request on the same handle', async () => {
    const late: (() => void)[] = []
    const all = await readWith(
      {
        onReport: (report, reply) => {
          const answer = trainingResponse(report, '8000000017')
          if (answer !== null) late.push(() => reply(answer))
        },
      },
      450,
    )
    expect(late).toHaveLength(1)
    await all.clock.advance(150)
    expect(late).toHaveLength(2)
    late[0]?.()
    await all.clock.settle()
    expect(all.desk()).toEqual(['plug-1 8000000017'])
  })

  it('ignores responses to requests of another program', async () => {
    const all = await readWith({
      onReport: (report, reply) => {
        const foreign = Uint8Array.from(report)
        foreign.set([0xde, 0xad, 0xbe, 0xef], 4)
        reply(trainingResponse(foreign, '8000000099') ?? foreign)
        reply(trainingResponse(report, '8000000017') ?? report)
      },
    })
    expect(all.desk()).toEqual(['plug-1 8000000017'])
  })

  it('reports a lock as unreadable that only answers other requests', async () => {
    const all = await readWith(
      answering((report) => {
        const foreign = Uint8Array.from(report)
        foreign.set([0xde, 0xad, 0xbe, 0xef], 4)
        return trainingResponse(foreign, '8000000099')
      }),
    )
    expect(all.desk()).toEqual(['plug-1 unreadable'])
    expect(detailOf(all)).toBe('1 reports were received, none of them a response to this request.')
  })

  it('retries after a garbled response', async () => {
    let requests = 0
    const all = await readWith(
      answering((report) => {
        requests += 1
        const answer = trainingResponse(report, '8000000017')
        if (requests === 1) answer?.set([0x39], 10)
        return answer
      }),
    )
    expect(all.desk()).toEqual(['plug-1 8000000017'])
    expect(requests).toBe(2)
  })

  it.each([
    [
      'a wrong check',
      answering((report) => trainingResponse(report, '8000000017')?.fill(0x38, 7, 10) ?? null),
      /sum8/,
    ],
    [
      'a short answer',
      answering((report) => trainingResponse(report, '8000000017')?.subarray(0, 12) ?? null),
      /12 bytes/,
    ],
    ['no digits', wellFirmware('80000000??'), /No digits/],
    ['another number', wellFirmware('7000000017'), /not a shell number/],
  ])('reports a lock as unreadable for %s', async (_, firmware, detail) => {
    const all = await readWith(firmware)
    expect(all.desk()).toEqual(['plug-1 unreadable'])
    expect(detailOf(all)).toMatch(detail)
  })

  it('tolerates a device that sends without a request', async () => {
    const all = await readWith({
      onReport: (report, reply) => {
        for (let n = 0; n < 1000; n += 1) reply(new Uint8Array(64))
        reply(trainingResponse(report, '8000000017') ?? report)
      },
    })
    expect(all.desk()).toEqual(['plug-1 8000000017'])
  })

  const refusing = (kind: () => HidFailureKind | null): Firmware => ({
    ...wellFirmware('8000000017'),
    refuses: kind,
  })

  it('reports a lock that is busy in another program, and reads it once it is free', async () => {
    let kind: HidFailureKind | null = 'busy'
    const all = await readWith(refusing(() => kind))
    expect(all.desk()).toEqual(['plug-1 busy'])
    all.emitted.length = 0
    await all.look()
    await all.clock.advance(5000)
    expect(all.emitted).toEqual([])
    kind = null
    await all.look()
    await all.clock.settle()
    expect(all.emitted).toEqual([['plug-1 8000000017']])
  })

  it('reports missing permission at the first attempt', async () => {
    let asked = 0
    const all = await readWith(
      refusing(() => {
        asked += 1
        return 'no-permission'
      }),
    )
    expect(all.desk()).toEqual(['plug-1 no-permission'])
    expect(asked).toBe(1)
  })

  it('reopens a lock whose write was refused, since Windows opens a busy device anyway', async () => {
    let opened = 0
    const all = await readWith({
      refuses: () => {
        opened += 1
        return null
      },
      onReport: (report, reply) => {
        if (opened === 1) throw new HidError('busy', 'WriteFile: (0x00000005)')
        reply(trainingResponse(report, '8000000017') ?? report)
      },
    })
    expect(all.desk()).toEqual(['plug-1 8000000017'])
    expect(opened).toBe(2)
  })

  it('reads failed locks again on rescan, and reports it', async () => {
    let digits = '80000000??'
    const all = await readWith({
      onReport: (report, reply) => reply(trainingResponse(report, digits) ?? report),
    })
    expect(all.desk()).toEqual(['plug-1 unreadable'])
    all.emitted.length = 0
    digits = '8000000017'
    await all.look()
    expect(all.emitted).toEqual([])
    all.reader.rescan()
    await all.clock.settle()
    expect(all.emitted).toEqual([['plug-1 reading'], ['plug-1 8000000017']])
  })

  it('does not rescan a lock that is still being read', async () => {
    let requests = 0
    const all = await readWith({ onReport: () => void (requests += 1) }, 100)
    all.reader.rescan()
    all.reader.rescan()
    await all.clock.advance(10_000)
    expect(all.desk()).toEqual(['plug-1 silent'])
    expect(requests).toBe(3)
  })

  it('keeps known locks when the devices cannot be listed', async () => {
    const all = start()
    all.port.plugIn(lockAt('a', '8000000017'))
    await all.look()
    all.port.list = () => Promise.reject(new Error('no library'))
    await expect(all.reader.scan('blocked')).rejects.toThrow('no library')
    expect(all.desk()).toEqual(['plug-1 8000000017'])
  })

  it('limits the time of a listing', async () => {
    const all = start()
    all.port.list = () => new Promise(() => undefined)
    const scanned = all.reader.scan('new')
    const settled = scanned.catch((error: unknown) => String(error))
    await all.clock.advance(10_000)
    expect(await settled).toMatch(/No answer within 10000 ms/)
  })
})

describe('reader.identify', () => {
  it('reads the number again', async () => {
    const { port, look, reader } = start()
    port.plugIn(lockAt('a', '8000000017'))
    await look()
    expect(await reader.identify('plug-1', never)).toEqual({ ok: true, value: '8000000017' })
  })

  it('returns the number of the lock in the port now, and gives that lock its own card', async () => {
    const { port, look, reader, desk } = start()
    port.plugIn(lockAt('a', '8000000017'))
    await look()
    port.pullOut('a')
    port.plugIn(lockAt('a', '8000000018'))
    expect(await reader.identify('plug-1', never)).toEqual({ ok: true, value: '8000000018' })
    expect(desk()).toEqual(['plug-2 8000000018'])
  })

  it.each([
    ['pulled out', (port: ReturnType<typeof createSimulatedHidPort>) => port.pullOut('a')],
    [
      'swapped, where the system reports it',
      (port: ReturnType<typeof createSimulatedHidPort>) => {
        port.pullOut('a')
        port.plugIn(lockAt('a', '8000000018', { instance: '2' }))
      },
    ],
  ])('reports gone for a lock that was %s unseen', async (_, change) => {
    const { port, look, reader } = start()
    port.plugIn(lockAt('a', '8000000017', { instance: '1' }))
    await look()
    change(port)
    expect(await reader.identify('plug-1', never)).toMatchObject({ ok: false, error: { code: 'gone' } })
  })

  it('reports gone for a lock that is unplugged meanwhile', async () => {
    let mute = false
    const { port, look, reader, clock } = start()
    port.plugIn(
      lockAt(
        'a',
        '',
        {},
        answering((report) => (mute ? null : trainingResponse(report, '8000000017'))),
      ),
    )
    await look()
    mute = true
    const identified = reader.identify('plug-1', never)
    await clock.advance(100)
    port.pullOut('a')
    await clock.settle()
    expect(await identified).toMatchObject({ ok: false, error: { code: 'gone' } })
  })

  it('reports gone for an unknown plug ID', async () => {
    const { reader } = start()
    expect(await reader.identify('plug-9', never)).toMatchObject({ ok: false, error: { code: 'gone' } })
  })

  it('shows the failure on the card', async () => {
    let refusal: HidFailureKind | null = null
    const { port, look, reader, desk, clock } = start()
    port.plugIn(lockAt('a', '', {}, { ...wellFirmware('8000000017'), refuses: () => refusal }))
    await look()
    refusal = 'busy'
    const identified = reader.identify('plug-1', never)
    await clock.advance(5000)
    expect(await identified).toMatchObject({ ok: false, error: { code: 'busy' } })
    expect(desk()).toEqual(['plug-1 busy'])
  })

  it("ends with the caller's signal and leaves the card unchanged", async () => {
    let mute = false
    const { port, look, reader, clock, desk } = start()
    port.plugIn(
      lockAt(
        'a',
        '',
        {},
        answering((report) => (mute ? null : trainingResponse(report, '8000000017'))),
      ),
    )
    await look()
    mute = true
    const caller = new AbortController()
    const identified = reader.identify('plug-1', caller.signal)
    await clock.advance(100)
    caller.abort()
    expect(await identified).toMatchObject({ ok: false, error: { code: 'silent' } })
    await clock.advance(5000)
    expect(desk()).toEqual(['plug-1 8000000017'])
  })

  it('never has two exchanges with one lock at once', async () => {
    let open = 0
    let most = 0
    const { port, look, reader, clock } = start()
    const { open: openPort } = port
    port.open = async (path, signal) => {
      const connection = await openPort(path, signal)
      most = Math.max(most, (open += 1))
      return {
        ...connection,
        close: () => {
          open -= 1
          return connection.close()
        },
      }
    }
    port.plugIn(lockAt('a', '8000000017'))
    await look()
    const three = Promise.all([1, 2, 3].map(() => reader.identify('plug-1', never)))
    await clock.advance(5000)
    expect((await three).map(({ ok }) => ok)).toEqual([true, true, true])
    expect(most).toBe(1)
    expect(open).toBe(0)
  })
})

describe('reader with changed settings', () => {
  const unknown = { vendorId: 0x0529, productId: 0x0001, product: 'Dongle', serialNumber: 'TR-8000000026' }
  const model = {
    vendorId: 0x0529,
    productId: 1,
    product: 'Dongle',
    comparedNumber: '8000000026' as ShellNumber,
    enabledAt: 0,
  }

  it('reads an unknown model as soon as it is enabled, on the same card', async () => {
    const { port, look, reader, desk, clock } = start()
    port.plugIn(lockAt('a', '', unknown))
    await look()
    expect(reader.list()[0]).toMatchObject({
      plugId: 'plug-1',
      profile: null,
      reading: { state: 'failed', reason: 'unknown-model', candidate: '8000000026' },
    })
    expect(await reader.identify('plug-1', never)).toMatchObject({
      ok: false,
      error: { code: 'unknown-model' },
    })
    reader.recognize({ ...shipped, models: [model] })
    await clock.settle()
    expect(desk()).toEqual(['plug-1 8000000026'])
    reader.recognize(shipped)
    await clock.settle()
    expect(desk()).toEqual(['plug-1 unknown-model'])
  })

  it('keeps the cards of a reader that crashed', async () => {
    const first = start()
    first.port.plugIn(lockAt('a', '8000000017', { instance: '1' }))
    first.port.plugIn(lockAt('b', '8000000018', { instance: '2' }))
    await first.look()
    const second = createReader({
      ...createWorld(),
      newPlugId: () => 'fresh',
      port: first.port,
      source: 'usb',
      recognition: shipped,
      known: first.reader.known(),
    })
    first.port.pullOut('b')
    first.port.plugIn(lockAt('b', '8000000019', { instance: '3' }))
    await second.scan('new')
    await first.clock.settle()
    expect(second.list().map(describeLock).sort()).toEqual(['fresh 8000000019', 'plug-1 8000000017'])
  })

  it('stops during a read and leaves nothing open', async () => {
    const { port, look, reader, emitted, clock } = start()
    port.plugIn(lockAt('a', '', {}, { onReport: () => undefined }))
    await look()
    await reader.stop()
    emitted.length = 0
    await clock.advance(60_000)
    expect(emitted).toEqual([])
    await expect(reader.scan('new')).rejects.toThrow('stopped')
  })
})
