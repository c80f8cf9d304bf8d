import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'

/** Runs a program until it is killed about `ms` after its first line; returns the complete lines it printed. */
export const runUntilKilled = async (
  program: string,
  args: readonly string[],
  ms: number,
): Promise<string[]> => {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  const first = new Promise<void>((done) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      done()
    })
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const closed = once(child, 'close')
  await Promise.race([first.then(() => pause(ms)), closed])
  child.kill('SIGKILL')
  await closed
  expect(stderr).toBe('')
  // The last line may be cut.
  return stdout.split('\n').slice(0, -1)
}
