import { describe, expect, it } from 'vitest'
import { drawPair } from './decoder-pairs'
import { drawFrom } from './families'
import { readModels } from './read-by'

const pairs = Number(process.env['LEARN_PAIRS'] ?? 220)
const firstSeed = Number(process.env['LEARN_SEED'] ?? 1)
const counts = [2, 3, 4, 6, 12] as const

describe('two models that agree on the known locks', () => {
  const timeout = Math.max(60_000, 60 * pairs)
  it(`give no wrong number in ${pairs} drawn pairs`, { timeout }, () => {
    const { wrong, learned, read } = readModels(
      (seed) => drawPair(drawFrom(seed)),
      { first: firstSeed, count: pairs },
      counts,
    )
    console.info(`${pairs} pairs: learned ${learned} times, ${read} numbers read, ${wrong.length} wrong`)
    expect(wrong).toEqual([])
    // Models that locks tell apart are learned.
    expect(learned).toBeGreaterThan(0)
  })
})
