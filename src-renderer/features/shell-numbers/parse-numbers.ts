import { isShellNumber, plainDigits } from '#shared/model/locks/shell-number'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { partsOfList } from '#shared/sheets/numbers-in-line'

/** The text without these numbers; what else is in it stays. */
export const withoutNumbers = (text: string, numbers: ReadonlySet<string>): string =>
  partsOfList(text)
    .filter((part) => !numbers.has(plainDigits(part)))
    .join('\n')

/** The distinct shell numbers in a text, separated by lines or commas, how many parts repeat one, and the invalid parts. */
export const parseNumbers = (
  text: string,
): {
  readonly numbers: readonly ShellNumber[]
  readonly repeated: number
  readonly invalid: readonly string[]
} => {
  const numbers = new Set<ShellNumber>()
  const invalid: string[] = []
  let repeated = 0
  for (const part of partsOfList(text)) {
    const digits = plainDigits(part)
    if (!isShellNumber(digits)) invalid.push(part)
    else if (numbers.has(digits)) repeated += 1
    else numbers.add(digits)
  }
  return { numbers: [...numbers], repeated, invalid }
}
