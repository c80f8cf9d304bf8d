import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationIds } from '#shared/operations'
import { drawFrom } from './planted/draw'
import { prepareFixture } from './planted/fixture'
import { createPlanter } from './planted/plant'
import type { Verdict } from './planted/plant'
import { reportOf, shareOf } from './planted/report'

/** Five errors per operation; `npm run conformance -- --planted` plants all of them. */
const perOperation = 5
const seed = 20261121
const minDetectedShare = 0.95

type Fixture = Awaited<ReturnType<typeof prepareFixture>>

let fixture: Fixture
beforeAll(async () => {
  fixture = await prepareFixture()
})
afterAll(() => fixture.stop())

describe('planted errors', () => {
  it(
    'are detected by the conformance suite in at least 95% of cases',
    async () => {
      const planter = createPlanter(fixture)
      const verdicts: Verdict[] = []
      for (const id of operationIds) {
        const mutants = drawFrom(await planter.dryRun(id), perOperation, seed)
        expect(mutants).toHaveLength(perOperation)
        for (const mutant of mutants) verdicts.push(await planter.attempt(mutant))
      }
      expect(shareOf(verdicts), reportOf(verdicts)).toBeGreaterThanOrEqual(minDetectedShare)
    },
    10 * 60_000,
  )
})
