import { describe, expect, it } from 'vitest'
import { searchReading } from '../../../src-main/locks/learn/search'
import { drawFrom } from './families'
import { lookalikeLock, lookalikes, samplings } from './lookalikes'
import { learnedProfile, readBy } from './read-by'

const draws = 4
const counts = [2, 3, 4, 6, 8, 12] as const

/** How often the model is learned, and locks that are read with another number. */
const learn = (name: keyof typeof lookalikes) => {
  const wrong: string[] = []
  let learned = 0
  for (const [sampling, numberOf] of Object.entries(samplings)) {
    for (let seed = 1; seed <= draws; seed += 1) {
      const draw = drawFrom(seed)
      const show = lookalikes[name]?.model(draw)
      const numbers = new Set<string>()
      while (numbers.size < 12) numbers.add(numberOf(draw, numbers.size))
      while (numbers.size < 24) numbers.add(samplings['both regions']?.(draw, 0) ?? '')
      const locks = [...numbers].map((number, index) => lookalikeLock(number, show?.(number, index) ?? {}))
      for (const count of counts) {
        const result = searchReading(locks.slice(0, count))
        if (result.state !== 'learned') continue
        learned += 1
        const profile = learnedProfile(result, locks.slice(0, count))
        for (const [index, lock] of locks.entries()) {
          const found = readBy(profile, lock)
          if (found !== lock.number && (found !== null || index < count)) {
            wrong.push(`${sampling}, ${count} locks: ${lock.number} as ${found}`)
          }
        }
      }
    }
  }
  return { wrong, learned }
}

describe('models that invite a wrong reading', () => {
  it.each(Object.keys(lookalikes))('%s: learned or ambiguous, never wrong', (name) => {
    const { wrong, learned } = learn(name)
    expect(wrong).toEqual([])
    if (lookalikes[name]?.readable) expect(learned).toBeGreaterThan(0)
  })
})
