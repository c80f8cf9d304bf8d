import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationIds } from '#shared/operations'
import { drawFrom } from './planted/draw'
import { prepareGround } from './planted/ground'
import { createPlanter } from './planted/plant'
import type { Verdict } from './planted/plant'
import { reportOf, shareOf } from './planted/report'

/** Five of each operation's errors; `npm run conformance -- --planted` plants them all. */
const perOperation = 5
const seed = 20261121
const wantedShare = 0.95

type Ground = Awaited<ReturnType<typeof prepareGround>>

let ground: Ground
beforeAll(async () => {
  ground = await prepareGround()
})
afterAll(() => ground.stop())

describe('errors planted in the service', () => {
  it(
    'are noticed by the conformance suite, nineteen in twenty at least',
    async () => {
      const planter = createPlanter(ground)
      const verdicts: Verdict[] = []
      for (const id of operationIds) {
        const mutants = drawFrom(await planter.rehearse(id), perOperation, seed)
        expect(mutants).toHaveLength(perOperation)
        for (const mutant of mutants) verdicts.push(await planter.attempt(mutant))
      }
      expect(shareOf(verdicts), reportOf(verdicts)).toBeGreaterThanOrEqual(wantedShare)
    },
    10 * 60_000,
  )
})
