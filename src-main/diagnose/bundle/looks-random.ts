/** Bits a character, as far as the text itself tells. */
const entropyOf = (text: string): number => {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** From small to large or to a digit and back: words change rarely, keys all the time. */
const changesIn = (text: string): number =>
  text.match(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0

const shortest = 16

/** Whether a run of letters and digits is likely a key, a token or a hash, and not a word, a name or a version. */
export const looksRandom = (run: string): boolean => {
  if (run.length < shortest) return false
  if (/^[\da-f]+$/i.test(run)) return true
  const hasDigit = /\d/.test(run)
  const hasLetter = /[a-z]/i.test(run)
  if (hasDigit && hasLetter && run.length >= 20 && entropyOf(run) > 3) return true
  return changesIn(run) >= run.length / 5
}
