import { utilityProcess } from 'electron'
import type { UsbChild } from './usb-child'
import { usbEnvironment } from './usb-environment'

/** Starts the built USB process (`out/main/usb-process.js`). Only after `ready`: Electron throws before. */
export const forkUsbProcess =
  (program: string): (() => UsbChild) =>
  () => {
    const child = utilityProcess.fork(program, [], {
      env: usbEnvironment(process.env),
      serviceName: 'Lock Desk USB',
      // Native libraries' output is useless in a desktop app.
      stdio: 'ignore',
    })
    return {
      send: (message) => child.postMessage(message),
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void child.once('exit', (code) => listener(`exit code ${code}`)),
      kill: () => {
        const { pid } = child
        if (pid === undefined) return
        try {
          // UtilityProcess.kill sends SIGTERM, which a stuck process does not handle.
          process.kill(pid, 'SIGKILL')
        } catch {
          child.kill()
        }
      },
    }
  }
