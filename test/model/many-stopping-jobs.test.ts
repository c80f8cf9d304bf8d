import { expect, it } from 'vitest'
import { checkStoppingJobs } from './support/stopping-jobs'

it('no job of 2,000 has more failures than the rule allows, sends a changed row, loses one or sends one twice', async () => {
  await expect(checkStoppingJobs(2_000)).resolves.toBeUndefined()
}, 560_000)
