import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, readlinkSync, writeSync } from 'node:fs'
import { silent } from './answers'
import type { Answer, FeatureAnswer } from './answers'
import { vendorReports } from './descriptors'
import { trainingDevice } from './gadget'
import { until } from './until'

// A HID device without USB: the kernel's HID layer and hidraw are real, its reports come from here
// (Documentation/hid/uhid.rst, linux/uhid.h; every event is one struct of 4380 bytes).

const eventLength = 4380
const dataLength = 4096
const usbBus = 3
const types = {
  destroy: 1,
  output: 6,
  getReport: 9,
  getReportReply: 10,
  create: 11,
  input: 12,
  setReport: 13,
  setReportReply: 14,
} as const
const inputOutputError = 5

export interface UhidOptions {
  readonly vendorId?: number
  readonly productId?: number
  readonly product?: string
  readonly serialNumber?: string
  readonly descriptor?: Uint8Array
  readonly answer?: Answer
  readonly feature?: FeatureAnswer
}

export interface UhidDevice {
  answer: Answer
  feature: FeatureAnswer
  readonly node: string
  readonly featuresSet: readonly Buffer[]
  send(report: Uint8Array): void
  remove(): Promise<void>
}

const nodesNow = () => readdirSync('/sys/class/hidraw').map((name) => `/dev/${name}`)

const createEvent = (options: Required<Omit<UhidOptions, 'answer' | 'feature'>>): Buffer => {
  // u32 type; u8 name[128], phys[64], uniq[64]; u16 rd_size, bus; u32 vendor, product, version, country; u8 rd_data[]
  const event = Buffer.alloc(eventLength)
  event.writeUInt32LE(types.create, 0)
  event.write(options.product, 4, 127, 'utf8')
  event.write(options.serialNumber, 4 + 128 + 64, 63, 'utf8')
  const at = 4 + 128 + 64 + 64
  event.writeUInt16LE(options.descriptor.length, at)
  event.writeUInt16LE(usbBus, at + 2)
  event.writeUInt32LE(options.vendorId, at + 4)
  event.writeUInt32LE(options.productId, at + 8)
  event.set(options.descriptor, at + 20)
  return event
}

export const createUhidDevice = async (options: UhidOptions = {}): Promise<UhidDevice> => {
  const handle = openSync('/dev/uhid', 'r+')
  // The same open file for both: this process writes, `cat` waits for events without blocking a thread here.
  const reader = spawn('cat', { stdio: [handle, 'pipe', 'ignore'] })
  const featuresSet: Buffer[] = []

  const put = (type: number, fill: (event: Buffer) => void) => {
    const event = Buffer.alloc(eventLength)
    event.writeUInt32LE(type, 0)
    fill(event)
    writeSync(handle, event)
  }
  const send = (report: Uint8Array) =>
    put(types.input, (event) => {
      event.writeUInt16LE(report.length, 4)
      event.set(report, 6)
    })

  const hear = async (event: Buffer) => {
    const type = event.readUInt32LE(0)
    if (type === types.output) {
      const size = event.readUInt16LE(4 + dataLength)
      // Without report IDs, hidraw still has a leading zero.
      const report = event.subarray(4, 4 + size)
      device.answer(Buffer.from(report[0] === 0 ? report.subarray(1) : report), send)
    } else if (type === types.getReport) {
      const id = event.readUInt32LE(4)
      const report = await device.feature(event[8] ?? 0)
      put(types.getReportReply, (reply) => {
        reply.writeUInt32LE(id, 4)
        reply.writeUInt16LE(report === null ? inputOutputError : 0, 8)
        reply.writeUInt16LE(report?.length ?? 0, 10)
        reply.set(report ?? [], 12)
      })
    } else if (type === types.setReport) {
      // u32 id; u8 rnum, rtype; u16 size; u8 data[]
      const size = event.readUInt16LE(10)
      featuresSet.push(Buffer.from(event.subarray(12, 12 + size)))
      put(types.setReportReply, (reply) => reply.writeUInt32LE(event.readUInt32LE(4), 4))
    }
  }
  let rest = Buffer.alloc(0)
  reader.stdout?.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes])
    for (; rest.length >= eventLength; rest = rest.subarray(eventLength)) {
      void hear(Buffer.from(rest.subarray(0, eventLength))).catch(() => undefined)
    }
  })

  const before = new Set(nodesNow())
  const device = {
    answer: options.answer ?? silent,
    feature: options.feature ?? (() => null),
    featuresSet,
    node: '',
    send,
    remove: async () => {
      reader.kill('SIGKILL')
      put(types.destroy, () => undefined)
      closeSync(handle)
      await until('the uhid device is removed', () => !nodesNow().includes(device.node))
    },
  }
  writeSync(
    handle,
    createEvent({ ...trainingDevice, serialNumber: '', descriptor: vendorReports(), ...options }),
  )
  device.node = await until('the uhid device is added', () => {
    const fresh = nodesNow().find((node) => !before.has(node) && existsSync(node))
    // Of several simultaneous ones, the one that is not on USB.
    return (
      fresh !== undefined && readlinkSync(`/sys/class/hidraw/${fresh.slice(5)}`).includes('/uhid/') && fresh
    )
  })
  return device
}
