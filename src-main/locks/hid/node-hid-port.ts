import { HIDAsync, devicesAsync, setDriverType } from 'node-hid'
import type { Device } from 'node-hid'
import { maxDeviceTextLength } from '../profiles/regex-safety'
import { unlessAborted } from '../../util/async'
import { classifyHidError } from './hid-errors'
import type { HidStage } from './hid-errors'
import { HidError } from './hid-port'
import type { HidConnection, HidEntry, HidPort } from './hid-port'
import { hidrawDescriptor, hidrawFingerprint, hidrawInterfaceKey } from './linux-hidraw'
import { createReportQueue } from './report-queue'
import { readClasses } from './usb-classes'
import type { ClassesOf } from './usb-classes'

/** Control and bidirectional characters, which could hide or reorder text on the page. */
const controls = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

const visibleOrNull = (text: string | undefined): string | null => {
  const clean = text?.replace(controls, '').trim().slice(0, maxDeviceTextLength)
  return clean === undefined || clean === '' ? null : clean
}

/** The used part of node-hid, so that tests can simulate each system. */
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
  // node-hid's libusb build detaches the kernel driver, which cuts off every other program.
  if (platform === 'linux') setDriverType('hidraw')
  return { devices: () => devicesAsync(), open: (path, options) => HIDAsync.open(path, { ...options }) }
}

const instanceOn = (platform: NodeJS.Platform, path: string) => {
  if (platform === 'linux') return hidrawInterfaceKey(path)
  // On macOS the path is the registry entry's ID, which is new for every plug-in (hidapi, mac/hid.c,
  // DevSrvsID). On Windows it depends on the port or the serial number.
  return Promise.resolve({ instance: platform === 'darwin' ? path : null, physical: null })
}

const hidEntriesOf = async (
  device: Device,
  platform: NodeJS.Platform,
  classesOf: ClassesOf,
): Promise<HidEntry[]> => {
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
      product: visibleOrNull(device.product),
      manufacturer: visibleOrNull(device.manufacturer),
      serialNumber: visibleOrNull(device.serialNumber),
      interfaceClasses: classesOf(device),
      ...(await instanceOn(platform, path)),
    },
  ]
}

const connectionOf = (device: HidHandle, path: string, platform: NodeJS.Platform): HidConnection => {
  const reports = createReportQueue()
  const classify = (error: unknown, stage: HidStage = 'talk') =>
    classifyHidError(error, { path, stage, platform })
  let listening = false
  let closing: Promise<void> | null = null

  // Reading has its own thread, so that a silent lock blocks neither others nor the listing.
  const listen = () => {
    if (listening) return
    listening = true
    // The error listener must be added first: without one, errors end the process, and adding `data` starts
    // reading (https://github.com/node-hid/node-hid/issues/520).
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
      // Only once: closing a handle twice is an error in the binding.
      closing ??= device.close()
      return closing
    },
  }
}

/**
 * The HID devices of this computer, through node-hid. System differences are handled here and in three other
 * places: error codes in hid-errors.ts, paths listed once per usage in physical-devices.ts, and undetected
 * swaps in physical-devices.ts and reader.ts. Report IDs: hidapi needs one before everything sent, 0 for
 * devices without them, and removes it where the wire has none
 * (https://github.com/node-hid/node-hid/issues/187); input reports start with it only if the device numbers its
 * reports, on all systems. A feature report always starts with it; Windows may add a byte at the end
 * (https://github.com/libusb/hidapi/issues/589), which no profile reads.
 */
export const createNodeHidPort = (
  platform: NodeJS.Platform = process.platform,
  binding: HidBinding = nodeHid(platform),
  // Linux provides them per device in sysfs.
  classes: () => Promise<ClassesOf> = platform === 'linux' ? () => Promise.resolve(() => []) : readClasses,
): HidPort => ({
  list: async (signal) => {
    signal.throwIfAborted()
    const devices = await unlessAborted(signal, binding.devices())
    const classesOf = await unlessAborted(signal, classes())
    return (await Promise.all(devices.map((device) => hidEntriesOf(device, platform, classesOf)))).flat()
  },
  open: async (path, signal) => {
    signal.throwIfAborted()
    // Only macOS opens exclusively by default, which would lock out the lock's own software or be blocked by it
    // (https://github.com/node-hid/node-hid/issues/547, /552). Windows and Linux always share.
    const opening = binding.open(path, { nonExclusive: true }).catch(async (error: unknown) => {
      throw await classifyHidError(error, { path, stage: 'open', platform })
    })
    try {
      const device = await unlessAborted(signal, opening)
      return connectionOf(device, path, platform)
    } catch (error) {
      // The device opened after the wait was aborted: close it.
      void opening.then((device) => device.close()).catch(() => undefined)
      throw error
    }
  },
  // node-hid does not give it, and opening a device to ask would be too much.
  descriptor: (path) => (platform === 'linux' ? hidrawDescriptor(path) : Promise.resolve(null)),
  fingerprint: () => (platform === 'linux' ? hidrawFingerprint() : Promise.resolve(null)),
})
