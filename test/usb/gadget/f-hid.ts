import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, constants, existsSync, openSync, readFileSync, readdirSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { silent } from './answers'
import { createConfigfsDevice } from './configfs'
import { vendorReports } from './descriptors'
import { trainingDevice } from './gadget'
import type { Gadget, GadgetOptions } from './gadget'
import { leaveSocket, nodesIn, takeSocket } from './socket'
import { pause, until } from './until'

let made = 0

/** `/dev/hidg1` by the number that the kernel gave the function. */
const deviceNode = (functionFolder: string): string => {
  const number = readFileSync(join(functionFolder, 'dev'), 'utf8').trim()
  const name = readdirSync('/sys/class/hidg').find(
    (each) => readFileSync(`/sys/class/hidg/${each}/dev`, 'utf8').trim() === number,
  )
  if (name === undefined) throw new Error(`no hidg node for ${number}`)
  return `/dev/${name}`
}

/**
 * A device with the kernel's HID function (`usb_f_hid`), at most four interfaces in total at a time. It receives
 * output reports on the interrupt endpoint and responds there.
 */
export const createHidGadget = (options: GadgetOptions = {}): Gadget => {
  const socket = takeSocket(options.socket)
  const interfaces = options.interfaces ?? [{ descriptor: vendorReports() }]
  made += 1
  const functions = Object.fromEntries(
    interfaces.map(({ descriptor, reportLength = 64 }, index) => [
      `hid.lock${made}-${index}`,
      { protocol: '0', subclass: '0', report_length: String(reportLength), report_desc: descriptor },
    ]),
  )
  const device = createConfigfsDevice(`lock${made}`, socket, { ...trainingDevice, ...options }, functions)
  const heard: Buffer[] = []
  let readers: ChildProcess[] = []
  let writers: number[] = []
  let isIn = false

  const send = async (report: Uint8Array, writer = writers[0]): Promise<void> => {
    while (isIn && writer !== undefined) {
      try {
        writeSync(writer, report)
        return
      } catch (error) {
        // The host has not fetched the previous report; it does once the node is open.
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
        await pause(2)
      }
    }
  }

  /** `cat` waits for requests, so that no thread of this process blocks in a read. */
  const listen = (node: string, index: number) => {
    const length = interfaces[index]?.reportLength ?? 64
    const writer = openSync(node, constants.O_WRONLY | constants.O_NONBLOCK)
    const reader = spawn('cat', [node], { stdio: ['ignore', 'pipe', 'ignore'] })
    writers.push(writer)
    readers.push(reader)
    let rest = Buffer.alloc(0)
    reader.stdout.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes])
      for (; rest.length >= length; rest = rest.subarray(length)) {
        const request = Buffer.from(rest.subarray(0, length))
        heard.push(request)
        gadget.answer(request, (report) => void send(report, writer))
      }
    })
  }

  const gadget: Gadget = {
    socket,
    answer: options.answer ?? silent,
    feature: options.feature ?? (() => null),
    heard,
    plugIn: async () => {
      isIn = true
      device.plugIn()
      // The kernel creates the nodes when the functions are bound; earlier requests wait there.
      Object.keys(functions).forEach((name, index) => listen(deviceNode(device.folderOf(name)), index))
      return until(`the host configures the device in socket ${socket}`, async () => {
        const found = await nodesIn(socket)
        return found.length >= interfaces.length && found.every((node) => existsSync(node)) && found
      })
    },
    pullOut: async () => {
      if (!isIn) return
      isIn = false
      for (const reader of readers) reader.kill('SIGKILL')
      for (const writer of writers) closeSync(writer)
      readers = []
      writers = []
      device.pullOut()
      await until(`the host removes the device in socket ${socket}`, async () => {
        return (await nodesIn(socket)).length === 0
      })
    },
    remove: async () => {
      await gadget.pullOut()
      device.remove()
      leaveSocket(socket)
    },
    send: (report) => send(report),
  }
  return gadget
}
