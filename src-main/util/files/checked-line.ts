import { crc32 } from 'node:zlib'
import { openFileToRead } from './regular-file'

// A line of an append-only file: a CRC-32 in 8 hex digits, a space, and JSON.

const lineFeed = 0x0a

/**
 * The lines of an append-only file, each with the position after it. Only the last one may have no line feed: it is a
 * partial write, or complete.
 */
export function* linesOf(
  bytes: Buffer,
): Generator<{ readonly line: Buffer; readonly next: number; readonly isEnded: boolean }, void, undefined> {
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(lineFeed, start)
    const isEnded = end >= 0
    const next = isEnded ? end + 1 : bytes.length
    yield { line: bytes.subarray(start, isEnded ? end : next), next, isEnded }
    start = next
  }
}

const partBytes = 4 * 1024 * 1024

/**
 * A file of any size in parts of whole lines, each with its position in the file. The last line may have no line feed.
 * Throws `NotAFile` or the file system's error.
 */
export async function* readLineParts(
  path: string,
  bytesAtOnce = partBytes,
): AsyncGenerator<{ readonly bytes: Buffer; readonly start: number }, void, undefined> {
  const handle = await openFileToRead(path)
  try {
    let begun: Buffer = Buffer.alloc(0)
    let start = 0
    for (;;) {
      const part = Buffer.allocUnsafe(bytesAtOnce)
      const { bytesRead } = await handle.read(part, 0, bytesAtOnce, start + begun.length)
      const bytes = Buffer.concat([begun, part.subarray(0, bytesRead)])
      const end = bytesRead === 0 ? bytes.length : bytes.lastIndexOf(lineFeed) + 1
      if (end > 0) yield { bytes: bytes.subarray(0, end), start }
      if (bytesRead === 0) return
      begun = bytes.subarray(end)
      start += end
    }
  } finally {
    await handle.close()
  }
}

const checksum = (json: string | Uint8Array): string => crc32(json).toString(16).padStart(8, '0')

/** A line without its line feed. */
export const writeCheckedLine = (json: string): string => `${checksum(json)} ${json}`

const jsonFrom = 9

/** The JSON of a line without its line feed; null if the line is damaged. */
export const readCheckedLine = (line: Buffer): Buffer | null => {
  const json = line.subarray(jsonFrom)
  const isIntact = line[jsonFrom - 1] === 0x20 && line.toString('latin1', 0, jsonFrom - 1) === checksum(json)
  return isIntact ? json : null
}

/** The value of a line without its line feed; null if the line is damaged. */
export const parseCheckedLine = (line: Buffer): unknown => {
  const json = readCheckedLine(line)
  if (json === null) return null
  try {
    return JSON.parse(json.toString('utf8'))
  } catch {
    return null
  }
}
