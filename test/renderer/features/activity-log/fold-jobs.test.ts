import { describe, expect, it } from 'vitest'
import type { JournalEntry } from '#shared/model/changes/change'
import { foldJobs } from '../../../../src-renderer/features/activity-log/fold-jobs'
import { entryFor } from '../../support/journal-samples'

const rows: readonly JournalEntry[] = [
  entryFor('disable', { state: 'done', entryId: 'a', jobId: 'one' }),
  entryFor('disable', { entryId: 'b', jobId: 'two', state: 'failed' }),
  entryFor('disable', { entryId: 'c', jobId: 'one', state: 'failed', enterpriseName: 'Riverside' }),
  entryFor('disable', { state: 'done', entryId: 'd', jobId: '' }),
  entryFor('disable', { state: 'done', entryId: 'e', jobId: '' }),
  entryFor('disable', { state: 'done', entryId: 'f', jobId: 'one' }),
]

describe('a log with jobs of several changes', () => {
  it('has one row per job, in the place of its first entry', () => {
    const folded = foldJobs(rows, () => false)
    expect(folded.map(({ key }) => key)).toEqual(['job one', 'b', 'd', 'e'])
    expect(folded[0]?.job).toMatchObject({ count: 3, enterpriseName: null, isOpen: false })
    expect([...(folded[0]?.job?.states ?? [])]).toEqual([
      ['done', 2],
      ['failed', 1],
    ])
  })

  it('opens a job to all its entries', () => {
    const folded = foldJobs(rows, (jobId, all) => jobId === 'one' && all.length === 3)
    expect(folded.map(({ key, isInside }) => [key, isInside])).toEqual([
      ['job one', false],
      ['a', true],
      ['c', true],
      ['f', true],
      ['b', false],
      ['d', false],
      ['e', false],
    ])
  })
})
