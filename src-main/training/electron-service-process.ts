import { utilityProcess } from 'electron'
import type { LaunchService } from './training-service'

/** The service's answer to `{ returnLock: assetNum }`. */
interface LockReturned {
  readonly assetNum: string
  readonly isReturned: boolean
}

/** Runs the service in Electron's own Node, so that nothing else needs to be installed. */
export const launchInUtilityProcess =
  (program: string): LaunchService =>
  (args, input) => {
    const child = utilityProcess.fork(program, [...args], {
      stdio: 'pipe',
      serviceName: 'Lock Desk training service',
    })
    child.postMessage(input)
    return {
      onOutput: (listener) => {
        child.stdout?.on('data', (bytes: Buffer) => listener(bytes.toString('utf8')))
        child.stderr?.on('data', (bytes: Buffer) => listener(bytes.toString('utf8')))
      },
      onExit: (listener) => child.once('exit', (code) => listener(code)),
      stop: () => child.postMessage('stop'),
      kill: () => void child.kill(),
      returnLock: (assetNum) =>
        new Promise((resolve) => {
          const settle = (isReturned: boolean): void => {
            child.off('message', onMessage)
            child.off('exit', onExit)
            resolve(isReturned)
          }
          const onMessage = (answer: LockReturned): void => {
            if (answer.assetNum === assetNum) settle(answer.isReturned)
          }
          const onExit = (): void => settle(false)
          child.on('message', onMessage)
          child.once('exit', onExit)
          child.postMessage({ returnLock: assetNum })
        }),
    }
  }
