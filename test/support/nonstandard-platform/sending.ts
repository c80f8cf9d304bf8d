import type { ServerResponse } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { PlatformBehavior } from './behavior'

const packers = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }

/** Sends three chunks without a length, compressed or not, whatever the client accepts. */
export const sendText = async (
  response: ServerResponse,
  status: number,
  text: string,
  packed: PlatformBehavior['packed'],
): Promise<void> => {
  const bytes = packed === 'no' ? Buffer.from(text) : packers[packed](text)
  response.writeHead(status, {
    'content-type': 'application/json;charset=UTF-8',
    ...(packed === 'no' ? {} : { 'content-encoding': packed }),
  })
  const third = Math.ceil(bytes.length / 3)
  for (let from = 0; from < bytes.length; from += third) {
    response.write(bytes.subarray(from, from + third))
    await new Promise((done) => setImmediate(done))
  }
  response.end()
}
