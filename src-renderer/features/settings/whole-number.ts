import { normalized } from '#shared/normalized'

/** The whole number in a field, in any digits of an input method; null if it is invalid or out of range. */
export const wholeNumberIn = (typed: string, min: number, max: number): number | null => {
  const plain = normalized(typed).trim()
  if (!/^\d{1,9}$/.test(plain)) return null
  const number = Number(plain)
  return number >= min && number <= max ? number : null
}
