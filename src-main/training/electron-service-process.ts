import { utilityProcess } from 'electron'
import type { LaunchService } from './training-service'

/** The service in Electron's own Node: nothing but the app has to be installed. */
export const launchInUtilityProcess =
  (program: string): LaunchService =>
  (args) => {
    const child = utilityProcess.fork(program, [...args], {
      stdio: 'pipe',
      serviceName: 'Lock Desk training service',
    })
    return {
      onOutput: (listener) => {
        child.stdout?.on('data', (bytes: Buffer) => listener(bytes.toString('utf8')))
        child.stderr?.on('data', (bytes: Buffer) => listener(bytes.toString('utf8')))
      },
      onExit: (listener) => child.once('exit', (code) => listener(code)),
      stop: () => child.postMessage('stop'),
      kill: () => void child.kill(),
    }
  }
