import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCopyText } from '../../src-main/window/copy-text'

const halfMinute = 30_000
let held = ''
const clipboard = {
  writeText: (text: string) => {
    held = text
    return Promise.resolve()
  },
  readText: () => Promise.resolve(held),
  clear: () => {
    held = ''
    return Promise.resolve()
  },
}

beforeEach(() => {
  held = ''
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

describe('createCopyText', () => {
  it('keeps a text that is no secret', async () => {
    await createCopyText(clipboard)('8000000017')
    await vi.advanceTimersByTimeAsync(halfMinute * 10)
    expect(held).toBe('8000000017')
  })

  it('removes a secret from the clipboard after its time, and not before', async () => {
    await createCopyText(clipboard)('secret-1', halfMinute)
    await vi.advanceTimersByTimeAsync(halfMinute - 1)
    expect(held).toBe('secret-1')
    await vi.advanceTimersByTimeAsync(1)
    expect(held).toBe('')
  })

  it('keeps what another program copied meanwhile', async () => {
    await createCopyText(clipboard)('secret-1', halfMinute)
    held = 'a letter'
    await vi.advanceTimersByTimeAsync(halfMinute)
    expect(held).toBe('a letter')
  })

  it('gives a second secret its full time', async () => {
    const copy = createCopyText(clipboard)
    await copy('secret-1', halfMinute)
    await vi.advanceTimersByTimeAsync(halfMinute - 1)
    await copy('secret-1', halfMinute)
    await vi.advanceTimersByTimeAsync(halfMinute - 1)
    expect(held).toBe('secret-1')
    await vi.advanceTimersByTimeAsync(1)
    expect(held).toBe('')
  })

  it('keeps a number copied after a secret, and leaves no secret behind at the end', async () => {
    const copy = createCopyText(clipboard)
    await copy('secret-1', halfMinute)
    await copy('8000000017')
    await vi.advanceTimersByTimeAsync(halfMinute)
    expect(held).toBe('8000000017')
    await copy('secret-2', halfMinute)
    await copy.stop()
    expect(held).toBe('')
  })
})
