/** Entropy in bits per character, within the text. */
const entropyOf = (text: string): number => {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** Counts changes between lowercase, uppercase and digits: rare in words, frequent in keys. */
const changesIn = (text: string): number =>
  text.match(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0

const minLength = 16

/**
 * Whether a run of letters and digits is probably a key, a token or a hash rather than a word, a name or a
 * version.
 */
export const looksRandom = (run: string): boolean => {
  if (run.length < minLength) return false
  if (/^[\da-f]+$/i.test(run)) return true
  const hasDigit = /\d/.test(run)
  const hasLetter = /[a-z]/i.test(run)
  if (hasDigit && hasLetter && run.length >= 20 && entropyOf(run) > 3) return true
  return changesIn(run) >= run.length / 5
}
