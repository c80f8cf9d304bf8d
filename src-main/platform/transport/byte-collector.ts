const kibibyte = 1024
const mebibyte = kibibyte * kibibyte

const sizeText = (bytes: number): string =>
  bytes < mebibyte ? `${bytes / kibibyte} KiB` : `${bytes / mebibyte} MiB`

/** Chunks are combined at this number or size: each takes about a hundred bytes besides its content. */
const maxPendingChunks = 1000
const blockBytes = 64 * kibibyte

/** A response came and cannot be read, so that the server was reached. */
export class UnreadableResponse extends Error {}

export interface ByteCollector {
  /** Throws above the limit. */
  add(chunk: Buffer): void
  /** Everything added, in order. */
  take(): readonly Buffer[]
}

/** Collects the body of a response, with memory limited by its size and not by the number of its chunks. */
export const createByteCollector = (maxBytes: number): ByteCollector => {
  const blocks: Buffer[] = []
  let pending: Buffer[] = []
  let pendingBytes = 0
  let size = 0

  const combine = () => {
    const [only] = pending
    if (only === undefined) return
    blocks.push(pending.length === 1 ? only : Buffer.concat(pending))
    pending = []
    pendingBytes = 0
  }

  return {
    add: (chunk) => {
      size += chunk.length
      if (size > maxBytes) throw new UnreadableResponse(`the response is larger than ${sizeText(maxBytes)}`)
      pending.push(chunk)
      pendingBytes += chunk.length
      if (pending.length >= maxPendingChunks || pendingBytes >= blockBytes) combine()
    },
    take: () => {
      combine()
      return blocks
    },
  }
}
