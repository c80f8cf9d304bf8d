import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { UnreadableResponse, createByteCollector } from '../transport/byte-collector'
import type { RawResponse } from '../transport/dispatch-request'
import { runTimeSliced } from '../../util/async'

const unpackers = new Map<string, () => NodeJS.ReadWriteStream & AsyncIterable<Buffer>>([
  ['gzip', createUnzip],
  ['x-gzip', createUnzip],
  ['deflate', createUnzip],
  ['br', createBrotliDecompress],
])

const maxCodings = 3

const codingsOf = (headers: IncomingHttpHeaders): string[] =>
  [headers['content-encoding'] ?? []]
    .flat()
    .join(',')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')

/**
 * Removes the content coding of a response. The client requests none, but a server may then choose one (RFC
 * 9110, section 12.5.3), and undici does not decode it.
 */
const decodeContent = async (
  { headers, chunks }: RawResponse,
  maxBytes: number,
): Promise<readonly Buffer[]> => {
  const codings = codingsOf(headers)
  if (codings.length === 0) return chunks
  // Each coding takes memory before it yields data; no server needs two.
  if (codings.length > maxCodings)
    throw new UnreadableResponse(`response with ${codings.length} content codings`)
  // Codings are removed in reverse order.
  const body = codings.reverse().reduce<Readable>((packed, coding) => {
    const unpacker = unpackers.get(coding)?.() as Readable | undefined
    if (unpacker === undefined)
      throw new UnreadableResponse(`response with content coding ${coding.slice(0, 20)}`)
    packed.on('error', (error) => unpacker.destroy(error))
    return packed.pipe(unpacker as never)
  }, Readable.from(chunks))
  const found = createByteCollector(maxBytes)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) found.add(chunk)
  } catch (error) {
    if (error instanceof UnreadableResponse) throw error
    throw new UnreadableResponse('the response cannot be decompressed', { cause: error })
  }
  return found.take()
}

/** Response charsets other than UTF-8 and their decoders: GB 18030 includes the two older ones. */
const decoders: Readonly<Record<string, string>> = { gb2312: 'gb18030', gbk: 'gb18030', gb18030: 'gb18030' }

const charsetOf = (contentType: string | string[] | undefined): string => {
  const [, charset = ''] = /;\s*charset\s*=\s*"?([\w-]+)/i.exec(String(contentType ?? '')) ?? []
  return charset.toLowerCase().replace(/^x-/, '')
}

/** Converts a response in a Chinese charset to UTF-8, in time slices: 50 MB take most of a second. */
export const toUtf8 = async (
  chunks: readonly Buffer[],
  contentType: string | string[] | undefined,
): Promise<readonly Buffer[]> => {
  const label = decoders[charsetOf(contentType)]
  if (label === undefined) return chunks
  const decoder = new TextDecoder(label)
  function* decoded(): Generator<undefined, Buffer[]> {
    const found: Buffer[] = []
    for (const chunk of chunks) {
      found.push(Buffer.from(decoder.decode(chunk, { stream: true })))
      yield
    }
    found.push(Buffer.from(decoder.decode()))
    return found
  }
  return runTimeSliced(decoded())
}

/** The body of a response as UTF-8 without its content coding; at most `maxBytes` long before the conversion. */
export const decodeBody = async (response: RawResponse, maxBytes: number): Promise<readonly Buffer[]> =>
  toUtf8(await decodeContent(response, maxBytes), response.headers['content-type'])
