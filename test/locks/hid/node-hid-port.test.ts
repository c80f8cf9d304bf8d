import { describe, expect, it } from 'vitest'
import { HidError } from '../../../src-main/locks/hid/hid-port'
import { createNodeHidPort } from '../../../src-main/locks/hid/node-hid-port'
import type { HidBinding, HidHandle } from '../../../src-main/locks/hid/node-hid-port'
import { physicalDevices } from '../../../src-main/locks/hid/physical-devices'
import { readNumber } from '../../../src-main/locks/reader/read-number'
import { trainingResponse } from '../../../src-main/locks/simulator/firmware'
import { hidEntry, trainingProfile } from '../support/devices'
import { createWorld } from '../support/world'

const never = new AbortController().signal

/** node-hid as on some system, with a record of its calls. */
const fakeBinding = (handle: Partial<HidHandle> = {}, part: Partial<HidBinding> = {}) => {
  const calls: string[] = []
  const listeners = new Map<string, (value: never) => void>()
  const complete: HidHandle = {
    on: (event: string, listener: (value: never) => void) => {
      calls.push(`on ${event}`)
      return listeners.set(event, listener)
    },
    write: (report) => {
      calls.push(`write ${report.subarray(0, 4).toString('hex')} of ${report.length}`)
      return Promise.resolve(report.length)
    },
    getFeatureReport: (reportId, length) => {
      calls.push(`get ${reportId} ${length}`)
      return Promise.resolve(Buffer.alloc(length))
    },
    sendFeatureReport: (report) => Promise.resolve(report.length),
    close: () => {
      calls.push('close')
      return Promise.resolve()
    },
    ...handle,
  }
  const binding: HidBinding = {
    devices: () => Promise.resolve([]),
    open: (path, options) => {
      calls.push(`open ${path} ${JSON.stringify(options)}`)
      return Promise.resolve(complete)
    },
    ...part,
  }
  return {
    binding,
    asked: calls,
    tell: (event: 'data' | 'error', value: unknown) => listeners.get(event)?.(value as never),
  }
}
const kindOf = (error: unknown) => (error instanceof HidError ? error.kind : String(error))
const refusedAs = (work: Promise<unknown>) => work.then(() => 'done', kindOf)

const device = (changes: object) => ({
  vendorId: 0x1209,
  productId: 1,
  release: 1,
  interface: -1,
  path: 'p',
  ...changes,
})

describe('the HID port on every system', () => {
  it('opens shared, since macOS would open exclusively', async () => {
    const { binding, asked: calls } = fakeBinding()
    await createNodeHidPort('darwin', binding).open('DevSrvsID:1', never)
    expect(calls).toEqual(['open DevSrvsID:1 {"nonExclusive":true}'])
  })

  it('listens for errors before it reads, and accepts plain strings', async () => {
    const { binding, asked: calls, tell } = fakeBinding()
    const connection = await createNodeHidPort('win32', binding).open('p', never)
    const read = refusedAs(connection.read(never))
    expect(calls.slice(1)).toEqual(['on error', 'on data'])
    tell('error', 'could not read from HID device: ReadFile: (0x0000048F) Das Gerät ist nicht angeschlossen.')
    expect(await read).toBe('gone')
  })

  it('closes once, whatever follows', async () => {
    const { binding, asked: calls } = fakeBinding()
    const connection = await createNodeHidPort('linux', binding).open('/dev/hidraw0', never)
    await Promise.all([connection.close(), connection.close()])
    expect(calls.filter((what) => what === 'close')).toHaveLength(1)
    expect(await refusedAs(connection.write(new Uint8Array(65), never))).toBe('gone')
    expect(await refusedAs(connection.read(never))).toBe('gone')
  })

  it('closes a handle that opens after the caller gave up', async () => {
    const opened: ((handle: HidHandle) => void)[] = []
    const fake = fakeBinding()
    const port = createNodeHidPort('win32', {
      ...fake.binding,
      open: () => new Promise((resolve) => void opened.push(resolve)),
    })
    const impatient = new AbortController()
    const opening = refusedAs(port.open('p', impatient.signal))
    impatient.abort(new Error('too long'))
    expect(await opening).toContain('too long')
    opened[0]?.(await fake.binding.open('p', { nonExclusive: true }))
    await new Promise((done) => setImmediate(done))
    expect(fake.asked.at(-1)).toBe('close')
  })

  it('removes control characters from device names and limits their length', async () => {
    const port = createNodeHidPort('win32', {
      ...fakeBinding().binding,
      devices: () =>
        Promise.resolve([
          device({ product: `\u0000\u001b[31mEvil\u0085${'x'.repeat(500)}`, serialNumber: ' \u0000 ' }),
        ]),
    })
    const [entry] = await port.list(never)
    expect(entry?.product).toBe(`[31mEvil${'x'.repeat(118)}`)
    expect(entry?.serialNumber).toBeNull()
    expect(entry?.interface).toBeNull()
  })
})

