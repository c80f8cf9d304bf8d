/** Two letters of a name are too many words' beginnings; two Chinese characters are a whole name. */
const shortest = (name: string): number => (/^[ -\u024f]*$/.test(name) ? 3 : 2)

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)
const isHan = (character: string | undefined): boolean =>
  character !== undefined && /\p{Script=Han}/u.test(character)

const keyLength = 2

/**
 * Finds names in a text, however many names there are: the time goes with the text alone. Latin names count as whole
 * words, in any case; Chinese ones anywhere.
 */
export const createNameHider = (names: Iterable<string>): ((text: string, hidden: string) => string) => {
  const byBeginning = new Map<string, string[]>()
  for (const given of new Set(names)) {
    const name = given.trim().toLowerCase()
    if (name.length < shortest(name)) continue
    const key = name.slice(0, keyLength)
    byBeginning.set(key, [...(byBeginning.get(key) ?? []), name])
  }
  for (const alike of byBeginning.values()) alike.sort((one, other) => other.length - one.length)

  const nameAt = (text: string, at: number): string | undefined =>
    byBeginning.get(text.slice(at, at + keyLength))?.find((name) => {
      if (!text.startsWith(name, at)) return false
      const end = at + name.length
      if (isHan(name[0])) return true
      return !isLetter(text[at - 1]) && !isLetter(text[end])
    })

  return (text, hidden) => {
    if (byBeginning.size === 0) return text
    const small = text.toLowerCase()
    // Where a character has a longer small form, places would not be the same in both.
    if (small.length !== text.length) return hidden
    let result = ''
    let from = 0
    for (let at = 0; at < small.length; at += 1) {
      const name = nameAt(small, at)
      if (name === undefined) continue
      result += text.slice(from, at) + hidden
      from = at + name.length
      at = from - 1
    }
    return result + text.slice(from)
  }
}
