import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runChild } from '../../scripts/util/child.mjs'
import { closingLine, vitestCounts } from '../../scripts/util/counts.mjs'

// Below the project, where a file finds Vitest.
let folder: string
beforeEach(async () => {
  await mkdir(resolve('out'), { recursive: true })
  folder = await mkdtemp(resolve('out', 'steps-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/**
 * Runs a story of three steps, a test of its own and another story in Vitest.
 * @returns the states of the tests by name, the lines that the steps printed, and the closing line
 */
const runSample = async ({ failing = '', only = '' }: { failing?: string; only?: string }) => {
  await writeFile(
    join(folder, 'sample.test.ts'),
    `import { appendFileSync } from 'node:fs'
    import { it } from 'vitest'
    import { steps } from ${JSON.stringify(resolve('test/support/steps'))}
    const step = steps()
    const act = (name) => async () => {
      appendFileSync(${JSON.stringify(join(folder, 'ran.txt'))}, name + ' ')
      if (name === ${JSON.stringify(failing)}) throw new Error('cause in ' + name)
    }
    step('first', act('first'))
    step('second', act('second'))
    step('third', act('third'))
    it('alone', act('alone'))
    steps()('other', act('other'))`,
  )
  const report = join(folder, 'report.json')
  const args = ['run', '--config', 'none.ts', '--root', folder, '--reporter=json', `--outputFile=${report}`]
  await writeFile(join(folder, 'none.ts'), 'export default {}')
  const child = await runChild(
    process.execPath,
    [resolve('node_modules/vitest/vitest.mjs'), ...args, ...(only === '' ? [] : ['-t', only])],
    { cwd: folder, output: 'capture' },
  )
  const text = await readFile(report, 'utf8')
  const { testResults } = JSON.parse(text) as {
    testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[]
  }
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return {
    states: Object.fromEntries(tests.map(({ title, status }) => [title, status])),
    failures: tests.flatMap(({ failureMessages }) => failureMessages.map((each) => each.split('\n')[0])),
    ran: (await readFile(join(folder, 'ran.txt'), 'utf8')).trim().split(' '),
    closing: closingLine(vitestCounts(text, child.status)),
    status: child.status,
  }
}

it('each step runs once', async () => {
  const { ran, closing, status } = await runSample({})
  expect(ran).toEqual(['first', 'second', 'third', 'alone', 'other'])
  expect([closing, status]).toEqual(['5 passed, 0 failed', 0])
})

it('a failed step is one failure: the others of its story are skipped, which does not count as passed', async () => {
  const { states, failures, ran, closing, status } = await runSample({ failing: 'second' })
  expect(states).toEqual({
    first: 'passed',
    second: 'failed',
    third: 'skipped',
    alone: 'passed',
    other: 'passed',
  })
  expect(failures).toEqual(['Error: cause in second'])
  expect(ran).toEqual(['first', 'second', 'alone', 'other'])
  expect([closing, status]).toEqual(['3 passed, 1 failed, 1 skipped', 1])
})

it('a step alone runs those before it, and none of another story', async () => {
  const { states, ran, closing } = await runSample({ only: 'third' })
  expect(ran).toEqual(['first', 'second', 'third'])
  expect(states['third']).toBe('passed')
  expect(closing).toBe('1 passed, 0 failed, 4 skipped')
})

it('a step alone fails with the error of the one before it', async () => {
  const { states, failures, ran, closing, status } = await runSample({
    failing: 'first',
    only: 'second|third',
  })
  expect(states).toMatchObject({ first: 'skipped', second: 'failed', third: 'skipped' })
  expect(failures).toEqual(['Error: cause in first'])
  expect(ran).toEqual(['first'])
  expect([closing, status]).toEqual(['0 passed, 1 failed, 4 skipped', 1])
})