describe('the HID port on Windows', () => {
  it.each([
    ['(0x00000020) Der Prozess kann nicht auf die Datei zugreifen', 'busy'],
    ['(0x00000020) 另一个程序正在使用此文件，进程无法访问。', 'busy'],
    ['(0x00000005) 拒绝访问。', 'no-permission'],
    ['(0x00000002) Le fichier spécifié est introuvable.', 'gone'],
  ])('reads the reason of a failed open from the code alone: %s', async (message, kind) => {
    const port = createNodeHidPort('win32', {
      ...fakeBinding().binding,
      open: () => Promise.reject(new Error(`cannot open device with path p: open_device: ${message}`)),
    })
    expect(await refusedAs(port.open('p', never))).toBe(kind)
  })

  it('reports a busy lock that opens and denies the first write, and reads it once it is free', async () => {
    let held = true
    const { binding, tell } = fakeBinding({
      write: (report) => {
        if (held)
          return Promise.reject(new Error('Cannot write to hid device: WriteFile: (0x00000005) 拒绝访问。'))
        const answer = trainingResponse(report, '8000000017')
        if (answer !== null) setImmediate(() => tell('data', Buffer.from(answer)))
        return Promise.resolve(report.length)
      },
    })
    const world = createWorld()
    const deps = { ...world, port: createNodeHidPort('win32', binding) }
    const read = async () => {
      const reading = readNumber(deps, hidEntry({ path: 'p' }), trainingProfile, never)
      await world.clock.advance(5000)
      return reading
    }
    expect(await read()).toMatchObject({ ok: false, error: { code: 'busy' } })
    held = false
    expect(await read()).toEqual({ ok: true, value: '8000000017' })
  })

  it('joins the collections of one interface, each with its own path, into one device', async () => {
    const port = createNodeHidPort('win32', {
      ...fakeBinding().binding,
      devices: () =>
        Promise.resolve([
          device({
            path: String.raw`\\?\hid#vid_1209&mi_00&col01`,
            usagePage: 0xff00,
            usage: 1,
            interface: 0,
          }),
          device({
            path: String.raw`\\?\hid#vid_1209&mi_00&col02`,
            usagePage: 0xff00,
            usage: 2,
            interface: 0,
          }),
        ]),
    })
    expect(physicalDevices(await port.list(never))).toHaveLength(1)
  })
})

describe('the HID port on macOS', () => {
  it('opens a path once that is listed once per usage', async () => {
    const port = createNodeHidPort('darwin', {
      ...fakeBinding().binding,
      devices: () =>
        Promise.resolve([1, 2, 3].map((usage) => device({ path: 'DevSrvsID:1', usagePage: 0xff00, usage }))),
    })
    const devices = physicalDevices(await port.list(never))
    expect(devices.map(({ interfaces }) => interfaces.length)).toEqual([1])
    expect(devices[0]?.interfaces[0]?.usages).toHaveLength(3)
    expect(devices[0]?.distinguishesPlugIns).toBe(true)
  })

  it.each([
    ['(0xE00002C5) (iokit/common) exclusive access and device already open', 'busy'],
    ['(0xE00002E2) (iokit/common) not permitted', 'no-permission'],
  ])('reads the reason of a failed open: %s', async (message, kind) => {
    const port = createNodeHidPort('darwin', {
      ...fakeBinding().binding,
      open: () =>
        Promise.reject(new Error(`hid_open_path: failed to open IOHIDDevice from mach entry: ${message}`)),
    })
    expect(await refusedAs(port.open('DevSrvsID:1', never))).toBe(kind)
  })
})

describe('report IDs', () => {
  it('precede sent data, 0 without report IDs, and a received feature report', async () => {
    const { binding, asked: calls } = fakeBinding()
    const connection = await createNodeHidPort('linux', binding).open('p', never)
    await connection.write(Uint8Array.from([0, 0x4c, 0x44, ...new Uint8Array(62)]), never)
    await connection.getFeature(7, 9, never)
    expect(calls.slice(1)).toEqual(['write 004c4400 of 65', 'get 7 9'])
  })
})
