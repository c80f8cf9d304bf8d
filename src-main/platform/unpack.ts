import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'

const unpackers = new Map<string, () => NodeJS.ReadWriteStream & AsyncIterable<Buffer>>([
  ['gzip', createUnzip],
  ['x-gzip', createUnzip],
  ['deflate', createUnzip],
  ['br', createBrotliDecompress],
])

const mostCodings = 3

/**
 * The bytes of an answer as they were before its content coding. None is asked for, and where a request says nothing
 * of codings a server may choose one (RFC 9110, section 12.5.3); undici's `request` hands it on as it came.
 */
export const unpacked = (body: Readable, headers: IncomingHttpHeaders): AsyncIterable<Buffer> => {
  const codings = (headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
  // Each takes memory before it gives a byte, and nobody needs two.
  if (codings.length > mostCodings) throw new Error(`an answer in ${codings.length} content codings`)
  // The coding that was put on last comes off first.
  return codings.reverse().reduce<Readable>((packed, coding) => {
    const unpacker = unpackers.get(coding)?.() as Readable | undefined
    if (unpacker === undefined) throw new Error(`an answer in content coding ${coding.slice(0, 20)}`)
    packed.on('error', (error) => unpacker.destroy(error))
    return packed.pipe(unpacker as never)
  }, body)
}
