import { isLockAction } from '#shared/model/changes/change'
import type { ChangeState, JournalEntry } from '#shared/model/changes/change'
import type { Job, JobRequest } from '#shared/model/changes/job'
import { statesOf } from '#shared/model/locks/lock-record'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { notFound, succeed } from '#shared/outcome'
import { always } from '../../../renderer/support/bridge-double'
import type { Handlers } from '../../../renderer/support/bridge-double'
import { changeRecords } from './world'
import type { World } from './world'

const noCounts: Job['counts'] = { intent: 0, sent: 0, done: 0, failed: 0, 'not-sent': 0, unknown: 0 }

type RequestedRow = Partial<Record<string, unknown>>

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** What a row is about: an asset, an account, an employee, a customer or an order. */
const keyOf = (row: RequestedRow): string =>
  [row['assetNum'], row['borrowedUsbKey'], row['userName'], row['memberGlobalId'], row['channelOrderId']]
    .map(text)
    .find((key) => key !== null) ?? 'row'

const entriesOf = (world: World, request: JobRequest, jobId: string): JournalEntry[] =>
  (request.rows as readonly RequestedRow[]).map((row, place) => {
    const key = keyOf(row)
    const record = world.records.find(({ assetNum }) => assetNum === key)
    return {
      entryId: `${jobId}-${place}`,
      jobId,
      action: request.action,
      key,
      shellNumber: record?.shellNumber ?? null,
      enterpriseGlobalId: record?.enterpriseGlobalId ?? text(row['enterpriseGlobalId']),
      enterpriseName: record?.enterpriseName ?? null,
      lockedBefore: record?.locked ?? null,
      statesBefore: record === undefined ? null : statesOf(record, Date.now()),
      memberGlobalId: text(row['memberGlobalId']),
      memberName: text(row['memberName']),
      request: isLockAction(request.action) ? null : (structuredClone(row) as JournalEntry['request']),
      result: null,
      operatorIdentity: request.operatorIdentity,
      training: world.platform.training,
      requestedAt: Date.now(),
      endedAt: null,
      state: 'intent',
      reason: null,
    }
  })

const countsOf = (rows: readonly JournalEntry[]): Job['counts'] => {
  const counts: Record<ChangeState, number> = { ...noCounts }
  for (const { state } of rows) counts[state] += 1
  return counts
}

/** Sends the rows of jobs in chunks as main does, to a platform that does all it is asked for. */
const createRunner = (world: World) => {
  const rowsOf = (jobId: string) => world.rows.get(jobId) ?? []
  const jobOf = (jobId: string) => world.jobs.find((job) => job.jobId === jobId)
  const change = (jobId: string, part: Partial<Job>): Job | undefined => {
    world.jobs = world.jobs.map((job) =>
      job.jobId === jobId ? { ...job, counts: countsOf(rowsOf(jobId)), ...part } : job,
    )
    const job = jobOf(jobId)
    if (job !== undefined) world.emit('jobs/changed', job)
    return job
  }
  const setRows = (jobId: string, chosen: readonly JournalEntry[], part: Partial<JournalEntry>) => {
    const ids = new Set(chosen.map(({ entryId }) => entryId))
    const changed: JournalEntry[] = []
    world.rows.set(
      jobId,
      rowsOf(jobId).map((row) => {
        if (!ids.has(row.entryId)) return row
        changed.push({ ...row, ...part })
        return { ...row, ...part }
      }),
    )
    world.emit('journal/changed', { jobId })
    world.emit('jobs/rows', {
      jobId,
      rows: changed.map(({ entryId, state, reason, endedAt }) => ({ entryId, state, reason, endedAt })),
    })
  }
  const waiting = (jobId: string) => rowsOf(jobId).filter(({ state }) => state === 'intent')
  /** Jobs that pause once what was sent has its result. */
  const pausing = new Set<string>()
  const run = async (jobId: string): Promise<void> => {
    for (;;) {
      const job = jobOf(jobId)
      if (job?.state !== 'running') return
      if (pausing.delete(jobId)) {
        change(jobId, { state: 'paused', pause: { kind: 'requested' } })
        return
      }
      const chunk = waiting(jobId).slice(0, job.chunkSize)
      if (chunk.length === 0) break
      setRows(jobId, chunk, { state: 'sent' })
      change(jobId, {})
      await world.held
      applyRows(world, chunk)
      setRows(jobId, chunk, { state: 'done', endedAt: Date.now() })
      if (waiting(jobId).length > 0) change(jobId, {})
    }
    change(jobId, { state: 'ended', endedAt: Date.now() })
  }
  return { change, pausing, run, setRows, waiting, jobOf, rowsOf }
}

