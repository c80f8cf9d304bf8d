import { isShellNumber, plainDigits } from '#shared/model/locks/shell-number'
import type { ShellNumber } from '#shared/model/locks/shell-number'

const separators = /[\n\r,;，；、\t]+/

/** The text without these numbers; what else is in it stays. */
export const withoutNumbers = (text: string, numbers: ReadonlySet<string>): string =>
  text
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !numbers.has(plainDigits(part)))
    .join('\n')

/** The distinct shell numbers in a text, separated by lines or commas, and the invalid parts. */
export const parseNumbers = (
  text: string,
): { readonly numbers: readonly ShellNumber[]; readonly invalid: readonly string[] } => {
  const numbers = new Set<ShellNumber>()
  const invalid: string[] = []
  for (const part of text.split(separators)) {
    if (part.trim() === '') continue
    const digits = plainDigits(part)
    if (isShellNumber(digits)) numbers.add(digits)
    else invalid.push(part.trim())
  }
  return { numbers: [...numbers], invalid }
}
