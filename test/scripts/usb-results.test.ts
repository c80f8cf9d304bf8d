import { describe, expect, it } from 'vitest'
import { countResults, resultLines, saidByGuest } from '../../scripts/usb/results.mjs'

const passed = { test: 'gadget: a lock', ok: true, ms: 1234 }
const failed = { test: 'gadget: another', ok: false, ms: 10, error: 'Error: no\n  at x' }

describe('the results of the guest', () => {
  it('finds them among what the console says', () => {
    expect(saidByGuest('[   31.0] reboot: Power down')).toBeUndefined()
    expect(saidByGuest('@usb {"test":"a","ok":')).toBeUndefined()
    expect(saidByGuest(`\u001b[2J@usb ${JSON.stringify(passed)}`)).toEqual(passed)
  })

  it('counts them', () => {
    expect(countResults([passed, failed, passed], 1)).toEqual({ passed: 2, failed: 1, skipped: 0 })
    expect(countResults([passed], 0)).toEqual({ passed: 1, failed: 0, skipped: 0 })
  })

  it('counts a guest that did not come to its end, ran nothing, or failed without a word as a failure', () => {
    expect(countResults([passed], undefined).failed).toBe(1)
    expect(countResults([], 0).failed).toBe(1)
    expect(countResults([passed], 7).failed).toBe(1)
  })

  it('prints one line each, and why', () => {
    expect(resultLines(passed)).toBe('✓ gadget: a lock (1.2 s)')
    expect(resultLines(failed)).toBe('✗ gadget: another (0.0 s)\n    Error: no\n      at x')
  })
})
