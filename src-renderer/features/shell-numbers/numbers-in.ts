import { isShellNumber, plainDigits } from '#shared/model/shell-number'
import type { ShellNumber } from '#shared/model/shell-number'

/** The shell numbers of a text, one a line or with commas between, each once; and what is none. */
export const numbersIn = (
  text: string,
): { readonly numbers: readonly ShellNumber[]; readonly wrong: readonly string[] } => {
  const numbers = new Set<ShellNumber>()
  const wrong: string[] = []
  for (const part of text.split(/[\n\r,;，；、\t]+/)) {
    if (part.trim() === '') continue
    const digits = plainDigits(part)
    if (isShellNumber(digits)) numbers.add(digits)
    else wrong.push(part.trim())
  }
  return { numbers: [...numbers], wrong }
}
