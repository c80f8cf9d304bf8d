import { z } from 'zod'
import type { JournalEntry } from '#shared/model/changes/change'
import { isShellNumber, plainDigits } from '#shared/model/locks/shell-number'
import type { ShellNumber } from '#shared/model/locks/shell-number'

/** The maximum of one allocation; a larger number is treated as a typing error. */
export const maxAllocated = 100_000

/** One row per request: the API does not document the maximum per request (docs/api.md). */
export const rowsOf = (count: number, perRequest: number): { readonly size: number }[] =>
  Array.from({ length: Math.ceil(count / perRequest) }, (_one, index) => ({
    size: Math.min(perRequest, count - index * perRequest),
  }))

const list = z.array(z.string())

/** The numbers from the platform, in its order; invalid ones are left out and counted. */
export const numbersOf = (
  rows: readonly JournalEntry[],
): { readonly numbers: readonly ShellNumber[]; readonly invalid: readonly string[] } => {
  const values = rows.flatMap(({ result }) => list.safeParse(result).data ?? [])
  return { numbers: values.filter(isShellNumber), invalid: values.filter((number) => !isShellNumber(number)) }
}

const requestSchema = z.object({ size: z.int() })
export const requestedCount = (rows: readonly JournalEntry[]): number =>
  rows.reduce((sum, { request }) => sum + (requestSchema.safeParse(request).data?.size ?? 0), 0)

/** The typed count, or null. */
export const parseCount = (typed: string): number | null => {
  const digits = plainDigits(typed).replace(/(?<=\d)[,.' ](?=\d{3}\b)/g, '')
  if (!/^\d{1,7}$/.test(digits)) return null
  const count = Number(digits)
  return count >= 1 && count <= maxAllocated ? count : null
}
