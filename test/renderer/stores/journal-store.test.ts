// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, succeed } from '#shared/outcome'
import type { JournalEntry } from '#shared/model/changes/change'
import { useJournalStore } from '../../../src-renderer/stores/journal-store'
import { withBridge } from '../support/mount-component'
import { entry, unresolved } from '../support/samples'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const row = (number: number, part: Partial<JournalEntry> = {}): JournalEntry =>
  entry({ entryId: `job-${number}.0`, jobId: `job-${number}`, key: `LD${number}`, ...part })

/** A main process with this many rows, which a test can change. */
const withMain = (count: number) => {
  const all = Array.from({ length: count }, (_one, number) => row(number))
  const requests: [number, number][] = []
  const loadedCount: (() => void)[] = []
  let isHolding = false
  const double = withBridge({
    'journal/slice': async ({ from, limit }) => {
      requests.push([from, limit])
      const answer = succeed({ rows: all.slice(from, from + limit), total: all.length })
      if (isHolding) await new Promise<void>((go) => loadedCount.push(go))
      return answer
    },
    'journal/entries': ({ entryIds }) => succeed(all.filter(({ entryId }) => entryIds.includes(entryId))),
    'changes/check-results': () => succeed([unresolved(row(0, { state: 'done' }))]),
    'changes/unresolved': () => succeed({ total: 0, changes: [] }),
  })
  return {
    double,
    all,
    requests,
    hold: () => (isHolding = true),
    letGo: () => {
      isHolding = false
      for (const go of loadedCount.splice(0)) go()
    },
  }
}
const flushed = () => vi.advanceTimersByTimeAsync(3_000)
const ids = (entries: readonly JournalEntry[]) => entries.map(({ entryId }) => entryId)

describe('the journal store', () => {
  it('loads all rows in slices, newest first', async () => {
    const { all, requests } = withMain(9_001)
    const journal = useJournalStore()
    await journal.loadOnce()
    expect(journal.state).toBe('ready')
    // The newest rows are loaded first.
    expect(journal.entries[0]?.entryId).toBe('job-9000.0')
    expect(journal.isWhole).toBe(false)
    await flushed()
    expect(journal.isWhole).toBe(true)
    expect(ids(journal.entries)).toEqual(ids(all).reverse())
    expect(requests.every(([, limit]) => limit <= 2_000)).toBe(true)
    expect(requests.length).toBeLessThan(8)
  })

  it('adds new jobs and follows the states of rows', async () => {
    const { all, double } = withMain(3)
    const journal = useJournalStore()
    await journal.loadOnce()
    all.push(row(3, { state: 'intent', endedAt: null }))
    double.emit('journal/changed', { jobId: 'job-3' })
    await flushed()
    expect(journal.find('job-3.0')?.state).toBe('intent')
    const results = [{ entryId: 'job-3.0', state: 'failed' as const, reason: null, endedAt: 7 }]
    double.emit('jobs/rows', { jobId: 'job-3', rows: results })
    await flushed()
    expect(journal.entries[0]).toMatchObject({ entryId: 'job-3.0', state: 'failed', endedAt: 7 })
    expect(journal.entries).toHaveLength(4)
  })

  it('fetches the platform’s result once such a row is completed', async () => {
    const { all, double } = withMain(0)
    all.push(row(0, { action: 'allocate', state: 'sent', result: null }))
    const journal = useJournalStore()
    await journal.loadOnce()
    all[0] = row(0, { action: 'allocate', state: 'done', result: ['8000000901'] })
    double.emit('jobs/rows', {
      jobId: 'job-0',
      rows: [{ entryId: 'job-0.0', state: 'done', reason: null, endedAt: 7 }],
    })
    await flushed()
    expect(journal.find('job-0.0')?.result).toEqual(['8000000901'])
  })

  it('keeps events about a row while its slice is loading', async () => {
    const main = withMain(1)
    main.all[0] = row(0, { state: 'sent' })
    main.hold()
    const journal = useJournalStore()
    const loading = journal.loadOnce()
    await vi.advanceTimersByTimeAsync(0)
    main.double.emit('jobs/rows', {
      jobId: 'job-0',
      rows: [{ entryId: 'job-0.0', state: 'done', reason: null, endedAt: 7 }],
    })
    main.letGo()
    await loading
    await flushed()
    expect(journal.find('job-0.0')?.state).toBe('done')
  })

  it('shows the entry of a response before its journal row is loaded, and only once', async () => {
    const { all, double } = withMain(2)
    const journal = useJournalStore()
    await journal.loadOnce()
    journal.note(row(2))
    expect(ids(journal.entries)).toEqual(['job-2.0', 'job-1.0', 'job-0.0'])
    all.push(row(2))
    double.emit('journal/changed', { jobId: 'job-2' })
    await flushed()
    expect(ids(journal.entries)).toEqual(['job-2.0', 'job-1.0', 'job-0.0'])
  })

  it('reports why loading failed, and loads again on request', async () => {
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

it('knows the entries of the open platform from those of others', async () => {
  const { all } = withMain(2)
  all[0] = row(0, { elsewhere: 'https://other.example' })
  const journal = useJournalStore()
  await journal.loadOnce()
  await flushed()
  expect(ids(journal.entries)).toEqual(['job-1.0', 'job-0.0'])
  expect(ids(journal.entriesHere)).toEqual(['job-1.0'])
})
