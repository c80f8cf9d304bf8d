import type { ExtractBy } from '../profiles/profile'
import { encodings, halvesOf, orderOf } from './encodings'
import type { Candidate } from './candidate'
import type { Source } from './sources'

/** A field that contains the given digits of every lock. */
export interface Field {
  readonly extract: ExtractBy
  readonly span: readonly [from: number, to: number]
}

const isAt = (data: Uint8Array, pattern: readonly number[], at: number): boolean =>
  pattern.every((byte, index) => data[at + index] === byte)

const areStable = ({ isStable }: Source, from: number, to: number): boolean =>
  isStable.slice(from, to).every(Boolean)

const fieldsOfWholeBytes = (source: Source, digits: readonly string[]): Field[] =>
  encodings.flatMap(({ as, reversed, encode }) => {
    const patterns = digits.map(encode)
    const length = patterns[0]?.length ?? 0
    const found: Field[] = []
    for (let at = 0; at + length <= source.isStable.length; at += 1) {
      if (!source.data.every((data, index) => isAt(data, patterns[index] ?? [], at))) continue
      if (!areStable(source, at, at + length)) continue
      const extract = { offset: at, length, as, prefix: '', ...(reversed ? { reversed } : {}) }
      found.push({ extract, span: [at, at + length] })
    }
    return found
  })

/** Packed digits, which may begin and end in the middle of a byte. */
const fieldsOfHalves = (source: Source, digits: readonly string[]): Field[] =>
  (['bcd', 'bcd-swapped'] as const).flatMap((as) => {
    const halves = source.data.map((data) => halvesOf(data, as))
    return [false, true].flatMap((reversed) => {
      const patterns = digits.map((each) => orderOf(each, reversed))
      const count = patterns[0]?.length ?? 0
      const found: Field[] = []
      const [first = ''] = halves
      for (
        let at = first.indexOf(patterns[0] ?? '');
        at >= 0;
        at = first.indexOf(patterns[0] ?? '', at + 1)
      ) {
        if (!halves.every((text, index) => text.startsWith(patterns[index] ?? '', at))) continue
        const from = at >>> 1
        const to = (at + count + 1) >>> 1
        if (!areStable(source, from, to)) continue
        const start = at & 1
        const isWhole = start === 0 && count === 2 * (to - from)
        const part = isWhole ? {} : { digits: [start, start + count] as [number, number] }
        const extract = { offset: from, length: to - from, as, prefix: '', ...part }
        found.push({ extract: reversed ? { ...extract, reversed } : extract, span: [from, to] })
      }
      return found
    })
  })

/** UTF-16 in one byte order is also the other one, a byte further, when zeros surround it. */
const withoutShiftedUtf16 = (fields: readonly Field[]): Field[] =>
  fields.filter(
    ({ extract, span }) =>
      extract.as !== 'utf-16be' ||
      !fields.some((other) => other.extract.as === 'utf-16le' && Math.abs(other.span[0] - span[0]) === 1),
  )

/** Every field of the source that contains these digits of every lock. */
export const findFields = (source: Source, digits: readonly string[]): Field[] =>
  withoutShiftedUtf16([...fieldsOfWholeBytes(source, digits), ...fieldsOfHalves(source, digits)])

/** Ten digits of two locks by coincidence: one in 10^20. */
export const searchExact = (source: Source, numbers: readonly string[]): Candidate[] =>
  findFields(source, numbers).map((field) => ({ ...field, source, evidence: 64, needs: null }))
