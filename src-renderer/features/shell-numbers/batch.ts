import { z } from 'zod'
import type { JournalEntry } from '#shared/model/change'
import { isShellNumber, plainDigits } from '#shared/model/shell-number'
import type { ShellNumber } from '#shared/model/shell-number'

/** The most that one allocation asks for here; more is a typing error. */
export const mostAllocated = 100_000

/** As many rows as the calls need: how many numbers one call may ask for is not in the API document. */
export const rowsOf = (count: number, perCall: number): { readonly size: number }[] =>
  Array.from({ length: Math.ceil(count / perCall) }, (_one, index) => ({
    size: Math.min(perCall, count - index * perCall),
  }))

const list = z.array(z.string())

/** What the platform gave, in its order; what is no shell number is kept out and counted. */
export const numbersOf = (
  rows: readonly JournalEntry[],
): { readonly numbers: readonly ShellNumber[]; readonly odd: readonly string[] } => {
  const given = rows.flatMap(({ result }) => list.safeParse(result).data ?? [])
  return { numbers: given.filter(isShellNumber), odd: given.filter((number) => !isShellNumber(number)) }
}

const sized = z.object({ size: z.int() })
export const askedOf = (rows: readonly JournalEntry[]): number =>
  rows.reduce((sum, { request }) => sum + (sized.safeParse(request).data?.size ?? 0), 0)

/** The count that was typed, or null. */
export const countIn = (typed: string): number | null => {
  const digits = plainDigits(typed).replace(/(?<=\d)[,.' ](?=\d{3}\b)/g, '')
  if (!/^\d{1,7}$/.test(digits)) return null
  const count = Number(digits)
  return count >= 1 && count <= mostAllocated ? count : null
}
