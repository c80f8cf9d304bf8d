import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSetupReader } from '../../src-main/setup-file/read-in-thread'
import { readSetup } from '../../src-main/setup-file/read-setup'
import { buildThread } from '../support/response-thread'
import { bytesOf, sampleSetup } from './support/sample'

let thread: Awaited<ReturnType<typeof buildThread>>
beforeAll(async () => {
  thread = await buildThread('src-main/setup-file/setup-worker.ts')
}, 60_000)
afterAll(() => thread.remove())

/** The most values that a file may have, in a part that is read to its end. */
const largest = () => {
  const content = sampleSetup()
  const names = Array.from({ length: 60_000 }, (_, index) => ({
    ...content.data[0]!.names[0]!,
    assetNum: `A${index}`,
  }))
  return bytesOf({ ...content, data: [{ ...content.data[0]!, names }] })
}

describe('the thread for set-up files', () => {
  it('reads like the same program here, also several at once', async () => {
    const read = createSetupReader(thread.file)
    const files = [bytesOf(sampleSetup()), Buffer.from('{"format": 1}'), new Uint8Array(0)]
    expect(await Promise.all(files.map(read))).toEqual(files.map(readSetup))
  })

  it('leaves main free while it reads the largest file', async () => {
    const read = createSetupReader(thread.file)
    const bytes = largest()
    const from = performance.now()
    readSetup(bytes)
    const hereMs = performance.now() - from
    const longestBlockMs = async () => {
      let longest = 0
      let last = performance.now()
      const watch = setInterval(() => {
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
      }, 5)
      await read(bytes)
      clearInterval(watch)
      return longest
    }
    // Compared with reading it here, and the best of three: other programs slow down both, and stop each at times.
    const blocks = [await longestBlockMs(), await longestBlockMs(), await longestBlockMs()]
    expect(Math.min(...blocks)).toBeLessThan(hereMs / 2)
  })

  it('ends at the deadline, and reads the next file', async () => {
    const slow = createSetupReader(thread.file, 1)
    expect(await slow(largest())).toMatchObject({ ok: false, error: { problem: { code: 'too-slow' } } })
    const read = createSetupReader(thread.file)
    expect((await read(bytesOf(sampleSetup()))).ok).toBe(true)
  })
})
