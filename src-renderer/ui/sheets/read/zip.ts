import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { sheetFailure } from '../sheet'
import type { SheetFailure } from '../sheet'

// Own reader for two reasons. The unpacked size must be limited by the actual output, not by the archive's
// directory. And the library's reader starts workers from blob URLs, which the page's content security policy
// blocks.

/** One file in a zip archive (PKWARE APPNOTE 6.3.10, 4.3.12). */
export interface ZipEntry {
  readonly path: string
  readonly isEncrypted: boolean
  readonly method: number
  readonly packedBytes: number
  readonly unpackedBytes: number
  readonly headerAt: number
}

const endSignature = 0x06054b50
const centralSignature = 0x02014b50
const localSignature = 0x04034b50
const endLength = 22
const maxCommentLength = 0xffff
const stored = 0
const deflated = 8

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const damaged = (message: string) => fail(sheetFailure('damaged', message))

const findEnd = (view: DataView): number | null => {
  const lowest = Math.max(0, view.byteLength - endLength - maxCommentLength)
  for (let at = view.byteLength - endLength; at >= lowest; at--) {
    if (view.getUint32(at, true) === endSignature) return at
  }
  return null
}

/** The files in the directory at the archive's end; a truncated file has no directory. */
export const listZip = (bytes: Uint8Array): Outcome<readonly ZipEntry[], SheetFailure> => {
  const view = viewOf(bytes)
  const end = findEnd(view)
  if (end === null) return damaged('no end of central directory')
  const count = view.getUint16(end + 10, true)
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== centralSignature) {
      return damaged('the central directory is cut')
    }
    const nameLength = view.getUint16(at + 28, true)
    entries.push({
      path: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)).replaceAll('\\', '/'),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      unpackedBytes: view.getUint32(at + 24, true),
      headerAt: view.getUint32(at + 42, true),
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return succeed(entries)
}

const packedPart = (bytes: Uint8Array, entry: ZipEntry): Uint8Array | null => {
  const view = viewOf(bytes)
  const { headerAt } = entry
  if (headerAt + 30 > bytes.length || view.getUint32(headerAt, true) !== localSignature) return null
  const from = headerAt + 30 + view.getUint16(headerAt + 26, true) + view.getUint16(headerAt + 28, true)
  return from + entry.packedBytes > bytes.length ? null : bytes.slice(from, from + entry.packedBytes)
}

/** The bytes of one file. Stops at `limit` bytes, regardless of the size in the directory. */
export const unpackEntry = async (
  bytes: Uint8Array,
  entry: ZipEntry,
  limit: number,
): Promise<Outcome<Uint8Array<ArrayBuffer>, SheetFailure>> => {
  if (entry.isEncrypted) return fail(sheetFailure('password', `${entry.path} is encrypted`))
  const packed = packedPart(bytes, entry)
  if (packed === null) return damaged(`${entry.path} is not where the directory says`)
  const outOfRange = () =>
    fail(sheetFailure('expands-too-far', `${entry.path} is more than ${String(limit)} bytes`))
  // Several entries may refer to the same bytes.
  if (entry.method === stored) return packed.length > limit ? outOfRange() : succeed(new Uint8Array(packed))
  if (entry.method !== deflated) return damaged(`${entry.path} is packed by method ${String(entry.method)}`)
  const parts: Uint8Array[] = []
  let length = 0
  try {
    const stream = new Blob([new Uint8Array(packed)]).stream()
    const reader = stream.pipeThrough(new DecompressionStream('deflate-raw')).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      length += value.byteLength
      if (length > limit) {
        await reader.cancel()
        return outOfRange()
      }
      parts.push(value)
    }
  } catch (error) {
    return damaged(`${entry.path}: ${String(error)}`)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return succeed(whole)
}
