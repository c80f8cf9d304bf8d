import { checkBytes } from '../profiles/check-bytes'
import type { CheckBy } from '../profiles/profile'
import type { Source } from './sources'

const kinds = ['crc16-modbus', 'sum8', 'xor8'] as const
/** Equal check values of different locks prove nothing. */
const minValues = 3

/** A check value behind the field that all reads of all locks confirm; `none` if there is not exactly one. */
export const findCheck = ({ read, reads }: Source, [from, to]: readonly [number, number]): CheckBy => {
  if (read.by === 'serial') return { kind: 'none' }
  const all = reads.flat()
  const length = Math.min(...all.map((each) => each.length))
  const fits = (kind: (typeof kinds)[number], start: number, end: number): boolean => {
    const values = new Set<string>()
    for (const data of all) {
      const expected = checkBytes(kind, data.subarray(start, end))
      if (end + expected.length > length) return false
      if (expected.some((byte, index) => data[end + index] !== byte)) return false
      values.add(expected.join())
    }
    return values.size >= minValues
  }
  const found: CheckBy[] = []
  for (const kind of kinds) {
    for (const start of new Set([0, from])) {
      for (let end = to; end < length; end += 1) {
        if (fits(kind, start, end)) found.push({ kind, over: [start, end], at: end })
      }
    }
  }
  const [first] = found
  return first === undefined || found.length > 1 ? { kind: 'none' } : first
}
