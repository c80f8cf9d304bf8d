import { describe, expect, it } from 'vitest'
import { stabilizeOrder } from '../../../../../src-renderer/features/lock-desk/plugged/stabilize-order'
import type { PluggedRow } from '../../../../../src-renderer/entities/lock/plugged-store'
import { plugged } from '../../../support/samples'

const row = (number: string, unpluggedAt: number | null = null, pluggedAt = 1000): PluggedRow => ({
  lock: plugged(number, pluggedAt),
  unpluggedAt,
})
const numbers = (rows: readonly PluggedRow[]) =>
  rows.map(({ lock }) => (lock.reading.state === 'read' ? lock.reading.shellNumber : null))

describe('stabilizeOrder', () => {
  it('shows the locks in the order in which they were plugged in', () => {
    const rows = stabilizeOrder([], [row('8000000018', null, 2000), row('8000000017', 5)], false)
    expect(numbers(rows)).toEqual(['8000000017', '8000000018'])
    expect(rows.map(({ isCollapsed }) => isCollapsed)).toEqual([true, false])
  })

  it.each([true, false])(
    'puts a new lock last, where it moves no card (pointer in the list: %s)',
    (inside) => {
      const shown = stabilizeOrder([], [row('8000000017')], inside)
      const rows = stabilizeOrder(shown, [row('8000000018'), row('8000000017')], inside)
      expect(numbers(rows)).toEqual(['8000000017', '8000000018'])
      expect(numbers(stabilizeOrder(rows, [row('8000000018'), row('8000000017')], false))).toEqual([
        '8000000017',
        '8000000018',
      ])
    },
  )

  it('keeps the height of a lock that is unplugged under the pointer, and marks it as gone', () => {
    const shown = stabilizeOrder([], [row('8000000018'), row('8000000017')], false)
    const rows = stabilizeOrder(shown, [row('8000000018', 7), row('8000000017')], true)
    expect(rows[0]).toMatchObject({ isCollapsed: false, unpluggedAt: 7 })
  })

  it('keeps the place of a lock after its ten seconds, and the next new lock takes it', () => {
    const shown = stabilizeOrder([], [row('8000000018'), row('8000000017')], false)
    const gone = stabilizeOrder(shown, [row('8000000017')], true)
    expect(numbers(gone)).toEqual(['8000000018', '8000000017'])
    expect(gone[0]).toMatchObject({ isCollapsed: false, unpluggedAt: 1000 })
    const next = stabilizeOrder(gone, [row('8000000017'), row('8000000019')], true)
    expect(numbers(next)).toEqual(['8000000019', '8000000017'])
    expect(numbers(stabilizeOrder(gone, [row('8000000017')], false))).toEqual(['8000000017'])
  })

  it('leaves a line that is thinner than a card to its own end', () => {
    const shown = stabilizeOrder([], [row('8000000018', 7), row('8000000017')], false)
    const rows = stabilizeOrder(shown, [row('8000000017'), row('8000000019')], true)
    expect(numbers(rows)).toEqual(['8000000018', '8000000017', '8000000019'])
    expect(rows[0]).toMatchObject({ isCollapsed: true, unpluggedAt: 7 })
  })

  it('updates a read number while the pointer is in the list', () => {
    const reading = plugged('8000000017', 1000, { reading: { state: 'reading' } })
    const shown = stabilizeOrder([], [{ lock: reading, unpluggedAt: null }], false)
    expect(numbers(stabilizeOrder(shown, [row('8000000017')], true))).toEqual(['8000000017'])
  })
})
