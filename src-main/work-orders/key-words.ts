import { normalized } from '#shared/normalized'
import { createHash } from 'node:crypto'
import { wordlist as english } from '@scure/bip39/wordlists/english.js'
import { wordlist as chinese } from '@scure/bip39/wordlists/simplified-chinese.js'

const wordCount = 6
const bitsPerWord = 11

const lists = { en: english, zh: chinese } as const

const indexesOf = (key: Uint8Array): readonly number[] => {
  const first = createHash('sha256').update(key).digest().readBigUInt64BE(0)
  const next = createHash('sha256').update(key).digest().readUInt8(8)
  // The first 66 bits of the hash, as six numbers of 11 bits.
  const bits = (first << 2n) | BigInt(next >> 6)
  return Array.from({ length: wordCount }, (_one, at) =>
    Number((bits >> BigInt((wordCount - 1 - at) * bitsPerWord)) & 0x7ffn),
  )
}

/** Six words that two people compare, to see that both computers have the same public key. */
export const wordsOf = (key: Uint8Array, language: keyof typeof lists): readonly string[] =>
  indexesOf(key).map((index) => lists[language][index] ?? '')

/** Whether the text has the key's words, in either language; Chinese words may stand without spaces. */
export const areWordsOf = (typed: string, key: Uint8Array): boolean => {
  const plain = normalized(typed).toLowerCase().trim()
  return (
    plain.split(/\s+/u).join(' ') === wordsOf(key, 'en').join(' ') ||
    plain.replace(/\s+/gu, '') === wordsOf(key, 'zh').join('')
  )
}
