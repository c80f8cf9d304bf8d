import { describe, expect, it } from 'vitest'
import { closingLine, oneCase, total, vitestCounts } from '../../scripts/steps/counts.mjs'

const report = (...files: { status: string; cases: string[] }[]) =>
  JSON.stringify({
    testResults: files.map(({ status, cases }) => ({
      status,
      assertionResults: cases.map((each) => ({ status: each })),
    })),
  })

describe('vitestCounts', () => {
  it('counts the cases of all files', () => {
    const text = report(
      { status: 'passed', cases: ['passed', 'passed', 'skipped'] },
      { status: 'failed', cases: ['failed', 'passed', 'todo'] },
    )
    expect(vitestCounts(text, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 })
  })

  it('counts a file that did not load as one failure', () => {
    expect(vitestCounts(report({ status: 'failed', cases: [] }), 1)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
    })
  })

  it('counts a runner that failed without saying where, or was killed', () => {
    const fine = report({ status: 'passed', cases: ['passed'] })
    expect(vitestCounts(fine, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 })
    expect(vitestCounts(fine, null)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })

  it('counts a runner that left no report, even if it ended well', () => {
    expect(vitestCounts(undefined, 0).failed).toBe(1)
    expect(vitestCounts('{', 0).failed).toBe(1)
  })

  it('takes a project without tests for what it is', () => {
    expect(vitestCounts(report(), 0)).toEqual({ passed: 0, failed: 0, skipped: 0 })
  })
})

describe('closingLine', () => {
  it('sums all steps up in the form that is read outside', () => {
    const all = total([oneCase(true), oneCase(false), { passed: 40, failed: 0, skipped: 2 }])
    expect(closingLine(all)).toBe('41 passed, 1 failed')
  })
})
