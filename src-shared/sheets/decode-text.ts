import { fail, succeed } from '../outcome'
import type { Failure, Outcome } from '../outcome'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030'

/** The number of bytes inspected to tell UTF-16 without a byte order mark from binary data. */
const sample = 4096

const markedAs = (bytes: Uint8Array): Encoding | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}

/** In UTF-16, mostly-ASCII text has its zero bytes on one side only. */
const unmarkedUtf16 = (bytes: Uint8Array): Encoding | null => {
  const zeros = [0, 0]
  const length = Math.min(bytes.length, sample)
  for (let index = 0; index < length; index++) {
    if (bytes[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  }
  const [even = 0, odd = 0] = zeros
  if (odd > length / 4 && even === 0) return 'utf-16le'
  return even > length / 4 && odd === 0 ? 'utf-16be' : null
}

const tryDecode = (bytes: Uint8Array, encoding: Encoding): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * Detects the encoding. Excel writes UTF-8 with a byte order mark, UTF-16 with one (“Unicode text”), or, on
 * Chinese Windows, GBK without one; other programs write UTF-8 without. GB18030 contains GBK. UTF-8 is tried
 * first: Chinese text in GBK is practically never valid UTF-8, whereas GBK accepts almost any bytes.
 */
export const decodeText = (
  bytes: Uint8Array,
): Outcome<{ readonly text: string; readonly encoding: Encoding }, Failure<'unknown-kind' | 'encoding'>> => {
  const hasZeros = bytes.subarray(0, sample).includes(0)
  const wide = markedAs(bytes) ?? (hasZeros ? unmarkedUtf16(bytes) : null)
  if (hasZeros && wide === null) return fail({ code: 'unknown-kind', message: 'zero bytes: this is no text' })
  const tried: readonly Encoding[] = wide === null ? ['utf-8', 'gb18030'] : [wide]
  for (const encoding of tried) {
    const text = tryDecode(bytes, encoding)
    if (text !== null) return succeed({ text, encoding })
  }
  return fail({ code: 'encoding', message: `not valid as ${tried.join(' or ')}` })
}
