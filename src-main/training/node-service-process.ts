import { spawn } from 'node:child_process'
import type { LaunchService } from './training-service'

/** The service in plain Node, for the shell. */
export const launchInNode =
  (program: string): LaunchService =>
  (args) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    return {
      onOutput: (listener) => {
        child.stdout.on('data', (bytes: Buffer) => listener(bytes.toString('utf8')))
        child.stderr.on('data', (bytes: Buffer) => listener(bytes.toString('utf8')))
      },
      onExit: (listener) => child.once('exit', (code) => listener(code)),
      stop: () => void child.kill('SIGTERM'),
      kill: () => void child.kill('SIGKILL'),
    }
  }
