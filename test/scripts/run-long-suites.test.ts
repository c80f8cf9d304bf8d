import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FailedError, MissingError } from '../../scripts/util/outcome.mjs'
import { runLongSuites } from '../../scripts/suites/run-long-suites.mjs'

let printed: string[]
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => Boolean(printed.push(String(line))))
})
afterEach(() => void vi.restoreAllMocks())

const suite = (name: string, passed: number, failed = 0, skipped = 0) => ({
  name,
  run: () => Promise.resolve({ passed, failed, skipped }),
})
const throwing = (name: string, error: Error) => ({ name, run: () => Promise.reject(error) })
const closing = () => printed.at(-1)?.trim()

describe('runLongSuites', () => {
  it('adds up all suites in its last line, and exits with 0', async () => {
    expect(await runLongSuites([suite('a', 3), suite('b', 4)])).toBe(0)
    expect(closing()).toBe('7 passed, 0 failed')
  })

  it('counts skipped tests', async () => {
    expect(await runLongSuites([suite('a', 3), suite('b', 4, 0, 2)])).toBe(0)
    expect(closing()).toBe('7 passed, 0 failed, 2 skipped')
  })

  it('continues after a failed suite, and counts a suite that throws as a failure', async () => {
    expect(
      await runLongSuites([suite('a', 1, 2), throwing('b', new FailedError('no disk')), suite('c', 5)]),
    ).toBe(1)
    expect(closing()).toMatch(/^FAILED b: no disk\n6 passed, 3 failed$/)
    expect(printed.join('\n')).toContain('no disk')
  })

  it('begins work that runs beside others before the first suite', async () => {
    const order: string[] = []
    const beside = { ...suite('b', 1), begin: () => void order.push('b') }
    const first = {
      name: 'a',
      run: () => {
        order.push('a')
        return suite('a', 1).run()
      },
    }
    expect(await runLongSuites([first, beside])).toBe(0)
    expect(order).toEqual(['b', 'a'])
  })

  it('reports what a suite is missing and exits with 3 where nothing failed', async () => {
    const missing = throwing('vm', new MissingError('Type:\nsudo apt-get install qemu'))
    expect(await runLongSuites([missing, suite('a', 2)])).toBe(3)
    expect(closing()).toBe('2 passed, 0 failed')
    expect(printed.join('\n')).toMatch(/sudo apt-get install qemu[^]*vm +not run; see the message above/)
    expect(await runLongSuites([missing, suite('a', 0, 1)])).toBe(1)
  })
})
