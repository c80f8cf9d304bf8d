import { expect, it } from 'vitest'
import { checkStoppingJobs } from './support/stopping-jobs'

it('no job has more failures than the rule allows, sends a changed row, loses one or sends one twice', async () => {
  await expect(checkStoppingJobs(100)).resolves.toBeUndefined()
}, 60_000)
