import { describe, expect, it } from 'vitest'
import { createSentItems } from '../../../src-main/changes/offline-queue/sent-items'
import type { Journal } from '../../../src-main/journal/journal'
import { intentOf, keyAt } from '../../journal/support/journals'

const requestedJob = (jobId: string, requestedAt: number, key: string) => {
  const intent = intentOf(key)
  return { jobId, requestedAt, intent, rowStates: intent.rows.map(() => ({ state: 'done' })) }
}
/** Jobs from before the change service started, and jobs since. */
const leftOver = (
  before: readonly ReturnType<typeof requestedJob>[],
  since: readonly ReturnType<typeof requestedJob>[],
) => {
  const jobs = [...before]
  const sentItems = createSentItems({ jobs: () => jobs } as unknown as Journal, 'training')
  jobs.push(...since)
  return sentItems
}
const wanted = (id: string, assetNum: string, wantedAt: number, wantedAfter: string | null) => ({
  id,
  assetNum,
  wantedAt,
  wantedAfter,
})

describe('changes requested after a queued change', () => {
  const [first, second] = [keyAt(0), keyAt(1)]

  it('are found by the journal order, whatever the clock says', () => {
    const sentItems = leftOver([requestedJob('A', 900, first), requestedJob('B', 100, second)], [])
    const items = [wanted('Q1', first, 500, 'A'), wanted('Q2', second, 500, 'A')]
    expect([...sentItems.supersededItems(items)]).toEqual(['Q2'])
  })

  it('are found by time where an earlier version queued the change', () => {
    const sentItems = leftOver([requestedJob('A', 900, first), requestedJob('B', 100, second)], [])
    const items = [
      wanted('Q1', first, 500, null),
      wanted('Q2', second, 500, null),
      wanted('Q3', second, 0, 'B'),
    ]
    expect([...sentItems.supersededItems(items)]).toEqual(['Q1'])
  })

  it('supersede it when requested since the start, even with the clock set back', () => {
    const sentItems = leftOver([requestedJob('A', 900, second)], [requestedJob('B', 100, first)])
    expect([...sentItems.supersededItems([wanted('Q1', first, 500, null)])]).toEqual(['Q1'])
  })
})
