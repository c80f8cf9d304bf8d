import { describe, expect, it } from 'vitest'
import { runTimeSliced } from '../../../src-renderer/ui/table/run-time-sliced'
import type { Steps } from '../../../src-renderer/ui/table/run-time-sliced'

const busyFor = (ms: number): void => {
  const until = performance.now() + ms
  while (performance.now() < until);
}
function* work(steps: number, ms: number): Steps<string> {
  for (let step = 0; step < steps; step++) {
    busyFor(ms)
    yield
  }
  return 'done'
}
const macrotask = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('runTimeSliced', () => {
  it('completes short work at once', () => {
    let result = ''
    runTimeSliced(work(5, 0), (value) => (result = value))
    expect(result).toBe('done')
  })

  it('completes the few steps of a short list at once, however slow the computer', () => {
    let result = ''
    runTimeSliced(work(3, 10), (given) => (result = given))
    expect(result).toBe('done')
  })

  it('yields during long work', async () => {
    let result = ''
    const done = new Promise<void>((resolve) => {
      runTimeSliced(work(20, 3), (value) => {
        result = value
        resolve()
      })
    })
    expect(result).toBe('')
    await macrotask()
    expect(result).toBe('')
    await done
    expect(result).toBe('done')
  })

  it('never completes once canceled', async () => {
    let isDone = false
    const giveUp = runTimeSliced(work(20, 3), () => (isDone = true))
    giveUp()
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(isDone).toBe(false)
  })
})