type Effects = Map<string, Partial<LockRecord>>

const effectsOf = ({ memberName, memberGlobalId, ...row }: JournalEntry): Effects => {
  const request = (row.request ?? {}) as RequestedRow
  const holder = memberGlobalId === null ? null : { memberGlobalId, name: memberName }
  const all = (list: unknown, part: Partial<LockRecord>) =>
    (Array.isArray(list) ? list : []).map(
      (one: string | { readonly assetNum: string }) =>
        [typeof one === 'string' ? one : one.assetNum, part] as const,
    )
  switch (row.action) {
    case 'disable':
    case 'enable':
      return new Map([[row.key, { locked: row.action === 'disable' }]])
    case 'assign':
      return new Map([
        ...all(request['deleteAssets'], { holder: null }),
        ...all(request['addAssets'], { holder }),
      ])
    case 'lend':
      return new Map([[row.key, { lent: true, holder }], ...all(request['assets'], { lent: true })])
    default:
      return new Map()
  }
}

/** What the platform does to the assets. Employees, customers and orders stay as they are. */
const applyRows = (world: World, rows: readonly JournalEntry[]): void => {
  const effects: Effects = new Map(rows.flatMap((row) => [...effectsOf(row)]))
  changeRecords(world, ({ assetNum }) => effects.get(assetNum))
}

export const jobAnswers = (world: World): Handlers => {
  const { change, pausing, run, setRows, waiting, jobOf, rowsOf } = createRunner(world)
  const answer = (job: Job | undefined) => (job === undefined ? notFound('the job') : succeed(job))
  const entries = () => world.jobs.toReversed().flatMap(({ jobId }) => rowsOf(jobId))
  return {
    'jobs/start': (request) => {
      const jobId = `job-${world.jobs.length + 1}`
      const rows = entriesOf(world, request, jobId)
      world.rows.set(jobId, rows)
      const job: Job = {
        jobId,
        action: request.action,
        operatorIdentity: request.operatorIdentity,
        training: world.platform.training,
        environment: world.platform.baseUrl ?? '',
        requestedAt: Date.now(),
        endedAt: null,
        state: 'running',
        pause: null,
        chunkSize: world.settings.chunkSize,
        rows: rows.length,
        counts: countsOf(rows),
        enterprises: new Set(rows.map(({ enterpriseGlobalId }) => enterpriseGlobalId)).size,
        retryOf: request.retryOf,
      }
      world.jobs = [job, ...world.jobs]
      world.emit('journal/changed', { jobId })
      void Promise.resolve().then(() => run(jobId))
      return succeed(job)
    },
    'jobs/pause': ({ jobId }) => {
      pausing.add(jobId)
      return answer(jobOf(jobId))
    },
    'jobs/resume': ({ jobId }) => {
      const job = change(jobId, { state: 'running', pause: null })
      void run(jobId)
      return answer(job)
    },
    'jobs/cancel': ({ jobId }) => {
      setRows(jobId, waiting(jobId), {
        state: 'not-sent',
        reason: { kind: 'cancelled' },
        endedAt: Date.now(),
      })
      return answer(change(jobId, { state: 'ended', pause: null, endedAt: Date.now() }))
    },
    'jobs/without-order': always<'jobs/without-order'>(0),
    'jobs/list': ({ limit, action }) =>
      succeed(world.jobs.filter((job) => action === undefined || job.action === action).slice(0, limit)),
    'jobs/read': ({ jobId }) => {
      const job = jobOf(jobId)
      return job === undefined ? notFound('the job') : succeed({ job, rows: rowsOf(jobId) })
    },
    'journal/recent': ({ limit }) => succeed(entries().toReversed().slice(0, limit)),
    'journal/slice': ({ from, limit }) =>
      succeed({ rows: entries().slice(from, from + limit), total: entries().length }),
    'journal/entries': ({ entryIds }) =>
      succeed(entries().filter(({ entryId }) => entryIds.includes(entryId))),
    'changes/unresolved': always<'changes/unresolved'>({ total: 0, changes: [] }),
    'outbox/list': () => succeed(world.outbox),
    'outbox/cancel': ({ ids }) => {
      world.outbox = {
        ...world.outbox,
        changes: world.outbox.changes.filter(({ id }) => !ids.includes(id)),
      }
      world.emit('outbox/changed', null)
      return succeed({ canceled: ids.length })
    },
  }
}
