// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import type { ChangeRequest, JournalEntry } from '#shared/model/changes/change'
import type { Job } from '#shared/model/changes/job'
import { fail, succeed } from '#shared/outcome'
import { useJobsStore } from '../../../../../src-renderer/stores/jobs-store'
import { useJournalStore } from '../../../../../src-renderer/stores/journal-store'
import { useReviewStore } from '../../../../../src-renderer/stores/review-store'
import { usePlatformStore } from '../../../../../src-renderer/stores/platform-store'
import { useChangesStore } from '../../../../../src-renderer/features/lock-desk/change/changes-store'
import { useRecordsStore } from '../../../../../src-renderer/entities/lock/records-store'
import { always } from '../../../support/bridge-double'
import { withBridge } from '../../../support/mount-component'
import { entry, job, platform, record, shell, unresolved } from '../../../support/samples'
import { changesIn, oneLockJobs } from '../../../support/one-lock-job'

const request: ChangeRequest = {
  action: 'disable',
  assetNum: 'LD8000000017',
  shellNumber: shell('8000000017'),
  enterpriseGlobalId: '1846372910564738291',
  operatorIdentity: 'Li Wei',
  plugId: 'plug-1',
}
const unfinished = job({ state: 'paused', pause: { kind: 'requested' } })
const { action, operatorIdentity, ...row } = request
const unknown = entry({ state: 'unknown', reason: { kind: 'interrupted' } })

describe('a list with an unsent row of a lock', () => {
  const waiting = entry({
    entryId: 'job-1.0',
    jobId: 'job-1',
    key: request.assetNum,
    state: 'intent',
    endedAt: null,
  })
  const open = async (here: Job, row: JournalEntry) => {
    const double = withBridge({
      'platform/status': always<'platform/status'>(platform(Date.now())),
      'journal/slice': always<'journal/slice'>({ rows: [row], total: 1 }),
      'jobs/list': always<'jobs/list'>([here]),
    })
    const changes = useChangesStore()
    await Promise.all([usePlatformStore().load(), useJournalStore().load(), useJobsStore().findOpen()])
    return { double, changes }
  }

  it('is known until the row is sent', async () => {
    const { double, changes } = await open(unfinished, waiting)
    expect(changes.listOf(request.assetNum)).toEqual(unfinished)
    expect(changes.listOf('LD8000000018')).toBeNull()
    double.emit('jobs/rows', {
      jobId: 'job-1',
      rows: [{ entryId: 'job-1.0', state: 'done', reason: null, endedAt: 1 }],
    })
    await vi.waitFor(() => expect(changes.listOf(request.assetNum)).toBeNull())
  })

  it.each([
    ['a single change', { rows: 1 }],
    ['a list that ended', { state: 'ended' }],
    ['a list of another platform', { elsewhere: 'https://elsewhere.example' }],
  ] as const)('is not %s', async (_name, part) => {
    const { changes } = await open({ ...unfinished, ...part }, waiting)
    expect(changes.listOf(request.assetNum)).toBeNull()
  })

  it('is not that of a row on another platform', async () => {
    const { changes } = await open(unfinished, { ...waiting, elsewhere: 'https://elsewhere.example' })
    expect(changes.listOf(request.assetNum)).toBeNull()
  })
})

