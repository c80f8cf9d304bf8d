import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStocktakeFolder } from '../../src-main/stocktake/stocktake-file'
import { temporaryFolder } from '../support/temporary-folder'
import { buildProgram } from '../support/build-program'
import { runUntilKilled } from './support/run-until-killed'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let program: string
beforeAll(async () => {
  folder = await temporaryFolder()
  program = await buildProgram('test/crash/support/stocktake-program.ts')
})
afterAll(() => folder.remove())

const id = '00000000-0000-4000-8000-000000000001'

it('a stocktake whose process is killed at any moment has each acknowledged number once', async () => {
  const acknowledged = new Set<string>()
  for (let run = 0; run < 8; run += 1) {
    const numbers = await runUntilKilled(program, [folder.path, id], (run * 13) % 60)
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
