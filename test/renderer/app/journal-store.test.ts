// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, succeed } from '#shared/outcome'
import type { JournalEntry } from '#shared/model/change'
import { useJournalStore } from '../../../src-renderer/app/stores/journal-store'
import { withBridge } from '../support/draw'
import { entry } from '../support/samples'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const row = (number: number, part: Partial<JournalEntry> = {}): JournalEntry =>
  entry({ entryId: `job-${number}.0`, jobId: `job-${number}`, key: `LD${number}`, ...part })

/** A main with so many rows; what it says of each may be changed. */
const withMain = (count: number) => {
  const all = Array.from({ length: count }, (_one, number) => row(number))
  const asked: [number, number][] = []
  const held: (() => void)[] = []
  let isHolding = false
  const double = withBridge({
    'journal/slice': async ({ from, limit }) => {
      asked.push([from, limit])
      const answer = succeed({ rows: all.slice(from, from + limit), total: all.length })
      if (isHolding) await new Promise<void>((go) => held.push(go))
      return answer
    },
    'journal/entries': ({ entryIds }) => succeed(all.filter(({ entryId }) => entryIds.includes(entryId))),
    'desk/settle': () => succeed(row(0, { state: 'done' })),
  })
  return {
    double,
    all,
    asked,
    hold: () => (isHolding = true),
    letGo: () => {
      isHolding = false
      for (const go of held.splice(0)) go()
    },
  }
}
const settled = () => vi.advanceTimersByTimeAsync(3_000)
const ids = (entries: readonly JournalEntry[]) => entries.map(({ entryId }) => entryId)

describe('the journal in the window', () => {
  it('holds every row of main’s in the end, newest first, in slices', async () => {
    const { all, asked } = withMain(9_001)
    const journal = useJournalStore()
    await journal.loadOnce()
    expect(journal.state).toBe('ready')
    // The newest are here before the old ones.
    expect(journal.entries[0]?.entryId).toBe('job-9000.0')
    expect(journal.isWhole).toBe(false)
    await settled()
    expect(journal.isWhole).toBe(true)
    expect(ids(journal.entries)).toEqual(ids(all).reverse())
    expect(asked.every(([, limit]) => limit <= 2_000)).toBe(true)
    expect(asked.length).toBeLessThan(8)
  })

  it('takes in new jobs, and what becomes of rows', async () => {
    const { all, double } = withMain(3)
    const journal = useJournalStore()
    await journal.loadOnce()
    all.push(row(3, { state: 'intent', endedAt: null }))
    double.tell('journal/changed', { jobId: 'job-3' })
    await settled()
    expect(journal.find('job-3.0')?.state).toBe('intent')
    const results = [{ entryId: 'job-3.0', state: 'failed' as const, reason: null, endedAt: 7 }]
    double.tell('jobs/rows', { jobId: 'job-3', rows: results })
    await settled()
    expect(journal.entries[0]).toMatchObject({ entryId: 'job-3.0', state: 'failed', endedAt: 7 })
    expect(journal.entries).toHaveLength(4)
  })

  it('asks for what the platform gave once such a row is done', async () => {
    const { all, double } = withMain(0)
    all.push(row(0, { action: 'allocate', state: 'sent', result: null }))
    const journal = useJournalStore()
    await journal.loadOnce()
    all[0] = row(0, { action: 'allocate', state: 'done', result: ['8000000901'] })
    double.tell('jobs/rows', {
      jobId: 'job-0',
      rows: [{ entryId: 'job-0.0', state: 'done', reason: null, endedAt: 7 }],
    })
    await settled()
    expect(journal.find('job-0.0')?.result).toEqual(['8000000901'])
  })

  it('believes what was told of a row while its slice was on its way', async () => {
    const main = withMain(1)
    main.all[0] = row(0, { state: 'sent' })
    main.hold()
    const journal = useJournalStore()
    const loading = journal.loadOnce()
    await vi.advanceTimersByTimeAsync(0)
    main.double.tell('jobs/rows', {
      jobId: 'job-0',
      rows: [{ entryId: 'job-0.0', state: 'done', reason: null, endedAt: 7 }],
    })
    main.letGo()
    await loading
    await settled()
    expect(journal.find('job-0.0')?.state).toBe('done')
  })

  it('shows the entry of an answer before the journal’s own row of it is here, and once', async () => {
    const { all, double } = withMain(2)
    const journal = useJournalStore()
    await journal.loadOnce()
    journal.note(row(2))
    expect(ids(journal.entries)).toEqual(['job-2.0', 'job-1.0', 'job-0.0'])
    all.push(row(2))
    double.tell('journal/changed', { jobId: 'job-2' })
    await settled()
    expect(ids(journal.entries)).toEqual(['job-2.0', 'job-1.0', 'job-0.0'])
  })

  it('says why it could not be read, and reads it when asked again', async () => {
    let isBroken = true
    withBridge({
      'journal/slice': () =>
        isBroken ? fail({ code: 'internal', message: 'no' }) : succeed({ rows: [row(0)], total: 1 }),
    })
    const journal = useJournalStore()
    await journal.loadOnce()
    expect(journal.state).toBe('failed')
    isBroken = false
    await journal.load()
    expect(journal.state).toBe('ready')
    expect(journal.entries).toHaveLength(1)
  })
})
