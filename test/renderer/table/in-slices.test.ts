import { describe, expect, it } from 'vitest'
import { inSlices } from '../../../src-renderer/ui/table/in-slices'
import type { Steps } from '../../../src-renderer/ui/table/in-slices'

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

describe('work in slices', () => {
  it('is done at once where it is short', () => {
    let result = ''
    inSlices(work(5, 0), (given) => (result = given))
    expect(result).toBe('done')
  })

  it('lets others have their turn where it is long', async () => {
    let result = ''
    const done = new Promise<void>((resolve) => {
      inSlices(work(20, 3), (given) => {
        result = given
        resolve()
      })
    })
    expect(result).toBe('')
    await macrotask()
    expect(result).toBe('')
    await done
    expect(result).toBe('done')
  })

  it('never ends once it is given up', async () => {
    let isDone = false
    const giveUp = inSlices(work(10, 3), () => (isDone = true))
    giveUp()
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(isDone).toBe(false)
  })
})
