import { describe, expect, it } from 'vitest'
import { inSlices } from '../src-main/in-slices'

/** Keeps the thread for `ms` at each of its steps. */
function* busy(steps: number, ms: number): Generator<undefined, string> {
  for (let step = 0; step < steps; step += 1) {
    const until = performance.now() + ms
    while (performance.now() < until);
    yield
  }
  return 'done'
}

describe('work in slices', () => {
  it('is done at once where it is short', () => {
    let isDone = false
    const work = function* (): Generator<undefined, null> {
      yield
      isDone = true
      return null
    }
    void inSlices(work())
    expect(isDone).toBe(true)
  })

  it('gives others their turn again and again', async () => {
    let turns = 0
    let isOver = false
    const look = () => {
      turns += 1
      if (!isOver) setImmediate(look)
    }
    setImmediate(look)
    // 100 ms of work at least, however slow the computer.
    expect(await inSlices(busy(100, 1))).toBe('done')
    isOver = true
    expect(turns).toBeGreaterThan(5)
  })

  it('stops where it is told to', async () => {
    const stopping = new AbortController()
    const work = inSlices(busy(1_000, 1), stopping.signal)
    stopping.abort(new Error('enough'))
    await expect(work).rejects.toThrow('enough')
  })
})
