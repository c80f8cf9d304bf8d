import { Refusal } from './read-error'

// Own reader of the archive's directory for two reasons. A library that reads whole files trusts the sizes in
// the directory, and one that streams local headers cannot read files whose sizes follow the data. Unpacking is
// the browser's own.

/** One file in a zip archive (PKWARE APPNOTE 6.3.10, 4.3.12). Sizes and offsets are in bytes. */
export interface ZipEntry {
  readonly path: string
  readonly isEncrypted: boolean
  readonly method: number
  readonly packedBytes: number
  readonly unpackedBytes: number
  readonly headerAt: number
  /** The CRC-32 of the unpacked bytes; 0 if the program that wrote the archive left it out. */
  readonly checksum: number
}

const endSignature = 0x06054b50
const end64Signature = 0x06064b50
const locatorSignature = 0x07064b50
const centralSignature = 0x02014b50
const localSignature = 0x04034b50
const endLength = 22
const maxCommentLength = 0xffff
const stored = 0
const deflated = 8
/** The value of a 32-bit field whose number is in the ZIP64 field. */
const in64 = 0xffffffff
const zip64Field = 1
/** More than any spreadsheet program writes. */
const maxEntries = 100_000

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const damaged = (message: string): Refusal => new Refusal('damaged', message)

/** Out of the archive if it is more than the archive holds, which each use checks. */
const number64 = (view: DataView, at: number): number =>
  at + 8 > view.byteLength ? Infinity : Number(view.getBigUint64(at, true))

/** A comment may contain the signature; the end whose comment ends with the file is the right one. */
const findEnd = (view: DataView): number => {
  const last = view.byteLength - endLength
  let nearest = -1
  for (let at = last; at >= Math.max(0, last - maxCommentLength); at--) {
    if (view.getUint32(at, true) !== endSignature) continue
    if (at + view.getUint16(at + 20, true) === last) return at
    if (nearest === -1) nearest = at
  }
  if (nearest === -1) throw damaged('no end of central directory')
  return nearest
}

interface Directory {
  readonly at: number
  readonly count: number
  /** The bytes in front of the archive, which its offsets do not count. */
  readonly before: number
}

const findDirectory = (view: DataView): Directory => {
  const end = findEnd(view)
  let [endAt, count, size, at] = [
    end,
    view.getUint16(end + 10, true),
    view.getUint32(end + 12, true),
    view.getUint32(end + 16, true),
  ]
  const locator = end - 20
  if (locator >= 0 && view.getUint32(locator, true) === locatorSignature) {
    const end64 = number64(view, locator + 8)
    if (end64 + 56 > locator || view.getUint32(end64, true) !== end64Signature) {
      throw damaged('no ZIP64 end of central directory')
    }
    endAt = end64
    count = number64(view, end64 + 32)
    size = number64(view, end64 + 40)
    at = number64(view, end64 + 48)
  }
  if (count > maxEntries) throw damaged(`${String(count)} files`)
  const before = endAt - size - at
  return before < 0 ? { at, count, before: 0 } : { at: at + before, count, before }
}

/** The sizes and the offset of a directory entry, from its ZIP64 field where the entry refers to it. */
const numbersOf = (
  view: DataView,
  at: number,
  extraAt: number,
  extraEnd: number,
): [number, number, number] => {
  const numbers: [number, number, number] = [
    view.getUint32(at + 24, true),
    view.getUint32(at + 20, true),
    view.getUint32(at + 42, true),
  ]
  if (!numbers.includes(in64)) return numbers
  for (let field = extraAt; field + 4 <= extraEnd; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== zip64Field) continue
    let next = field + 4
    return numbers.map((number) => {
      if (number !== in64) return number
      next += 8
      return number64(view, next - 8)
    }) as [number, number, number]
  }
  return numbers
}

/**
 * The files in the directory at the archive's end, with ZIP64 sizes. Throws a `Refusal` for a truncated archive,
 * which has no directory.
 */
