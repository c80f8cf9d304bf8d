import { describe, expect, it } from 'vitest'
import {
  countResults,
  parseGuestMessage,
  resultLines,
  testsToRepeat,
  withSecondRun,
} from '../../scripts/usb/results.mjs'

const passed = { test: 'gadget: a lock', ok: true, ms: 1234 }
const failed = { test: 'gadget: another', ok: false, ms: 10, error: 'Error: no\n  at x' }

describe('the results of the guest', () => {
  it('are found in the console output', () => {
    expect(parseGuestMessage('[   31.0] reboot: Power down')).toBeUndefined()
    expect(parseGuestMessage('@usb {"test":"a","ok":')).toBeUndefined()
    expect(parseGuestMessage(`\u001b[2J@usb ${JSON.stringify(passed)}`)).toEqual(passed)
  })

  it('are counted', () => {
    expect(countResults([passed, failed, passed], 1)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 0,
      failures: ['gadget: another'],
    })
    expect(countResults([passed], 0)).toMatchObject({ passed: 1, failed: 0, skipped: 0 })
  })

  it('count a guest that did not finish, ran nothing or failed silently as a failure', () => {
    expect(countResults([passed], undefined).failed).toBe(1)
    expect(countResults([], 0).failed).toBe(1)
    expect(countResults([passed], 7).failed).toBe(1)
  })

  it('are printed one per line, with the reason', () => {
    expect(resultLines(passed)).toBe('✓ gadget: a lock (1.2 s)')
    expect(resultLines(failed)).toBe('✗ gadget: another (0.0 s)\n    Error: no\n      at x')
  })

  it('name the failed tests for a second run, unless the guest ended early or too many failed', () => {
    expect(testsToRepeat([passed, failed], 1)).toEqual(['gadget: another'])
    expect(testsToRepeat([passed], 0)).toEqual([])
    expect(testsToRepeat([passed, failed], undefined)).toEqual([])
    expect(testsToRepeat([failed, failed, failed, failed, failed], 1)).toEqual([])
  })

  it('count as in the second run, with the unstable tests named', () => {
    const again = { test: 'gadget: again', ok: false, ms: 10 }
    const second = [{ ...failed, ok: true }, again]
    expect(withSecondRun([passed, failed, again], ['gadget: another', 'gadget: again'], second)).toEqual({
      ...{ passed: 2, failed: 1, skipped: 0 },
      failures: ['gadget: again'],
      unstable: ['gadget: another'],
    })
    expect(withSecondRun([passed, failed], ['gadget: another'], []).failed).toBe(1)
  })
})
