import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStocktakeFolder } from '../../src-main/stocktake/stocktake-file'
import { temporaryFolder } from '../support/temporary-folder'
import { buildProgram } from './support/engine'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let program: string
beforeAll(async () => {
  folder = await temporaryFolder()
  program = await buildProgram('stocktake-program')
})
afterAll(() => folder.remove())

/** Counts until the process is killed after about `ms`; returns what it acknowledged. */
const countUntilKilled = async (ms: number): Promise<string[]> => {
  const id = '00000000-0000-4000-8000-000000000001'
  const child = spawn(process.execPath, [program, folder.path, id], { stdio: ['ignore', 'pipe', 'pipe'] })
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

it('a stocktake whose process is killed at any moment has each acknowledged number once', async () => {
  const acknowledged = new Set<string>()
  for (let run = 0; run < 8; run += 1) {
    const numbers = await countUntilKilled((run * 13) % 60)
    expect(numbers.length).toBeGreaterThan(0)
    for (const number of numbers) {
      // The next process continues after what the one before has saved.
      expect(acknowledged).not.toContain(number)
      acknowledged.add(number)
    }
  }
  const found: string[] = []
  const problems: unknown[] = []
  await createStocktakeFolder({
    folder: folder.path,
    onProblem: (problem) => problems.push(problem),
    now: Date.now,
    openFile: undefined,
  }).readAll('p', ({ content }) => found.push(...content.counts.keys()))
  expect(problems).toEqual([])
  expect(await readdir(folder.path)).toHaveLength(1)
  const missing = [...acknowledged].filter((number) => !found.includes(number))
  expect(missing).toEqual([])
  expect(new Set(found).size).toBe(found.length)
})
