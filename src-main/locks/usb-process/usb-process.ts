import '../../../src-system/trusted-environment'
import { watchUsb } from '../hid/hot-plug'
import { createNodeHidPort } from '../hid/node-hid-port'
import { systemDeviceDeps } from '../hid/device-deps'
import { runUsbWorker } from './usb-worker'
import type { ParentPort } from './usb-worker'

// The program that accesses USB devices. A separate process, because native USB code sometimes crashes
// (https://github.com/node-hid/node-hid/issues/540, /554, /559); main then restarts it.

interface ElectronParentPort {
  postMessage(message: object): void
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown
  on(event: 'close', listener: () => void): unknown
}

const isParentPort = (port: unknown): port is ElectronParentPort =>
  typeof port === 'object' && port !== null && 'postMessage' in port && 'on' in port

/** `process.parentPort` in an Electron utility process, IPC in a forked Node process; null when run by hand. */
const findParentPort = (self: NodeJS.Process): ParentPort | null => {
  // Only Electron defines it, although the types declare it always.
  const port: unknown = Reflect.get(self, 'parentPort')
  if (isParentPort(port)) {
    return {
      send: (message) => port.postMessage(message),
      onMessage: (listener) => void port.on('message', ({ data }) => listener(data)),
      onClosed: (listener) => void port.on('close', listener),
    }
  }
  if (self.send === undefined) return null
  return {
    // Without the callback, sending on a closed channel would throw.
    send: (message) => void self.send?.(message, undefined, undefined, () => undefined),
    onMessage: (listener) => void self.on('message', listener),
    onClosed: (listener) => void self.once('disconnect', listener),
  }
}

const parent = findParentPort(process)
if (parent === null) {
  process.stderr.write('This program is started by Lock Desk and does nothing by itself.\n')
  process.exitCode = 2
} else {
  runUsbWorker({
    ...systemDeviceDeps,
    parent,
    port: createNodeHidPort(),
    watchEvents: watchUsb,
    exit: (code) => process.exit(code),
  })
}
