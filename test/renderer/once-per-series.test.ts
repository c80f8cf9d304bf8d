// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { oncePerSeries } from '../../src-renderer/once-per-series'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const setUp = (options: Parameters<typeof oncePerSeries<[text: string], string>>[1] = {}) => {
  const started: string[] = []
  const ends: (() => void)[] = []
  const act = oncePerSeries(
    (text: string) =>
      new Promise<string>((done) => {
        started.push(text)
        ends.push(() => done(`result of ${text}`))
      }),
    options,
  )
  return { act, started, end: (place: number) => ends[place]?.() }
}

describe('an action', () => {
  it('in flight is not started again, however long it takes', async () => {
    const { act, started, end } = setUp()
    const first = act('one')
    await vi.advanceTimersByTimeAsync(60_000)
    const second = act('two')
    end(0)
    expect(await Promise.all([first, second])).toEqual(['result of one', 'result of one'])
    expect(started).toEqual(['one'])
  })

  it('that ended at once is not started again by a series of presses, and then is', async () => {
    const { act, started, end } = setUp()
    void act('one')
    end(0)
    for (let press = 0; press < 6; press += 1) {
      await vi.advanceTimersByTimeAsync(200)
      void act('again')
    }
    expect(started).toEqual(['one'])
    await vi.advanceTimersByTimeAsync(301)
    void act('two')
    expect(started).toEqual(['one', 'two'])
  })

  it('is not started again by a press that a frozen page receives after its timers', async () => {
    const { act, started, end } = setUp()
    void act('one')
    end(0)
    await vi.advanceTimersByTimeAsync(0)
    vi.advanceTimersToNextTimer()
    void act('late')
    await vi.advanceTimersByTimeAsync(299)
    void act('later')
    expect(started).toEqual(['one'])
    await vi.runAllTimersAsync()
    void act('two')
    expect(started).toEqual(['one', 'two'])
  })

  it('is started again after something was entered, though not while it is in flight', async () => {
    const { act, started, end } = setUp()
    const enter = () => document.body.dispatchEvent(new Event('input', { bubbles: true }))
    void act('one')
    enter()
    void act('two')
    end(0)
    await vi.advanceTimersByTimeAsync(0)
    void act('three')
    expect(started).toEqual(['one'])
    enter()
    void act('four')
    expect(started).toEqual(['one', 'four'])
  })

  it('that fails may be started again', async () => {
    let count = 0
    const act = oncePerSeries(() => Promise.reject(new Error(String((count += 1)))))
    await expect(act()).rejects.toThrow('1')
    await expect(act()).rejects.toThrow('1')
    await vi.advanceTimersByTimeAsync(301)
    await expect(act()).rejects.toThrow('2')
  })

  it('may be started again at once after a result that ends the series', async () => {
    const { act, started, end } = setUp({ endsSeries: (result) => result === 'result of one' })
    void act('one')
    end(0)
    await vi.advanceTimersByTimeAsync(0)
    void act('two')
    expect(started).toEqual(['one', 'two'])
  })

  it('with another key is another action', async () => {
    const { act, started, end } = setUp({ keyOf: (text) => text })
    void act('one')
    void act('two')
    void act('two')
    expect(started).toEqual(['one', 'two'])
    // The end of the first one does not end the series of the second.
    end(0)
    await vi.advanceTimersByTimeAsync(301)
    void act('two')
    expect(started).toEqual(['one', 'two'])
  })
})
