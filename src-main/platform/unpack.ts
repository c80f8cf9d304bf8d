import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { largestAnswer, tooLarge } from './ask'
import type { Answer } from './ask'

const unpackers = new Map<string, () => NodeJS.ReadWriteStream & AsyncIterable<Buffer>>([
  ['gzip', createUnzip],
  ['x-gzip', createUnzip],
  ['deflate', createUnzip],
  ['br', createBrotliDecompress],
])

const mostCodings = 3

const codingsOf = (headers: IncomingHttpHeaders): string[] =>
  (headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')

/**
 * The bytes of an answer as they were before its content coding. None is asked for, and where a request says nothing
 * of codings a server may choose one (RFC 9110, section 12.5.3); undici hands it on as it came.
 */
export const unpacked = async ({ headers, chunks }: Answer): Promise<readonly Buffer[]> => {
  const codings = codingsOf(headers)
  if (codings.length === 0) return chunks
  // Each takes memory before it gives a byte, and nobody needs two.
  if (codings.length > mostCodings) throw new Error(`an answer in ${codings.length} content codings`)
  // The coding that was put on last comes off first.
  const body = codings.reverse().reduce<Readable>((packed, coding) => {
    const unpacker = unpackers.get(coding)?.() as Readable | undefined
    if (unpacker === undefined) throw new Error(`an answer in content coding ${coding.slice(0, 20)}`)
    packed.on('error', (error) => unpacker.destroy(error))
    return packed.pipe(unpacker as never)
  }, Readable.from(chunks))
  const found: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > largestAnswer) throw tooLarge()
    found.push(chunk)
  }
  return found
}
