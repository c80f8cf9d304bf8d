import { isShellNumber, plainDigits } from '#shared/model/locks/shell-number'
import type { ShellNumber } from '#shared/model/locks/shell-number'

/** The distinct shell numbers in a text, separated by lines or commas, and the invalid parts. */
export const parseNumbers = (
  text: string,
): { readonly numbers: readonly ShellNumber[]; readonly invalid: readonly string[] } => {
  const numbers = new Set<ShellNumber>()
  const invalid: string[] = []
  for (const part of text.split(/[\n\r,;，；、\t]+/)) {
    if (part.trim() === '') continue
    const digits = plainDigits(part)
    if (isShellNumber(digits)) numbers.add(digits)
    else invalid.push(part.trim())
  }
  return { numbers: [...numbers], invalid }
}
