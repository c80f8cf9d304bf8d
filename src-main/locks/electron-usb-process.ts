import { utilityProcess } from 'electron'
import type { UsbChild } from './usb-child'

/** What the process needs of the environment; keys and passwords that were put there for main are none of it. */
const passedOn = ['PATH', 'HOME', 'LANG', 'SystemRoot', 'SYSTEMROOT', 'windir', 'TEMP', 'TMP', 'TMPDIR']

/** Every native call holds one of these while a device takes its time; ten locks must not wait for each other. */
const threads = '16'

const environment = (): NodeJS.ProcessEnv => ({
  UV_THREADPOOL_SIZE: threads,
  ...Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  ),
})

/** Starts the built USB process (`out/main/usb-process.js`). Only after `ready`: Electron throws before. */
export const forkUsbProcess =
  (program: string): (() => UsbChild) =>
  () => {
    const child = utilityProcess.fork(program, [], {
      env: environment(),
      serviceName: 'Lock Desk USB',
      // What native libraries print is of no use on the terminal of a desktop app.
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
          // UtilityProcess.kill asks with SIGTERM, which a stopped or stuck process does not hear.
          process.kill(pid, 'SIGKILL')
        } catch {
          child.kill()
        }
      },
    }
  }
