import { describe, expect, it, vi } from 'vitest'
import { createBell, createChangingReader } from '../../../src-main/branch/exchange/notices'

/** Longer than any test. */
const hour = 3_600_000

describe('a bell', () => {
  it('ends the wait', async () => {
    const bell = createBell()
    const waiting = bell.wait(hour, new AbortController().signal)
    bell.ring()
    await waiting
  })

  it('that has rung since the last wait ends the next one only', async () => {
    const bell = createBell()
    const stopping = new AbortController()
    bell.ring()
    bell.ring()
    await bell.wait(hour, stopping.signal)
    const ended = vi.fn()
    const waiting = bell.wait(hour, stopping.signal).then(ended)
    await new Promise(setImmediate)
    expect(ended).not.toHaveBeenCalled()
    stopping.abort()
    await waiting
  })
})

describe('what other computers change', () => {
  it('is asked again after a question that failed', async () => {
    const take = vi.fn()
    const changing = vi
      .fn(() => Promise.resolve([]))
      .mockImplementationOnce(() => Promise.reject(new Error('a timeout')))
    const read = createChangingReader({ changing }, take, new AbortController().signal)
    await read()
    expect(take).not.toHaveBeenCalled()
    await read()
    expect(take).toHaveBeenCalledWith([])
  })

  it('is not asked after the stop', async () => {
    const changing = vi.fn(() => Promise.resolve([]))
    await createChangingReader({ changing }, () => undefined, AbortSignal.abort())()
    expect(changing).not.toHaveBeenCalled()
  })
})
