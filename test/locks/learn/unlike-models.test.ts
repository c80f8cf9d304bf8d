import { describe, expect, it } from 'vitest'
import { searchReading } from '../../../src-main/locks/learn/search'
import { drawFrom } from './families'
import { learnedProfile, readBy } from './read-by'
import { drawUnlikeModel } from './unlike-models'

const models = Number(process.env['LEARN_PAIRS'] ?? 300)
const firstSeed = Number(process.env['LEARN_SEED'] ?? 1)

/** What profiles learned from 2 to 8 locks of a drawn model read of its other locks. */
const readModel = (seed: number) => {
  const { about, known, others, lock } = drawUnlikeModel(drawFrom(seed))
  const locks = known.map(lock)
  const wrong: string[] = []
  let learned = 0
  let read = 0
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
  return { wrong, learned, read }
}

describe('a model whose store the search does not know', () => {
  const timeout = Math.max(60_000, 60 * models)
  it(`gives no wrong number in ${models} drawn models`, { timeout }, () => {
    const results = Array.from({ length: models }, (_, index) => readModel(firstSeed + index))
    const wrong = results.flatMap((result) => result.wrong)
    const sum = (name: 'learned' | 'read') => results.reduce((all, result) => all + result[name], 0)
    console.info(
      `${models} models: learned ${sum('learned')} times, ${sum('read')} numbers read, ${wrong.length} wrong`,
    )
    expect(wrong).toEqual([])
    expect(sum('learned')).toBeGreaterThan(0)
  })

  it.each([
    [8901, 'a byte of the report after a masked number equals digits that all known locks share'],
    [10_263, 'the same under a mask for each byte'],
    [29_188, 'the same behind two constant bytes'],
    [14_787, 'rotated bits that all known locks share are in the byte before'],
    [20_506, 'the same under a mask for each byte'],
    [20_293, 'the last digits of all known locks equal a constant after the number'],
    [45_180, 'the same with a mask of zero'],
    [16_028, 'a check digit equals the first digit of two locks'],
    [118_912, 'a check digit equals the first digit of three locks'],
    [104_631, 'a check digit follows the last digit of four locks'],
  ])('gives no wrong number in model %i, where %s', (seed) => {
    expect(readModel(seed).wrong).toEqual([])
  })
})
