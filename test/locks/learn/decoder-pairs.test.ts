import { describe, expect, it } from 'vitest'
import { searchReading } from '../../../src-main/locks/learn/search'
import { drawPair } from './decoder-pairs'
import { drawFrom } from './families'
import { learnedProfile, readBy } from './read-by'

const pairs = Number(process.env['LEARN_PAIRS'] ?? 220)
const firstSeed = Number(process.env['LEARN_SEED'] ?? 1)
const counts = [2, 3, 4, 6, 12] as const

describe('two models that agree on the known locks', () => {
  const timeout = Math.max(60_000, 60 * pairs)
  it(`give no wrong number in ${pairs} drawn pairs`, { timeout }, () => {
    const wrong: string[] = []
    let learned = 0
    let read = 0
    for (let seed = firstSeed; seed < firstSeed + pairs; seed += 1) {
      const { about, known, others, lock } = drawPair(drawFrom(seed))
      const locks = known.map(lock)
      for (const count of counts) {
        if (count > locks.length) break
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
    console.info(`${pairs} pairs: learned ${learned} times, ${read} numbers read, ${wrong.length} wrong`)
    expect(wrong).toEqual([])
    // Models that locks tell apart are learned.
    expect(learned).toBeGreaterThan(0)
  })
})
