import { shallowRef, triggerRef } from 'vue'
import type { Name } from '#shared/model/name'

/** What a hidden name looks like, of whatever length. Dots would merge with the dots between facts. */
export const hiddenName = '***'

const keyLength = 2
const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)
const isHan = (character: string | undefined): boolean =>
  character !== undefined && /\p{Script=Han}/u.test(character)

/**
 * Known names, and the function that hides them in a text. Its time depends on the text, not on the number of names.
 * Chinese names match anywhere, others as whole words in any case; a single character only as the whole text.
 */
export const createNameRegistry = () => {
  const names = new Set<string>()
  /** The lengths of the names that begin with two characters, longest first. */
  const lengths = new Map<string, number[]>()

  const add = (text: string): void => {
    const name = text.trim().toLowerCase()
    if (name === '' || names.has(name)) return
    names.add(name)
    if (name.length < keyLength) return
    const key = name.slice(0, keyLength)
    const known = lengths.get(key)
    if (known === undefined) lengths.set(key, [name.length])
    else if (!known.includes(name.length)) known.push(name.length)
    known?.sort((one, other) => other - one)
  }

  const lengthAt = (text: string, position: number): number => {
    const found = lengths.get(text.slice(position, position + keyLength))?.find((length) => {
      const name = text.slice(position, position + length)
      if (!names.has(name)) return false
      const startsWord = !isLetter(name[0]) || isHan(name[0]) || !isLetter(text[position - 1])
      const last = name.at(-1)
      const endsWord = !isLetter(last) || isHan(last) || !isLetter(text[position + length])
      return startsWord && endsWord
    })
    return found ?? 0
  }

  const hide = (text: string): string => {
    if (names.size === 0 || text === '') return text
    const lowerCase = text.toLowerCase()
    if (names.has(lowerCase.trim())) return hiddenName
    if (lowerCase.length !== text.length) {
      // Where lower case has another length, positions would not match.
      for (let at = 0; at < lowerCase.length; at += 1) if (lengthAt(lowerCase, at) > 0) return hiddenName
      return text
    }
    let result = ''
    let from = 0
    let position = 0
    while (position < lowerCase.length) {
      const length = lengthAt(lowerCase, position)
      if (length === 0) position += 1
      else {
        result += text.slice(from, position) + hiddenName
        position += length
        from = position
      }
    }
    return result + text.slice(from)
  }

  return { add, hide, size: () => names.size }
}

/** Texts that are shown are searched again when a name becomes known. */
const known = shallowRef(createNameRegistry())

export const addNames = (names: readonly (Name | null)[]): void => {
  const before = known.value.size()
  for (const name of names) if (typeof name === 'string') known.value.add(name)
  if (known.value.size() !== before) triggerRef(known)
}

/** The text without the names that the window knows. */
export const withoutNames = (text: string): string => known.value.hide(text)