describe('a change', () => {
  it('is sent to main as confirmed, and refreshes the record afterwards', async () => {
    const double = withBridge({
      ...oneLockJobs(() => succeed(entry())),
      'locks/look-up': () =>
        succeed({ state: 'found', record: record('8000000017', Date.now()), failure: null }),
    })
    await useRecordsStore().lookUp('8000000017', 'known')
    await useChangesStore().sendAndRefresh(request)
    expect(double.calls.slice(1)).toEqual([
      {
        name: 'jobs/start',
        input: { action, operatorIdentity, rows: [row], retryOf: null },
      },
      { name: 'jobs/read', input: { jobId: 'one-1' } },
      { name: 'locks/look-up', input: { number: '8000000017', freshness: 'fresh' } },
    ])
  })

  it('is shown by its asset number while it is sent and after', async () => {
    withBridge(oneLockJobs(() => succeed(entry({ state: 'failed' }))))
    const changes = useChangesStore()
    const sending = changes.sendAndRefresh(request)
    expect(changes.of('LD8000000017')?.state).toBe('sending')
    await sending
    expect(changes.of('LD8000000017')).toMatchObject({ state: 'responded', entry: { state: 'failed' } })
    expect(changes.last).toMatchObject({ entry: { state: 'failed' } })
  })

  it('keeps its buttons disabled until its record is refreshed', async () => {
    let answer: () => void = () => undefined
    const read = new Promise<void>((done) => (answer = done))
    const found = succeed({
      state: 'found' as const,
      record: record('8000000017', Date.now()),
      failure: null,
    })
    let lookUpCount = 0
    withBridge({
      ...oneLockJobs(() => succeed(entry())),
      'locks/look-up': async () => {
        lookUpCount += 1
        if (lookUpCount > 1) await read
        return found
      },
    })
    await useRecordsStore().lookUp('8000000017', 'known')
    const changes = useChangesStore()
    const sending = changes.sendAndRefresh(request)
    expect(changes.isInProgress('LD8000000017')).toBe(true)
    await vi.waitFor(() => expect(changes.of('LD8000000017')?.state).toBe('responded'))
    expect(changes.of('LD8000000017')?.isRefreshing).toBe(true)
    expect(changes.isInProgress('LD8000000017')).toBe(true)
    answer()
    await sending
    expect(changes.isInProgress('LD8000000017')).toBe(false)
    expect(changes.of('LD8000000017')?.isRefreshing).toBeUndefined()
  })

  it('that was not sent is no longer shown once its record is read again', async () => {
    const found = { state: 'found' as const, record: record('8000000017', Date.now()) }
    const failure = { code: 'unreachable' as const, message: 'down', changed: 'no' as const }
    let isAway = true
    withBridge({
      ...oneLockJobs(() => succeed(entry({ state: 'not-sent', reason: { kind: 'platform', failure } }))),
      'locks/look-up': () => succeed({ ...found, failure: isAway ? failure : null }),
    })
    const records = useRecordsStore()
    await records.lookUp('8000000017', 'known')
    const changes = useChangesStore()
    await changes.sendAndRefresh(request)
    expect(changes.of('LD8000000017')).toMatchObject({ entry: { state: 'not-sent' } })
    isAway = false
    await records.lookUp('8000000017', 'fresh')
    expect(changes.of('LD8000000017')).toBeNull()
    expect(changes.last).toBeNull()
  })

  it('is the last one until another lock is changed, wherever that was', async () => {
    const double = withBridge({
      ...oneLockJobs(() => succeed(entry())),
      'journal/slice': always<'journal/slice'>({ rows: [], total: 0 }),
    })
    const changes = useChangesStore()
    await changes.sendAndRefresh(request)
    expect(changes.last).not.toBeNull()
    const later = { requestedAt: Date.now() + 1, entryId: 'list-1.0', jobId: 'list-1' }
    useJournalStore().note(entry({ ...later, action: 'edit-employee', key: 'member-1' }))
    expect(changes.last).not.toBeNull()
    useJournalStore().note(entry({ ...later, key: 'LD8000000018' }))
    expect(changes.last).toBeNull()
    // Its card still shows it.
    expect(changes.of(request.assetNum)).not.toBeNull()
    expect(double.calls.length).toBeGreaterThan(0)
  })

  it('is the last one until the platform lists the opposite state', async () => {
    const now = Date.now()
    const asset = { assetNum: request.assetNum }
    let answer = record('8000000017', now + 1, { ...asset, locked: true, readAt: now + 1 })
    withBridge({
      ...oneLockJobs(() => succeed(entry({ endedAt: now }))),
      'locks/look-up': () => succeed({ state: 'found', record: answer, failure: null }),
    })
    const records = useRecordsStore()
    await records.lookUp('8000000017', 'known')
    const changes = useChangesStore()
    await changes.sendAndRefresh(request)
    expect(changes.last).not.toBeNull()
    answer = { ...answer, locked: false, readAt: now + 2 }
    await records.lookUp('8000000017', 'known')
    expect(changes.last).toBeNull()
  })

  it('that was not sent stays shown where its record can be read', async () => {
    const found = { state: 'found' as const, record: record('8000000017', Date.now()), failure: null }
    withBridge({
      ...oneLockJobs(() => succeed(entry({ state: 'not-sent', reason: { kind: 'lock-swapped' } }))),
      'locks/look-up': () => succeed(found),
    })
    const records = useRecordsStore()
    await records.lookUp('8000000017', 'known')
    const changes = useChangesStore()
    await changes.sendAndRefresh(request)
    await records.lookUp('8000000017', 'fresh')
    expect(changes.of('LD8000000017')).toMatchObject({ entry: { state: 'not-sent' } })
  })

  it('gives way to a later change of the same lock', async () => {
    withBridge({
      ...oneLockJobs(() => succeed(entry({ state: 'not-sent', reason: { kind: 'interrupted' } }))),
    })
    const changes = useChangesStore()
    await changes.sendAndRefresh(request)
    const first = changes.of('LD8000000017')
    const { requestedAt } = first?.state === 'responded' ? first.entry : { requestedAt: 0 }
    useJournalStore().note(
      entry({
        entryId: 'later-1',
        key: 'LD8000000017',
        state: 'done',
        requestedAt: requestedAt + 1,
        endedAt: requestedAt + 2,
      }),
    )
    expect(changes.of('LD8000000017')).toMatchObject({ entry: { entryId: 'later-1', state: 'done' } })
  })

  it('that main refuses because of an earlier one leaves that one shown', async () => {
    const resolvers: (() => void)[] = []
    withBridge({
      ...oneLockJobs(async () => {
        if (resolvers.length > 0) return fail({ code: 'in-progress', message: 'wait' })
        await new Promise<void>((done) => resolvers.push(done))
        return succeed(entry())
      }),
    })
    const changes = useChangesStore()
    const first = changes.sendAndRefresh(request)
    const second = await changes.send({ ...request, action: 'enable' })
    expect(second).toMatchObject({ state: 'failed', failure: { code: 'in-progress' } })
    expect(changes.of('LD8000000017')).toMatchObject({ state: 'sending', request: { action: 'disable' } })
    resolvers[0]?.()
    await first
    expect(changes.of('LD8000000017')).toMatchObject({ state: 'responded' })
  })

  it('that main could not save is no entry', async () => {
    withBridge(oneLockJobs(() => fail({ code: 'not-saved', message: 'ENOSPC' })))
    const changes = useChangesStore()
    await changes.sendAndRefresh(request)
    expect(changes.of('LD8000000017')).toMatchObject({ state: 'failed', failure: { code: 'not-saved' } })
  })

  it('that is unconfirmed shows the result of reading it back, and is not sent again', async () => {
    const double = withBridge({
      ...oneLockJobs(() => succeed(unknown)),
      'changes/check-results': () =>
        succeed([unresolved({ ...unknown, state: 'done', reason: { kind: 'read-back-applied' } })]),
    })
    const changes = useChangesStore()
    await changes.sendAndRefresh(request)
    await changes.checkResult('LD8000000017')
    expect(changes.of('LD8000000017')).toMatchObject({ entry: { state: 'done' } })
    expect(changesIn(double.calls)).toHaveLength(1)
  })

  it('shows why reading it back failed', async () => {
    withBridge(oneLockJobs(() => succeed(unknown)))
    const changes = useChangesStore()
    await changes.sendAndRefresh(request)
    await changes.checkResult('LD8000000017')
    expect(useReviewStore().checkFailureOf(unknown.entryId)?.code).toBe('internal')
    expect(changes.of('LD8000000017')).toMatchObject({ entry: { state: 'unknown' } })
  })
})
