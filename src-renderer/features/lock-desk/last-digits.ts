import { foldNumber, plainDigits } from '#shared/model/locks/shell-number'
import { command } from '../../bridge'

/** Three to nine digits are read off the end of a shell: ten are a whole number. */
export const lastDigitsIn = (text: string): string | null => {
  const digits = plainDigits(text)
  return /^\d{3,9}$/.test(digits) ? digits : null
}

/** A lock may be listed several times: with fewer rows, another lock would be missed. */
const maxRows = 50

/** Up to a few numbers of the plugged-in and listed locks that end with the digits; each lock once. */
export const numbersEndingIn = async (
  digits: string,
  pluggedIn: readonly string[],
): Promise<readonly string[]> => {
  const found = new Set(pluggedIn.filter((number) => number.endsWith(digits)))
  const outcome = await command('assets/find', { text: digits, limit: maxRows })
  // Best matches come first: equal numbers, then those that end so.
  if (outcome.ok && outcome.value.state === 'found')
    for (const { shellNumber, assetNum } of outcome.value.rows)
      if ((shellNumber ?? foldNumber(assetNum)).endsWith(digits)) found.add(shellNumber ?? assetNum)
  return [...found]
}
