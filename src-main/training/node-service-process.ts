import { spawn } from 'node:child_process'
import type { LaunchService } from './training-service'

/** Runs the service in plain Node, for the command line. */
export const launchInNode =
  (program: string): LaunchService =>
  (args, input) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
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
