import { devNull } from 'node:os'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runChild } from '../../scripts/util/child.mjs'
import {
  closingLine,
  failureLines,
  filesNotRun,
  filesToRepeat,
  oneCase,
  total,
  vitestCounts,
  withSecondRun,
} from '../../scripts/util/counts.mjs'

const report = (...files: { name?: string; status: string; cases: string[] }[]) =>
  JSON.stringify({
    testResults: files.map(({ name = 'a', status, cases }) => ({
      name: resolve(`test/${name}.test.ts`),
      status,
      message: 'Error: no such module\n  at x',
      assertionResults: cases.map((each) => ({
        status: each,
        fullName: `a test that ${each}`,
        failureMessages: each === 'failed' ? ['AssertionError: expected 1 to be 2\n  at y'] : [],
      })),
    })),
  })

describe('vitestCounts', () => {
  it('says on which line a test failed, and for what a timeout waited', () => {
    const message = [
      'TimeoutError: locator.waitFor: Timeout 30000ms exceeded.',
      'Call log:',
      "\u001B[2m  - waiting for getByTestId('confirm') to be visible\u001B[22m",
      `    at ${resolve('test/e2e/desk.test.ts')}:21:29`,
    ].join('\n')
    const text = JSON.stringify({
      testResults: [
        {
          name: resolve('test/e2e/desk.test.ts'),
          status: 'failed',
          assertionResults: [{ status: 'failed', fullName: 'a press', failureMessages: [message] }],
        },
      ],
    })
    expect(vitestCounts(text, 1).failures).toEqual([
      "test/e2e/desk.test.ts: a press: TimeoutError: locator.waitFor: Timeout 30000ms exceeded.; waiting for getByTestId('confirm') to be visible; line 21",
    ])
  })

  it('counts the cases of all files', () => {
    const text = report(
      { status: 'passed', cases: ['passed', 'passed', 'skipped'] },
      { status: 'failed', cases: ['failed', 'passed', 'todo'] },
    )
    expect(vitestCounts(text, 1)).toEqual({
      passed: 3,
      failed: 1,
      skipped: 2,
      failures: ['test/a.test.ts: a test that failed: AssertionError: expected 1 to be 2'],
    })
  })

  it('counts a file that did not load as one failure', () => {
    expect(vitestCounts(report({ status: 'failed', cases: [] }), 1)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: ['test/a.test.ts: Error: no such module'],
    })
  })

  it('counts a runner that failed without a failed test, or was killed', () => {
    const fine = report({ status: 'passed', cases: ['passed'] })
    expect(vitestCounts(fine, 1)).toMatchObject({ passed: 1, failed: 1, skipped: 0 })
    expect(vitestCounts(fine, null)).toMatchObject({ passed: 1, failed: 1, skipped: 0 })
  })

  it('counts a runner without a report as a failure, even with exit code 0', () => {
    expect(vitestCounts(undefined, 0).failed).toBe(1)
    expect(vitestCounts('{', 0).failed).toBe(1)
  })

  it('accepts a project without tests', () => {
    expect(vitestCounts(report(), 0)).toEqual({ passed: 0, failed: 0, skipped: 0 })
  })
})

describe('filesNotRun', () => {
  it('counts a file that was to run and did not', () => {
    const text = report({ name: 'a', status: 'passed', cases: ['passed'] })
    expect(filesNotRun(text, ['test/a.test.ts'])).toEqual({ passed: 0, failed: 0, skipped: 0 })
    expect(filesNotRun(text, ['test/a.test.ts', 'test/b.test.ts'])).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: ['test/b.test.ts: did not run'],
    })
  })
})

describe('a second run', () => {
  const failedFile = { status: 'failed', cases: ['passed', 'failed'] }
  const first = report({ ...failedFile, name: 'a' }, { name: 'b', status: 'passed', cases: ['passed'] })

  it('repeats the failed files, also those that did not load', () => {
    expect(filesToRepeat(first)).toEqual(['test/a.test.ts'])
    expect(filesToRepeat(report({ name: 'c', status: 'failed', cases: [] }))).toEqual(['test/c.test.ts'])
  })

  it('repeats nothing where nothing failed, where much failed, or without a report', () => {
    expect(filesToRepeat(report({ status: 'passed', cases: ['passed'] }))).toEqual([])
    expect(
      filesToRepeat(report(...['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...failedFile, name })))),
    ).toEqual([])
    expect(filesToRepeat(undefined)).toEqual([])
  })

  it('counts once, and names what passed only then', () => {
    const second = vitestCounts(report({ status: 'passed', cases: ['passed', 'passed'] }), 0)
    const all = withSecondRun(first, ['test/a.test.ts'], second)
    expect(closingLine(all)).toBe('3 passed, 0 failed')
    expect(failureLines(all)).toEqual([
      'UNSTABLE test/a.test.ts: a test that failed: AssertionError: expected 1 to be 2',
    ])
  })

  it('says where the cause is known', () => {
    const second = vitestCounts(report({ status: 'passed', cases: ['passed', 'passed'] }), 0)
    const all = withSecondRun(first, ['test/a.test.ts'], second)
    expect(failureLines(all, { 'test/a.test.ts: a test that failed': 'a slow disk' })).toEqual([
      'KNOWN UNSTABLE test/a.test.ts: a test that failed: AssertionError: expected 1 to be 2 (a slow disk)',
    ])
  })

  it('fails where the same test fails again', () => {
    const all = withSecondRun(first, ['test/a.test.ts'], vitestCounts(report(failedFile), 1))
    expect(closingLine(all)).toBe('2 passed, 1 failed')
    expect(failureLines(all)).toEqual([
      'FAILED test/a.test.ts: a test that failed: AssertionError: expected 1 to be 2',
    ])
  })

  it('fails where it ends without a report', () => {
    expect(withSecondRun(first, ['test/a.test.ts'], vitestCounts(undefined, 1)).failed).toBe(1)
  })
})

describe('closingLine', () => {
  it('sums up all steps in the documented form', () => {
    const all = total([oneCase('types', true), oneCase('lint', false), { passed: 40, failed: 0, skipped: 2 }])
    expect(failureLines(all)).toEqual(['FAILED lint'])
    expect(closingLine(all)).toBe('41 passed, 1 failed, 2 skipped')
    expect(closingLine(oneCase('types', true))).toBe('1 passed, 0 failed')
  })
})

it.skipIf(process.platform === 'win32')(
  'npm prints no advice of its own after the closing line',
  async () => {
    // Neither the person's settings nor npm's variables of this run count.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
    const args = [
      'config',
      'get',
      'update-notifier',
      '--userconfig',
      devNull,
      '--globalconfig',
      `${devNull}/none`,
    ]
    const { stdout } = await runChild('npm', args, { env, output: 'capture' })
    expect(stdout.trim()).toBe('false')
  },
)
