import { beforeEach, describe, expect, it } from 'vitest'
import { createListUpdates } from '../../../src-main/changes/jobs/list-updates'
import type { JournaledChange } from '../../../src-main/journal/journal-index'

let reread: string[]
let readBack: (readonly JournaledChange[])[]
let updates: ReturnType<typeof createListUpdates>

const change = (
  enterpriseGlobalId: string | null,
  { state = 'done', sentAt = 1 }: { state?: JournaledChange['state']; sentAt?: number | null } = {},
) =>
  ({
    state,
    sentAt,
    row: { enterpriseGlobalId },
    job: { jobId: 'job-1', intent: { operation: 'order.lockAssets' } },
  }) as JournaledChange

beforeEach(() => {
  reread = []
  readBack = []
  updates = createListUpdates({
    directory: {
      reread: (enterpriseGlobalId) => {
        reread.push(enterpriseGlobalId)
        return Promise.resolve(null)
      },
    },
    reconciler: { later: (changes) => void readBack.push(changes) },
    onNewEnterprises: () => expect.unreachable('a lock is no enterprise'),
  })
})

describe('the lists of a job', () => {
  it('are read again once for each enterprise of which a row was sent', () => {
    updates.onJobEnded([change('E1'), change('E1'), change('E2', { sentAt: null }), change(null)])
    expect(reread).toEqual(['E1'])
  })

  it('are read back later for the unconfirmed changes only', () => {
    const unknown = change('E1', { state: 'unknown' })
    updates.onJobEnded([change('E1'), unknown])
    expect(readBack).toEqual([[unknown]])
  })

  it('are not read again at a pause before another row was sent', () => {
    updates.onJobPaused([change('E1')])
    updates.onJobPaused([change('E1'), change('E1', { sentAt: null })])
    expect(reread).toEqual(['E1'])
    updates.onJobPaused([change('E1'), change('E1')])
    expect(reread).toEqual(['E1', 'E1'])
  })

  it('are not read again at a pause before the first row', () => {
    updates.onJobPaused([change('E1', { sentAt: null })])
    expect(reread).toEqual([])
  })
})
