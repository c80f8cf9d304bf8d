import { describe, expect, it } from 'vitest'
import { fewAtOnce } from '../../src-main/register/few-at-once'

describe('a few at once', () => {
  it('never more than the limit, all of them, answered in their order', async () => {
    let running = 0
    let most = 0
    const answers = await fewAtOnce([...Array(50).keys()], 8, async (item) => {
      running += 1
      most = Math.max(most, running)
      for (let turns = 0; turns <= item % 5; turns += 1) await Promise.resolve()
      running -= 1
      return item * 2
    })
    expect(most).toBe(8)
    expect(answers).toEqual([...Array(50).keys()].map((item) => item * 2))
  })

  it('does nothing for nothing, and fails with the first that fails', async () => {
    expect(await fewAtOnce([], 8, () => Promise.resolve(1))).toEqual([])
    const done: number[] = []
    const all = fewAtOnce([1, 2, 3], 1, (item) => {
      if (item === 2) return Promise.reject(new Error('two'))
      done.push(item)
      return Promise.resolve(item)
    })
    await expect(all).rejects.toThrow('two')
    expect(done).toEqual([1])
  })
})
