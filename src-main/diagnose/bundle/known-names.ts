/** Two Latin letters match the start of too many words; two Chinese characters are a full name. */
const minLength = (name: string): number => (/^[ -\u024f]*$/.test(name) ? 3 : 2)

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)
const isHan = (character: string | undefined): boolean =>
  character !== undefined && /\p{Script=Han}/u.test(character)

const keyLength = 2

/**
 * Creates a function that hides names. Its time depends on the text only, not on the number of names. Latin
 * names match as whole words in any case, Chinese names anywhere.
 */
export const createNameHider = (names: Iterable<string>): ((text: string, hidden: string) => string) => {
  const byPrefix = new Map<string, string[]>()
  for (const known of new Set(names)) {
    const name = known.trim().toLowerCase()
    if (name.length < minLength(name)) continue
    const key = name.slice(0, keyLength)
    byPrefix.set(key, [...(byPrefix.get(key) ?? []), name])
  }
  for (const candidates of byPrefix.values()) candidates.sort((one, other) => other.length - one.length)

  const nameAt = (text: string, position: number): string | undefined =>
    byPrefix.get(text.slice(position, position + keyLength))?.find((name) => {
      if (!text.startsWith(name, position)) return false
      const end = position + name.length
      if (isHan(name[0])) return true
      return !isLetter(text[position - 1]) && !isLetter(text[end])
    })

  return (text, hidden) => {
    if (byPrefix.size === 0) return text
    const lowerCase = text.toLowerCase()
    // Lowercasing may change the length; then positions would not match.
    if (lowerCase.length !== text.length) return hidden
    let result = ''
    let from = 0
    for (let position = 0; position < lowerCase.length; position += 1) {
      const name = nameAt(lowerCase, position)
      if (name === undefined) continue
      result += text.slice(from, position) + hidden
      from = position + name.length
      position = from - 1
    }
    return result + text.slice(from)
  }
}
