import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, open, openSync, read, rmdirSync, write } from 'node:fs'
import { promisify } from 'node:util'
import { silent } from './answers'
import { createConfigfsDevice } from './configfs'
import { vendorReports } from './descriptors'
import { hidDescriptors, noStrings } from './functionfs-descriptors'
import { trainingDevice } from './gadget'
import type { Gadget, GadgetOptions, HidInterfaceOptions } from './gadget'
import { leaveSocket, nodesIn, takeSocket } from './socket'
import { until } from './until'

// FunctionFS passes every request of the host to a program (Documentation/usb/functionfs.rst,
// linux/usb/functionfs.h), so that this device can have feature reports, refuse, hang and send wrong data on the
// control pipe. Waiting blocks a thread: UV_THREADPOOL_SIZE must allow for three per device.

const readSome = promisify(read)
const writeSome = promisify(write)
const openFile = promisify(open)

const eventLength = 12
const events = { bind: 0, unbind: 1, enable: 2, disable: 3, setup: 4 } as const

const requests = { getReport: 0x01, setReport: 0x09, getDescriptor: 0x06 } as const
const reportDescriptorType = 0x22
const directionIn = 0x80

let made = 0
const vendorInterface: HidInterfaceOptions = { descriptor: vendorReports() }

export interface FunctionFsGadget extends Gadget {
  /** Feature reports that the host has set, as received. */
  readonly featuresSet: readonly Buffer[]
  /** The report types and IDs that the host has read or set on the control pipe, as `get 0305`. */
  readonly reportRequests: readonly string[]
}

/** A device with one HID interface whose responses all come from a program. */
export const createFunctionFsGadget = (options: GadgetOptions = {}): FunctionFsGadget => {
  const socket = takeSocket(options.socket)
  const { descriptor, reportLength = 64, boot } = options.interfaces?.[0] ?? vendorInterface
  made += 1
  const name = `ffs${made}`
  const mount = `/run/${name}`
  const device = createConfigfsDevice(
    name,
    socket,
    { ...trainingDevice, ...options },
    { [`ffs.${name}`]: {} },
  )
  mkdirSync(mount)
  execFileSync('mount', ['-t', 'functionfs', name, mount])
  const control = openSync(`${mount}/ep0`, 'r+')
  const heard: Buffer[] = []
  const featuresSet: Buffer[] = []
  const reportRequests: string[] = []
  let toHost: number | null = null
  let isIn = false
  let isEnabled = false

  const send = async (report: Uint8Array): Promise<void> => {
    if (toHost === null || !isEnabled) return
    // The host is gone or the device was unplugged meanwhile.
    await writeSome(toHost, report).catch(() => undefined)
  }

  const listen = async (fromHost: number) => {
    const buffer = Buffer.alloc(reportLength)
    while (isEnabled) {
      const { bytesRead } = await readSome(fromHost, buffer, 0, reportLength, null)
      const request = Buffer.from(buffer.subarray(0, bytesRead))
      heard.push(request)
      gadget.answer(request, (report) => void send(report))
    }
  }

  /** Reading where the host wants to read, or writing where it wants to write, refuses (functionfs.h, “stall”). */
  const refuse = (isIncoming: boolean) =>
    isIncoming ? writeSome(control, Buffer.alloc(1)) : readSome(control, Buffer.alloc(1), 0, 1, null)

  const carryOut = async (setup: Buffer) => {
    const [requestType = 0, request] = setup
    const value = setup.readUInt16LE(2)
    const length = setup.readUInt16LE(6)
    const isOut = (requestType & directionIn) === 0
    if (request === requests.getReport || request === requests.setReport) {
      reportRequests.push(`${isOut ? 'set' : 'get'} ${value.toString(16).padStart(4, '0')}`)
    }
    if (request === requests.getDescriptor && value >> 8 === reportDescriptorType) {
      await writeSome(control, descriptor.subarray(0, length))
    } else if (request === requests.getReport && !isOut) {
      const report = await gadget.feature(value & 0xff)
      if (report === null) await refuse(false)
      else await writeSome(control, report.subarray(0, length))
    } else if (isOut) {
      const data = Buffer.alloc(Math.max(1, length))
      const { bytesRead } = await readSome(control, data, 0, data.length, null)
      if (request === requests.setReport) featuresSet.push(data.subarray(0, bytesRead))
    } else {
      await refuse(false)
    }
  }

  const serve = async () => {
    const buffer = Buffer.alloc(4 * eventLength)
    // Unplugging unbinds, which is the last event.
    for (let isBound = true; isBound;) {
      const { bytesRead } = await readSome(control, buffer, 0, buffer.length, null)
      for (let at = 0; at + eventLength <= bytesRead; at += eventLength) {
        const type = buffer[at + 8]
        if (type === events.enable) {
          isEnabled = true
          toHost ??= await openFile(`${mount}/ep1`, 'w')
          const fromHost = await openFile(`${mount}/ep2`, 'r')
          void listen(fromHost)
            .catch(() => undefined)
            .finally(() => closeSync(fromHost))
        } else if (type === events.disable || type === events.unbind) {
          isEnabled = false
          isBound = type !== events.unbind
        } else if (type === events.setup) {
          // A request that was canceled meanwhile fails here, and the next event tells why.
          await carryOut(Buffer.from(buffer.subarray(at, at + 8))).catch(() => undefined)
        }
      }
    }
  }

  let serving: Promise<void> = Promise.resolve()
  const ready = (async () => {
    const { otherClasses } = options
    const hid = { descriptorLength: descriptor.length, reportLength, boot, otherClasses }
    await writeSome(control, hidDescriptors(hid))
    await writeSome(control, noStrings())
  })()

  const gadget: FunctionFsGadget = {
    socket,
    answer: options.answer ?? silent,
    feature: options.feature ?? (() => null),
    heard,
    featuresSet,
    reportRequests,
    plugIn: async () => {
      await ready
      isIn = true
      device.plugIn()
      serving = serve().catch(() => undefined)
      return until(`the host configures the device in socket ${socket}`, async () => {
        const found = await nodesIn(socket)
        return found.length > 0 && found.every((node) => existsSync(node)) && found
      })
    },
    pullOut: async () => {
      if (!isIn) return
      isIn = false
      isEnabled = false
      device.pullOut()
      await serving
      if (toHost !== null) closeSync(toHost)
      toHost = null
      await until(`the host removes the device in socket ${socket}`, async () => {
        return (await nodesIn(socket)).length === 0
      })
    },
    remove: async () => {
      await gadget.pullOut()
      await ready
      closeSync(control)
      execFileSync('umount', [mount])
      rmdirSync(mount)
      device.remove()
      leaveSocket(socket)
    },
    send,
  }
  return gadget
}