export const listZip = (bytes: Uint8Array): readonly ZipEntry[] => {
  const view = viewOf(bytes)
  const directory = findDirectory(view)
  const decoder = new TextDecoder()
  const entries: ZipEntry[] = []
  let { at } = directory
  for (let index = 0; index < directory.count; index++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== centralSignature) {
      throw damaged('the central directory is cut')
    }
    const nameEnd = at + 46 + view.getUint16(at + 28, true)
    const extraEnd = Math.min(nameEnd + view.getUint16(at + 30, true), view.byteLength)
    const [unpackedBytes, packedBytes, headerAt] = numbersOf(view, at, nameEnd, extraEnd)
    entries.push({
      path: decoder.decode(bytes.subarray(at + 46, nameEnd)).replaceAll('\\', '/'),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      packedBytes,
      unpackedBytes,
      headerAt: headerAt + directory.before,
      checksum: view.getUint32(at + 16, true),
    })
    at = extraEnd + view.getUint16(at + 32, true)
  }
  return entries
}

const packedPart = (bytes: Uint8Array, { path, headerAt, packedBytes }: ZipEntry): Uint8Array => {
  const view = viewOf(bytes)
  if (headerAt + 30 > bytes.length || view.getUint32(headerAt, true) !== localSignature) {
    throw damaged(`${path} is not where the directory says`)
  }
  const from = headerAt + 30 + view.getUint16(headerAt + 26, true) + view.getUint16(headerAt + 28, true)
  if (from + packedBytes > bytes.length) throw damaged(`${path} is cut`)
  return bytes.subarray(from, from + packedBytes)
}

/** Packed data that grows more than this is made to fill the memory; spreadsheets reach about 50. */
const maxGrowth = 250
/** Below this size, growth is harmless. */
const growthFrom = 16 * 1024 * 1024
const storedSlice = 64 * 1024

async function* unpacked(packed: Uint8Array, { path, method }: ZipEntry): AsyncGenerator<Uint8Array> {
  if (method === stored) {
    for (let at = 0; at < packed.length; at += storedSlice) yield packed.subarray(at, at + storedSlice)
    return
  }
  if (method !== deflated) throw damaged(`${path} is packed by method ${String(method)}`)
  const stream = new Blob([packed as Uint8Array<ArrayBuffer>]).stream()
  const reader = stream.pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw damaged(`${path}: ${String(error)}`)
      })
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

const checksums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let checksum = byte
  for (let bit = 0; bit < 8; bit++) checksum = checksum & 1 ? (checksum >>> 1) ^ 0xedb88320 : checksum >>> 1
  return checksum
})
/** Continues a CRC-32, which starts and ends inverted. */
const addToChecksum = (checksum: number, piece: Uint8Array): number => {
  let next = checksum
  for (const byte of piece) next = (next >>> 8) ^ (checksums[(next ^ byte) & 0xff] ?? 0)
  return next
}

/**
 * The bytes of one file in pieces. Throws a `Refusal` as soon as there are more than `limit`, regardless of the
 * size in the directory, and for a file whose size or checksum differs from it: a changed byte may be a digit of
 * another number.
 */
export async function* unpackEntry(
  bytes: Uint8Array,
  entry: ZipEntry,
  limit: number,
): AsyncGenerator<Uint8Array> {
  const { path, unpackedBytes, packedBytes, checksum } = entry
  if (entry.isEncrypted) {
    // One changed byte of the directory asks for no password.
    const isInHeader = ((bytes[entry.headerAt + 6] ?? 0) & 1) === 1
    throw isInHeader ? new Refusal('password', `${path} is encrypted`) : damaged(`${path} may be encrypted`)
  }
  const tooLarge = (): Refusal =>
    new Refusal('expands-too-far', `${path} is more than ${String(limit)} bytes`)
  if (unpackedBytes > limit) throw tooLarge()
  const highest = Math.min(limit, Math.max(growthFrom, packedBytes * maxGrowth))
  let [length, found] = [0, -1]
  for await (const piece of unpacked(packedPart(bytes, entry), entry)) {
    length += piece.length
    if (length > highest) throw tooLarge()
    found = addToChecksum(found, piece)
    yield piece
  }
  if (length !== unpackedBytes)
    throw damaged(`${path} has ${String(length)} of ${String(unpackedBytes)} bytes`)
  if (checksum !== 0 && ~found >>> 0 !== checksum) throw damaged(`${path} has another checksum`)
}
