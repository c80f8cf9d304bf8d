import { describe, expect, it } from 'vitest'
import { createLeft } from '../../src-main/desk/outbox-left'
import type { Journal } from '../../src-main/journal/journal'
import { intentOf, keyAt } from '../journal/support/journals'

const asked = (jobId: string, askedAt: number, key: string) => {
  const intent = intentOf(key)
  return { jobId, askedAt, intent, courses: intent.rows.map(() => ({ state: 'done' })) }
}
/** Jobs that were there before the desk began, and others that came since. */
const leftOver = (
  before: readonly ReturnType<typeof asked>[],
  since: readonly ReturnType<typeof asked>[],
) => {
  const jobs = [...before]
  const left = createLeft({ jobs: () => jobs } as unknown as Journal, 'training')
  jobs.push(...since)
  return left
}
const wanted = (id: string, assetNum: string, wantedAt: number, wantedAfter: string | null) => ({
  id,
  assetNum,
  wantedAt,
  wantedAfter,
})

describe('what was asked since a queued change was wanted', () => {
  const [first, second] = [keyAt(0), keyAt(1)]

  it('is told by the journal’s order, whatever the clock said', () => {
    const left = leftOver([asked('A', 900, first), asked('B', 100, second)], [])
    const items = [wanted('Q1', first, 500, 'A'), wanted('Q2', second, 500, 'A')]
    expect([...left.overtaken(items)]).toEqual(['Q2'])
  })

  it('is told by the time alone where an earlier version queued it, though others’ order is known', () => {
    const left = leftOver([asked('A', 900, first), asked('B', 100, second)], [])
    const items = [
      wanted('Q1', first, 500, null),
      wanted('Q2', second, 500, null),
      wanted('Q3', second, 0, 'B'),
    ]
    expect([...left.overtaken(items)]).toEqual(['Q1'])
  })

  it('overtakes where it came since the desk began, even by a clock that was set back', () => {
    const left = leftOver([asked('A', 900, second)], [asked('B', 100, first)])
    expect([...left.overtaken([wanted('Q1', first, 500, null)])]).toEqual(['Q1'])
  })
})
