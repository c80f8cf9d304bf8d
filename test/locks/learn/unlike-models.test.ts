import { describe, expect, it } from 'vitest'
import { drawFrom } from './families'
import { readModel, readModels } from './read-by'
import { drawUnlikeModel } from './unlike-models'

const models = Number(process.env['LEARN_PAIRS'] ?? 300)
const firstSeed = Number(process.env['LEARN_SEED'] ?? 1)

const counts = [2, 3, 4, 6, 8] as const
const drawModel = (seed: number) => drawUnlikeModel(drawFrom(seed))

describe('a model whose store the search does not know', () => {
  const timeout = Math.max(60_000, 60 * models)
  it(`gives no wrong number in ${models} drawn models`, { timeout }, () => {
    const { wrong, learned, read } = readModels(drawModel, { first: firstSeed, count: models }, counts)
    console.info(`${models} models: learned ${learned} times, ${read} numbers read, ${wrong.length} wrong`)
    expect(wrong).toEqual([])
    expect(learned).toBeGreaterThan(0)
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
    expect(readModel(drawModel(seed), counts).wrong).toEqual([])
  })
})
