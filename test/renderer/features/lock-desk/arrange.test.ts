import { describe, expect, it } from 'vitest'
import { arrange } from '../../../../src-renderer/features/lock-desk/arrange'
import type { PluggedRow } from '../../../../src-renderer/features/lock-desk/plugged-store'
import { plugged } from '../../support/samples'

const row = (number: string, leftAt: number | null = null): PluggedRow => ({
  lock: plugged(number, 1000),
  leftAt,
})
const numbers = (rows: readonly PluggedRow[]) =>
  rows.map(({ lock }) => (lock.reading.state === 'read' ? lock.reading.shellNumber : null))

describe('arrange', () => {
  it('shows the rows as they come while no hand is in the list', () => {
    const { rows, waiting } = arrange([], [row('8000000018'), row('8000000017', 5)], false)
    expect(numbers(rows)).toEqual(['8000000018', '8000000017'])
    expect(rows.map(({ thin }) => thin)).toEqual([false, true])
    expect(waiting).toBe(0)
  })

  it('lets a new lock wait while a hand is in the list, and counts it', () => {
    const { rows: shown } = arrange([], [row('8000000017')], false)
    const held = arrange(shown, [row('8000000018'), row('8000000017')], true)
    expect(numbers(held.rows)).toEqual(['8000000017'])
    expect(held.waiting).toBe(1)
    expect(numbers(arrange(held.rows, [row('8000000018'), row('8000000017')], false).rows)).toEqual([
      '8000000018',
      '8000000017',
    ])
  })

  it('keeps the height of a lock that is pulled out under the hand, and says that it is gone', () => {
    const { rows: shown } = arrange([], [row('8000000018'), row('8000000017')], false)
    const { rows } = arrange(shown, [row('8000000018', 7), row('8000000017')], true)
    expect(rows[0]).toMatchObject({ thin: false, leftAt: 7 })
  })

  it('keeps the place of one whose ten seconds are over', () => {
    const { rows: shown } = arrange([], [row('8000000018', 7), row('8000000017')], false)
    const { rows } = arrange(shown, [row('8000000017')], true)
    expect(numbers(rows)).toEqual(['8000000018', '8000000017'])
    expect(rows[0]).toMatchObject({ thin: true, leftAt: 7 })
  })

  it('shows what a reading brought while the hand is there', () => {
    const reading = plugged('8000000017', 1000, { reading: { state: 'reading' } })
    const { rows: shown } = arrange([], [{ lock: reading, leftAt: null }], false)
    expect(numbers(arrange(shown, [row('8000000017')], true).rows)).toEqual(['8000000017'])
  })
})
