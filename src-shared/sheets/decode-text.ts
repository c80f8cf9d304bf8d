import { fail, succeed } from '../outcome'
import type { Failure, Outcome } from '../outcome'

/** The encodings that a person can choose; all are names that `TextDecoder` knows. */
export const encodings = [
  'utf-8',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'utf-16le',
  'utf-16be',
] as const
export type Encoding = (typeof encodings)[number]

export interface DecodedText {
  /** Bytes that are no characters in this encoding are `�`. */
  readonly text: string
  readonly encoding: Encoding
  /** Words that show whether the encoding is right; null if there is no doubt. */
  readonly uncertainWords: readonly string[] | null
}

/** The number of bytes inspected to tell UTF-16 without a byte order mark from binary data. */
const sampleLength = 4096
const undecodable = '\ufffd'

const markedAs = (bytes: Uint8Array): Encoding | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null
}

/** In UTF-16, mostly-ASCII text has its zero bytes on one side only. */
const unmarkedUtf16 = (bytes: Uint8Array): Encoding | null => {
  const zeros = [0, 0]
  const length = Math.min(bytes.length, sampleLength)
  for (let index = 0; index < length; index++) {
    if (bytes[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  }
  const [even = 0, odd = 0] = zeros
  if (odd > length / 4 && even === 0) return 'utf-16le'
  return even > length / 4 && odd === 0 ? 'utf-16be' : null
}

/** Single-byte encodings of the browser pass bytes that they do not define on as control characters. */
const decode = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes).replace(/[\u0080-\u009f]/g, undecodable)

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** A letter of another script in the middle of a Latin word: `J黵gen`, `MХller`. */
const mixedWord = /\p{Script=Latin}[^\p{Script=Latin}\P{L}]\p{Script=Latin}/gu

/** All characters of a Korean text are in the half of GB 2312's frequent ones that has the syllables. */
const leastForKorean = 8

const isAsciiLetter = (byte: number): boolean => /[A-Za-z]/.test(String.fromCharCode(byte))

/**
 * The share of double-byte characters beyond GB 2312. They are rare in Chinese, and every second one in text of
 * another encoding that is read as GB18030. One that consumes a letter in the middle of a Latin word (`J黵gen`) is
 * none.
 */
const rareShare = (bytes: Uint8Array): number => {
  let [pairs, rare, inKorean] = [0, 0, 0]
  for (let at = 0; at + 1 < bytes.length; at++) {
    const [first = 0, second = 0] = [bytes[at], bytes[at + 1]]
    if (first < 0x81) continue
    if (isAsciiLetter(bytes[at - 1] ?? 0) && isAsciiLetter(second)) return 1
    pairs += 1
    at += 1
    if (second < 0xa1 || first < 0xa1) rare += 1
    if (first >= 0xb0 && first <= 0xc8) inKorean += 1
  }
  if (pairs >= leastForKorean && inKorean === pairs) return 1
  return pairs === 0 ? 0 : rare / pairs
}
/** Above the first share the text is not Chinese; above the second one, it may be. */
const notChineseAbove = 0.25
const uncertainAbove = 0.1

/** How well a text fits its encoding: the share of its letters beyond ASCII that are usual ones there. */
const usualLetters: Readonly<Partial<Record<Encoding, RegExp>>> = {
  // Kana and frequent signs; half-width kana come from other encodings.
  shift_jis: /[\u3041-\u30ff\u3400-\u9fff]/g,
  big5: /[\u4e00-\u9fff]/g,
  'euc-kr': /[\uac00-\ud7a3]/g,
  'windows-1252': /(?<=[A-Za-zÀ-ÿ\s,;'"]|^)[À-ÖØ-öø-ÿßœŒšŠžŽ€’](?=[A-Za-zÀ-ÿ\s,;'".-]|$)/gm,
  'windows-1251': /[\u0410-\u044f]{3,}/g,
}

const fitOf = (text: string, encoding: Encoding): number => {
  const letters = countMatches(text, /[^\x00-\x7f]/g) // eslint-disable-line no-control-regex -- the range of ASCII
  if (letters === 0) return 0
  const found = text.match(usualLetters[encoding] ?? /$^/g) ?? []
  const kana = encoding === 'shift_jis' ? countMatches(text, /[\u3041-\u30ff]/g) : letters
  const wrong = countMatches(text, /[\ufffd\uff61-\uff9f]/g) + countMatches(text, mixedWord)
  return kana === 0 ? 0 : (found.join('').length - 2 * wrong) / letters
}

/** The encoding that fits a text best that is neither UTF-8 nor usual Chinese. */
const bestGuess = (bytes: Uint8Array): Encoding => {
  // From the first byte beyond ASCII, with the word that contains it.
  const from = Math.max(0, bytes.findIndex((byte) => byte > 0x7f) - 100)
  const start = bytes.subarray(from, from + 256 * 1024)
  const candidates: readonly Encoding[] = ['windows-1252', 'shift_jis', 'euc-kr', 'big5', 'windows-1251']
  let best: { encoding: Encoding; fit: number } = { encoding: 'gb18030', fit: 0.3 }
  for (const encoding of candidates) {
    const found = fitOf(decode(start, encoding), encoding)
    if (found > best.fit) best = { encoding, fit: found }
  }
  if (best.encoding !== 'gb18030' || isValid(bytes, 'gb18030')) return best.encoding
  return 'windows-1252'
}

const isValid = (bytes: Uint8Array, encoding: Encoding): boolean => {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

const maxWords = 5

/** Words with characters beyond ASCII, those with undecodable ones first. */
const uncertainWordsIn = (text: string): readonly string[] => {
  // A match starts only where a word does: otherwise each character of a long one is tried.
  const words = new Set(text.match(/(?<![^\s,;|"])[^\s,;|"\P{ASCII}]*[^\s\p{ASCII}][^\s,;|"]*/gu) ?? [])
  const isWorse = (word: string): boolean => word.includes(undecodable)
  return [...words].sort((one, other) => Number(isWorse(other)) - Number(isWorse(one))).slice(0, maxWords)
}

/** Text whose bytes are UTF-8 except for a few: a program cut it in the middle of a character. */
const isNearlyUtf8 = (bytes: Uint8Array): boolean => {
  const text = decode(bytes, 'utf-8')
  return countMatches(text, /\ufffd/g) * 4 < countMatches(text, /[\u0080-\ufffc]/g)
}

const detectEncoding = (bytes: Uint8Array): { readonly encoding: Encoding; readonly isGuess: boolean } => {
  if (isValid(bytes, 'utf-8')) return { encoding: 'utf-8', isGuess: false }
  if (isNearlyUtf8(bytes)) return { encoding: 'utf-8', isGuess: true }
  const share = isValid(bytes, 'gb18030') ? rareShare(bytes) : 1
  return share > notChineseAbove
    ? { encoding: bestGuess(bytes), isGuess: true }
    : { encoding: 'gb18030', isGuess: share > uncertainAbove }
}

/**
 * Decodes a text in the chosen encoding, or in the detected one. Excel writes UTF-8 with a byte order mark, UTF-16
 * with one (“Unicode text”), or, on Windows, the system's old encoding without one: GBK in China, Windows-1252 in
 * western Europe. Other programs write UTF-8 without a mark. GB18030 contains GBK. UTF-8 is tried first: text in
 * other encodings is practically never valid UTF-8, whereas GBK accepts almost any bytes. What does not look like
 * Chinese is a guess, with words to check it by.
 */
export const decodeText = (
  bytes: Uint8Array,
  chosen: Encoding | null = null,
): Outcome<DecodedText, Failure<'unknown-kind' | 'encoding'>> => {
  const marked = markedAs(bytes)
  const hasZeros = bytes.subarray(0, sampleLength).includes(0)
  const known = chosen ?? marked ?? (hasZeros ? unmarkedUtf16(bytes) : null)
  if (hasZeros && known === null)
    return fail({ code: 'unknown-kind', message: 'zero bytes: this is no text' })
  const { encoding, isGuess } = known === null ? detectEncoding(bytes) : { encoding: known, isGuess: false }
  const text = decode(bytes, encoding)
  const isUncertain = chosen === null && (isGuess || text.includes(undecodable))
  return succeed({ text, encoding, uncertainWords: isUncertain ? uncertainWordsIn(text) : null })
}
