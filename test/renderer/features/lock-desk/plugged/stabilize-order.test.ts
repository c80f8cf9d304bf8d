import { describe, expect, it } from 'vitest'
import { stabilizeOrder } from '../../../../../src-renderer/features/lock-desk/plugged/stabilize-order'
import type { PluggedRow } from '../../../../../src-renderer/entities/lock/plugged-store'
import { plugged } from '../../../support/samples'

const row = (number: string, unpluggedAt: number | null = null): PluggedRow => ({
  lock: plugged(number, 1000),
  unpluggedAt,
})
const numbers = (rows: readonly PluggedRow[]) =>
  rows.map(({ lock }) => (lock.reading.state === 'read' ? lock.reading.shellNumber : null))

describe('stabilizeOrder', () => {
  it('keeps the order of rows while the pointer is outside the list', () => {
    const { rows, waiting } = stabilizeOrder([], [row('8000000018'), row('8000000017', 5)], false)
    expect(numbers(rows)).toEqual(['8000000018', '8000000017'])
    expect(rows.map(({ isCollapsed }) => isCollapsed)).toEqual([false, true])
    expect(waiting).toBe(0)
  })

  it('holds and counts a new lock while the pointer is in the list', () => {
    const { rows: shown } = stabilizeOrder([], [row('8000000017')], false)
    const held = stabilizeOrder(shown, [row('8000000018'), row('8000000017')], true)
    expect(numbers(held.rows)).toEqual(['8000000017'])
    expect(held.waiting).toBe(1)
    expect(numbers(stabilizeOrder(held.rows, [row('8000000018'), row('8000000017')], false).rows)).toEqual([
      '8000000018',
      '8000000017',
    ])
  })

  it('keeps the height of a lock that is unplugged under the pointer, and marks it as gone', () => {
    const { rows: shown } = stabilizeOrder([], [row('8000000018'), row('8000000017')], false)
    const { rows } = stabilizeOrder(shown, [row('8000000018', 7), row('8000000017')], true)
    expect(rows[0]).toMatchObject({ isCollapsed: false, unpluggedAt: 7 })
  })

  it('keeps the place of a lock after its ten seconds', () => {
    const { rows: shown } = stabilizeOrder([], [row('8000000018', 7), row('8000000017')], false)
    const { rows } = stabilizeOrder(shown, [row('8000000017')], true)
    expect(numbers(rows)).toEqual(['8000000018', '8000000017'])
    expect(rows[0]).toMatchObject({ isCollapsed: true, unpluggedAt: 7 })
  })

  it('updates a read number while the pointer is in the list', () => {
    const reading = plugged('8000000017', 1000, { reading: { state: 'reading' } })
    const { rows: shown } = stabilizeOrder([], [{ lock: reading, unpluggedAt: null }], false)
    expect(numbers(stabilizeOrder(shown, [row('8000000017')], true).rows)).toEqual(['8000000017'])
  })
})
