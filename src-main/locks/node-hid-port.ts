import { HIDAsync, devicesAsync, setDriverType } from 'node-hid'
import type { Device } from 'node-hid'
import { longestDeviceText } from './bounded-pattern'
import { unlessAborted } from './clock'
import { classifyHidError } from './hid-errors'
import type { HidStage } from './hid-errors'
import { HidError } from './hid-port'
import type { HidConnection, HidEntry, HidPort } from './hid-port'
import { hidrawFingerprint, hidrawSeat } from './linux-hidraw'
import { createReportQueue } from './report-queue'

/** What a device's texts may not do: hide, or turn the direction of what stands around them. */
const controls = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

const cleaned = (text: string | undefined): string | null => {
  const clean = text?.replace(controls, '').trim().slice(0, longestDeviceText)
  return clean === undefined || clean === '' ? null : clean
}

/** What of node-hid is used, so that a test can play each system's part in its place. */
export interface HidHandle {
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'data', listener: (report: Buffer) => void): unknown
  write(report: Buffer): Promise<number>
  getFeatureReport(reportId: number, length: number): Promise<Buffer>
  sendFeatureReport(report: Buffer): Promise<number>
  close(): Promise<void>
}
export interface HidBinding {
  devices(): Promise<Device[]>
  open(path: string, options: { readonly nonExclusive: boolean }): Promise<HidHandle>
}

const nodeHid = (platform: NodeJS.Platform): HidBinding => {
  // Its libusb build takes the device away from the kernel driver and so from every other program.
  if (platform === 'linux') setDriverType('hidraw')
  return { devices: () => devicesAsync(), open: (path, options) => HIDAsync.open(path, { ...options }) }
}

const seatOn = (platform: NodeJS.Platform, path: string) => {
  if (platform === 'linux') return hidrawSeat(path)
  // On macOS the path is the registry entry's id, which is new for every attachment (hidapi, mac/hid.c, DevSrvsID).
  // On Windows it belongs to the port or the serial number.
  return Promise.resolve({ instance: platform === 'darwin' ? path : null, physical: null })
}

const entryOf = async (device: Device, platform: NodeJS.Platform): Promise<HidEntry[]> => {
  const { path } = device
  if (path === undefined) return []
  return [
    {
      path,
      vendorId: device.vendorId,
      productId: device.productId,
      usagePage: device.usagePage ?? null,
      usage: device.usage ?? null,
      interface: device.interface >= 0 ? device.interface : null,
      product: cleaned(device.product),
      manufacturer: cleaned(device.manufacturer),
      serialNumber: cleaned(device.serialNumber),
      ...(await seatOn(platform, path)),
    },
  ]
}

const connectionOf = (device: HidHandle, path: string, platform: NodeJS.Platform): HidConnection => {
  const reports = createReportQueue()
  const classify = (error: unknown, stage: HidStage = 'talk') =>
    classifyHidError(error, { path, stage, platform })
  let listening = false
  let closing: Promise<void> | null = null

  // Reading runs on a thread of its own, so that a silent lock holds up neither the others nor the listing.
  const listen = () => {
    if (listening) return
    listening = true
    // The listener for errors comes first: without one they would end the process, and `data` starts the reading
    // (https://github.com/node-hid/node-hid/issues/520).
    device.on('error', (error: unknown) => {
      void classify(error).then(reports.fail)
    })
    device.on('data', (report: Buffer) => reports.push(Uint8Array.from(report)))
  }

  const call = async <Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> => {
    if (closing !== null) throw new HidError('gone', 'This connection is closed.')
    const done = work().catch(async (error: unknown) => {
      throw await classify(error)
    })
    return unlessAborted(signal, done)
  }

  return {
    write: (report, signal) =>
      call(signal, async () => {
        await device.write(Buffer.from(report))
      }),
    read: (signal) => {
      listen()
      return reports.take(signal)
    },
    getFeature: (reportId, length, signal) =>
      call(signal, async () => Uint8Array.from(await device.getFeatureReport(reportId, length))),
    sendFeature: (report, signal) =>
      call(signal, async () => {
        await device.sendFeatureReport(Buffer.from(report))
      }),
    close: () => {
      reports.fail(new HidError('gone', 'This connection is closed.'))
      // Once only: a second close of the same handle is an error in the binding.
      closing ??= device.close()
      return closing
    },
  }
}

/**
 * The HID devices of this computer, over node-hid. How systems differ is settled here and in three other places: what
 * an error means in hid-errors.ts, one path listed once for each usage in physical-devices.ts, swaps on one seat in
 * physical-devices.ts and reader.ts. Report ids: hidapi wants one in front of all that is sent, 0 for a device without
 * them, and takes it away again where the wire has none (https://github.com/node-hid/node-hid/issues/187); what is
 * read begins with it only where the device numbers its reports, on all systems alike. A feature report always begins
 * with it; Windows may give a byte more at its end (https://github.com/libusb/hidapi/issues/589), which no profile
 * reads.
 */
export const createNodeHidPort = (
  platform: NodeJS.Platform = process.platform,
  binding: HidBinding = nodeHid(platform),
): HidPort => ({
  list: async (signal) => {
    signal.throwIfAborted()
    const devices = await unlessAborted(signal, binding.devices())
    return (await Promise.all(devices.map((device) => entryOf(device, platform)))).flat()
  },
  open: async (path, signal) => {
    signal.throwIfAborted()
    // Exclusive is the default on macOS alone: the app would lock out the lock's own software, and be locked out by
    // it (https://github.com/node-hid/node-hid/issues/547, /552). Windows and Linux always share.
    const opening = binding.open(path, { nonExclusive: true }).catch(async (error: unknown) => {
      throw await classifyHidError(error, { path, stage: 'open', platform })
    })
    try {
      const device = await unlessAborted(signal, opening)
      return connectionOf(device, path, platform)
    } catch (error) {
      // Opened after all, when nobody waits for it any more.
      void opening.then((device) => device.close()).catch(() => undefined)
      throw error
    }
  },
  fingerprint: () => (platform === 'linux' ? hidrawFingerprint() : Promise.resolve(null)),
})
