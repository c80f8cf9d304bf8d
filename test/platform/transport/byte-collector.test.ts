import { describe, expect, it } from 'vitest'
import { UnreadableResponse, createByteCollector } from '../../../src-main/platform/transport/byte-collector'

describe('the byte collector', () => {
  it('combines small chunks: a chunk of one byte would keep a hundred', () => {
    const collector = createByteCollector(1_000_000)
    for (let at = 0; at < 200_000; at += 1) collector.add(Buffer.from([0x30 + (at % 10)]))
    const blocks = collector.take()
    expect(blocks.length).toBeLessThanOrEqual(200)
    expect(Buffer.concat(blocks).toString()).toBe('0123456789'.repeat(20_000))
  })

  it('keeps the order of small and large chunks', () => {
    const collector = createByteCollector(1_000_000)
    const parts = ['a', 'b'.repeat(100_000), 'c', 'd', 'e'.repeat(70_000)]
    for (const part of parts) collector.add(Buffer.from(part))
    expect(Buffer.concat(collector.take()).toString()).toBe(parts.join(''))
  })

  it.each([
    [1024, '1 KiB'],
    [2 * 1024 * 1024, '2 MiB'],
  ])('refuses more than %i bytes', (maxBytes, said) => {
    const collector = createByteCollector(maxBytes)
    collector.add(Buffer.alloc(maxBytes))
    expect(() => collector.add(Buffer.alloc(1))).toThrow(UnreadableResponse)
    expect(() => collector.add(Buffer.alloc(1))).toThrow(said)
  })
})
