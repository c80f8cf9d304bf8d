export interface Mark {
  readonly from: number
  /** Exclusive. */
  readonly to: number
  readonly kind: 'number' | 'covered' | 'check'
}

interface HexByte {
  readonly at: number
  readonly hex: string
  readonly marks: readonly Mark['kind'][]
}

export interface HexRow {
  /** The offset of its first byte, in decimal as in profiles. */
  readonly at: number
  readonly bytes: readonly HexByte[]
  /** The bytes as text, with a dot for unprintable ones. */
  readonly text: string
  /** The number of rows of zeros left out after it. */
  readonly skipped: number
}

const perRow = 16
const zeros = /^0*$/

const printableOf = (hex: string): string => {
  const code = Number.parseInt(hex, 16)
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '·'
}

/** Bytes in rows of sixteen, with meanings for the marked ones; trailing rows of zeros are left out. */
export const hexRows = (bytes: string, marks: readonly Mark[] = []): readonly HexRow[] => {
  const marksAt = (at: number) =>
    marks.filter(({ from, to }) => from <= at && at < to).map(({ kind }) => kind)
  const pairs = bytes.match(/../g) ?? []
  const rows = Array.from({ length: Math.ceil(pairs.length / perRow) }, (_, row) => {
    const at = row * perRow
    const inRow = pairs.slice(at, at + perRow)
    return {
      at,
      bytes: inRow.map((hex, index) => ({ at: at + index, hex, marks: marksAt(at + index) })),
      text: inRow.map(printableOf).join(''),
      skipped: 0,
    }
  })
  const isUnmarkedZeros = (row: HexRow) =>
    row.bytes.every(({ hex, marks: meaning }) => zeros.test(hex) && meaning.length === 0)
  let last = rows.length
  while (last > 1 && rows[last - 1] !== undefined && isUnmarkedZeros(rows[last - 1] as HexRow)) last -= 1
  return rows
    .slice(0, last)
    .map((row, index) => (index === last - 1 ? { ...row, skipped: rows.length - last } : row))
}
