import type { ExtractBy } from '../profiles/profile'
import type { Candidate } from './candidate'
import { showsCarries } from './carries'
import { hasBothRegions, minEvidence } from './candidate'
import type { Source } from './sources'

const widths = [4, 5, 6, 7, 8] as const
const byteOrders = ['uint-le', 'uint-be'] as const

/** The bytes of an integer, the least significant one first. */
const positions = (lowest: number, as: (typeof byteOrders)[number], width: number): number[] =>
  Array.from({ length: width }, (_, index) => (as === 'uint-le' ? lowest + index : lowest - index))

const integerAt = (data: Uint8Array, at: readonly number[]): bigint =>
  at.reduce((sum, position, index) => sum | (BigInt(data[position] ?? 0) << BigInt(8 * index)), 0n)

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

/** Between all halves of the lower four bytes: without those above, there is no shell number that differs. */
const carrySteps = Array.from({ length: 7 }, (_, at) => 1n << BigInt(4 * (at + 1)))

/** The lowest bytes differ as the numbers do; excludes most positions before anything is computed. */
const mayFit = ({ data, isStable }: Source, lowest: number, numbers: readonly number[]): boolean =>
  isStable[lowest] === true &&
  data.every(
    (each, index) =>
      (((each[lowest] ?? 0) - (data[0]?.[lowest] ?? 0)) & 0xff) ===
      (((numbers[index] ?? 0) - (numbers[0] ?? 0)) & 0xff),
  )

const shiftsAt = (
  source: Source,
  lowest: number,
  as: (typeof byteOrders)[number],
  numbers: readonly bigint[],
) =>
  widths.flatMap((width) => {
    const bytes = positions(lowest, as, width)
    if (bytes.some((position) => source.isStable[position] !== true)) return []
    const values = source.data.map((data) => integerAt(data, bytes))
    const plus = (numbers[0] ?? 0n) - (values[0] ?? 0n)
    const fits = plus !== 0n && values.every((value, index) => (numbers[index] ?? 0n) - value === plus)
    return fits ? [{ width, bytes, plus, hasCarries: showsCarries(values, plus, carrySteps) }] : []
  })

/**
 * Integers that differ from the numbers by a constant. Bytes above the ones that changed are not proven, so
 * they must stay as they are.
 */
export const searchShifted = (source: Source, digits: readonly string[]): Candidate[] => {
  const numbers = digits.map(BigInt)
  const first = numbers[0] ?? 0n
  const evidence = numbers.reduce((sum, number) => sum + Math.log2(Number(magnitude(number - first)) + 1), 0)
  const both = hasBothRegions(digits)
  const lowBytes = numbers.map((number) => Number(number & 0xffn))
  const found: Candidate[] = []
  for (let lowest = 0; lowest < source.isStable.length; lowest += 1) {
    if (!mayFit(source, lowest, lowBytes)) continue
    for (const as of byteOrders) {
      const [chosen] = shiftsAt(source, lowest, as, numbers)
      if (chosen === undefined) continue
      const { width, bytes, plus, hasCarries } = chosen
      const isConstant = (position: number) =>
        source.isStable[position] === true &&
        source.data.every((data) => data[position] === source.data[0]?.[position])
      const around = positions(lowest, as, 8).filter(
        (position) => position >= 0 && position < source.isStable.length && isConstant(position),
      )
      const expect = around.map((position) => ({
        at: position,
        bytes: Uint8Array.of(source.data[0]?.[position] ?? 0),
      }))
      const offset = Math.min(...bytes)
      const extract: ExtractBy = {
        offset,
        length: width,
        as,
        prefix: '',
        plus: String(plus),
        ...(expect.length > 0 ? { expect } : {}),
      }
      const isProven = evidence >= minEvidence && hasCarries
      // The first digit may be a part of the constant while all locks have the same.
      const needs = !isProven ? 'another-lock' : both ? null : 'other-region'
      found.push({ source, extract, span: [offset, offset + width], evidence, needs })
    }
  }
  return found
}
