import { describe, expect, it } from 'vitest'
import { hexRows } from '../../../../src-renderer/features/devices/hex-rows'

describe('hexRows', () => {
  it('shows sixteen bytes per row with their meaning and text', () => {
    const bytes = Buffer.from('LD\u0001 8000000017\u00ff!!', 'latin1').toString('hex')
    const rows = hexRows(bytes, [
      { from: 0, to: 14, kind: 'covered' },
      { from: 4, to: 14, kind: 'number' },
      { from: 14, to: 15, kind: 'check' },
    ])
    expect(rows.map(({ at, text }) => [at, text])).toEqual([
      [0, 'LD· 8000000017·!'],
      [16, '!'],
    ])
    const meaning = rows[0]?.bytes.map(({ marks }) => marks.join('+'))
    expect(meaning?.slice(2, 6)).toEqual(['covered', 'covered', 'covered+number', 'covered+number'])
    expect(meaning?.[14]).toBe('check')
  })

  it('omits trailing rows of zeros, with a count', () => {
    const rows = hexRows(`50${'00'.repeat(63)}`)
    expect(rows.map(({ at, skipped }) => [at, skipped])).toEqual([[0, 3]])
    expect(hexRows('00'.repeat(64))).toHaveLength(1)
  })

  it('keeps rows with a meaning', () => {
    expect(hexRows('00'.repeat(64), [{ from: 40, to: 41, kind: 'check' }])).toHaveLength(3)
    expect(hexRows('')).toEqual([])
  })
})
