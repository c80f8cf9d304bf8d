import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FailedError, MissingError } from '../../scripts/setup/outcome.mjs'
import { runStages } from '../../scripts/steps/run-stages.mjs'

let printed: string[]
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => Boolean(printed.push(String(line))))
})
afterEach(() => void vi.restoreAllMocks())

const stage = (name: string, passed: number, failed = 0) => ({
  name,
  run: () => Promise.resolve({ passed, failed, skipped: 0 }),
})
const throwing = (name: string, error: Error) => ({ name, run: () => Promise.reject(error) })
const closing = () => printed.at(-1)?.trim()

describe('runStages', () => {
  it('adds up all stages in its last line, and ends well', async () => {
    expect(await runStages([stage('a', 3), stage('b', 4)])).toBe(0)
    expect(closing()).toBe('7 passed, 0 failed')
  })

  it('goes on after a failure, and after a stage that breaks, which counts as one', async () => {
    expect(
      await runStages([stage('a', 1, 2), throwing('b', new FailedError('no disk')), stage('c', 5)]),
    ).toBe(1)
    expect(closing()).toBe('6 passed, 3 failed')
    expect(printed.join('\n')).toContain('no disk')
  })

  it('says what a stage is missing and ends with 3 where nothing failed', async () => {
    const missing = throwing('vm', new MissingError('Type:\nsudo apt-get install qemu'))
    expect(await runStages([missing, stage('a', 2)])).toBe(3)
    expect(closing()).toBe('2 passed, 0 failed')
    expect(printed.join('\n')).toMatch(/sudo apt-get install qemu[^]*vm +not run: something is missing/)
    expect(await runStages([missing, stage('a', 0, 1)])).toBe(1)
  })
})
