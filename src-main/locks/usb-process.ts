import { watchUsb } from './hot-plug'
import { createNodeHidPort } from './node-hid-port'
import { outsideWorld } from './outside-world'
import { findParent } from './parent-link'
import { runUsbWorker } from './usb-worker'

// The program that touches hardware. It is a process of its own because native USB code crashes now and then
// (https://github.com/node-hid/node-hid/issues/540, /554, /559): main goes on and starts it again.

const parent = findParent(process)
if (parent === null) {
  process.stderr.write('This program is started by Lock Desk and does nothing by itself.\n')
  process.exitCode = 2
} else {
  runUsbWorker({
    ...outsideWorld,
    parent,
    port: createNodeHidPort(),
    watchEvents: watchUsb,
    exit: (code) => process.exit(code),
  })
}
