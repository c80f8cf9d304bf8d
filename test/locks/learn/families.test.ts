import { describe, expect, it } from 'vitest'
import { searchReading } from '../../../src-main/locks/learn/search'
import { writeProfile } from '../../../src-main/locks/profiles/profile'
import { processorMs } from '../../support/processor-time'
import { anyNumber, drawFamily, drawFrom } from './families'
import { learnedProfile, readBy } from './read-by'

const families = Number(process.env['LEARN_FAMILIES'] ?? 400)
const firstSeed = Number(process.env['LEARN_SEED'] ?? 1)

describe('learning a lock model', () => {
  const timeout = Math.max(60_000, 60 * families)
  it(`reads no lock of ${families} drawn models wrong`, { timeout }, () => {
    const learned = { 2: 0, 3: 0, 4: 0 }
    const wrong: string[] = []
    let read = 0
    let asked = 0
    let slowest = 0
    for (let seed = firstSeed; seed < firstSeed + families; seed += 1) {
      const family = drawFamily(seed)
      const draw = drawFrom(seed + 1_000_000)
      const known = family.numbers(4).map(family.lock)
      for (const count of [2, 3, 4] as const) {
        const startedAt = processorMs()
        const result = searchReading(known.slice(0, count))
        slowest = Math.max(slowest, processorMs() - startedAt)
        if (result.state !== 'learned') continue
        learned[count] += 1
        const profile = learnedProfile(result, known.slice(0, count))
        const readAgain = known.slice(0, count).map((lock) => readBy(profile, lock))
        expect(readAgain, `${family.about}: ${JSON.stringify(writeProfile(profile))}`).toEqual(
          known.slice(0, count).map(({ number }) => number),
        )
        const others = [...family.numbers(6), ...Array.from({ length: 6 }, () => anyNumber(draw))]
        for (const number of others) {
          const found = readBy(profile, family.lock(number))
          asked += 1
          if (found === number) read += 1
          else if (found !== null) wrong.push(`${family.about}, ${count} locks: ${number} as ${found}`)
        }
      }
    }
    const share = (count: 2 | 3 | 4) => `${Math.round((100 * learned[count]) / families)} %`
    console.info(
      `${families} models: learned from two locks ${share(2)}, three ${share(3)}, four ${share(4)}; ` +
        `further locks read ${Math.round((100 * read) / asked)} %, wrong ${wrong.length}; slowest search ${Math.round(slowest)} ms`,
    )
    expect(wrong).toEqual([])
    expect(learned[3] / families).toBeGreaterThan(0.4)
    expect(slowest).toBeLessThan(1000)
  })
})
