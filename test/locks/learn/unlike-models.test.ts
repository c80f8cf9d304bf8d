import { describe, expect, it } from 'vitest'
import { searchReading } from '../../../src-main/locks/learn/search'
import { drawFrom } from './families'
import { learnedProfile, readBy } from './read-by'
import { drawUnlikeModel } from './unlike-models'

const models = Number(process.env['LEARN_PAIRS'] ?? 300)
const firstSeed = Number(process.env['LEARN_SEED'] ?? 1)

describe('a model whose store the search does not know', () => {
  const timeout = Math.max(60_000, 60 * models)
  it(`gives no wrong number in ${models} drawn models`, { timeout }, () => {
    const wrong: string[] = []
    let learned = 0
    let read = 0
    for (let seed = firstSeed; seed < firstSeed + models; seed += 1) {
      const { about, known, others, lock } = drawUnlikeModel(drawFrom(seed))
      const locks = known.map(lock)
      for (const count of [2, 3, 4, 6, 8]) {
        const result = searchReading(locks.slice(0, count))
        if (result.state !== 'learned') continue
        learned += 1
        const profile = learnedProfile(result, locks.slice(0, count))
        for (const number of [...known, ...others]) {
          const found = readBy(profile, lock(number))
          if (found === number) read += 1
          else if (found !== null) wrong.push(`${seed} ${about}, ${count} locks: ${number} as ${found}`)
        }
      }
    }
    console.info(`${models} models: learned ${learned} times, ${read} numbers read, ${wrong.length} wrong`)
    expect(wrong).toEqual([])
    expect(learned).toBeGreaterThan(0)
  })
})
