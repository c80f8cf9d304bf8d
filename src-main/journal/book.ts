import type { ChangeReason, ChangeState } from '#shared/model/change'
import type { Intent, Json, JournalRecord, JournalRow } from './record'

interface RowCourse {
  state: ChangeState
  reason: ChangeReason | null
  sentAt: number | null
  endedAt: number | null
  /** What the platform gave for it. */
  result: Json
}

/** A job with all that is known of it. */
export interface JournaledJob {
  readonly jobId: string
  readonly intent: Intent
  readonly askedAt: number
  /** In the order of the intent's rows. */
  readonly courses: readonly Readonly<RowCourse>[]
  /** How many rows are in each state: counted as they turn, as a job may have a hundred thousand. */
  readonly counts: Readonly<Record<ChangeState, number>>
  readonly lastEndedAt: number | null
}

interface OwnJob extends JournaledJob {
  readonly courses: RowCourse[]
  readonly counts: Record<ChangeState, number>
  lastEndedAt: number | null
  /** Counts up from job to job. */
  readonly order: number
  /** The rows of all jobs before it. */
  readonly rowsBefore: number
}

/** A change that was asked of a lock. */
interface Asked {
  readonly job: OwnJob
  readonly place: number
}

/** One row of a job with all that is known of it. */
export interface JournaledChange extends Readonly<RowCourse> {
  /** The job's id and the row's place in it. */
  readonly entryId: string
  readonly job: JournaledJob
  readonly row: JournalRow
  readonly place: number
}

/** As much of a change as says which lock of which platform it is of, and when it was asked for. */
export type RowOfJob = Pick<JournaledChange, 'job' | 'row'>

export const isOpen = (state: ChangeState): boolean => state === 'intent' || state === 'sent'

/** Whether a row's end is somebody's word on it, not the platform's answer. */
const saidBy = (reason: ChangeReason | null): 'person' | 'look-up' | null => {
  if (reason?.kind === 'said-by-person' || reason?.kind === 'left-unknown') return 'person'
  return reason?.kind === 'read-back-applied' || reason?.kind === 'read-back-not-applied' ? 'look-up' : null
}

/**
 * A person and a look-up speak of what is unknown, and of nothing else: where both were on their way to the disk in
 * one instant, the first counts, at every later reading too. That a desk came to its end says nothing of what has
 * ended: the platform's answer, with the ids it gives only once, may have been on its way to the disk before it.
 */
const counts = ({ state, reason: before }: Readonly<RowCourse>, reason: ChangeReason | null): boolean => {
  if (reason?.kind === 'interrupted') return isOpen(state)
  const by = saidBy(reason)
  if (by === null) return true
  return state === 'unknown' && (by === 'look-up' || before?.kind !== 'left-unknown')
}

const entryIdOf = (jobId: string, place: number): string => `${jobId}.${place}`

export const changeAt = (job: JournaledJob, place: number): JournaledChange | null => {
  const row = job.intent.rows[place]
  const course = job.courses[place]
  if (row === undefined || course === undefined) return null
  const { state, reason, sentAt, endedAt, result } = course
  // Not `...course`: objects begun by a spread take twenty times as long, and a job has ten thousand rows.
  return { state, reason, sentAt, endedAt, result, entryId: entryIdOf(job.jobId, place), job, row, place }
}

export const changesOf = (job: JournaledJob): JournaledChange[] =>
  job.courses.flatMap((_course, place) => changeAt(job, place) ?? [])

export const noCounts: Readonly<Record<ChangeState, number>> = {
  intent: 0,
  sent: 0,
  done: 0,
  failed: 0,
  'not-sent': 0,
  unknown: 0,
}

/** Disabling and enabling undo each other; the others are of their own, and each platform has locks of its own. */
const familyOf = ({ environment, operation }: Intent): string =>
  `${environment}\n${operation === 'order.unlockAssets' ? 'order.lockAssets' : operation}`

/** What of its request tells a loan from others: an employee may have several assets lent onto one lock, one by one. */
const loanKey = ({ key, memberGlobalId, request }: JournalRow): string => {
  const assets =
    typeof request === 'object' && request !== null && 'assets' in request ? request['assets'] : []
  const each = Array.isArray(assets) ? assets.map((asset) => JSON.stringify(asset)).sort() : []
  return [key, memberGlobalId ?? '', ...each].join('\n')
}

/** An account is one of its enterprise: another one's of the same name is another employee's. */
const askedKey = ({ operation }: Intent, row: JournalRow): string => {
  if (operation === 'member.lendAssets') return loanKey(row)
  return operation === 'member.addEmployees' ? `${row.enterpriseGlobalId ?? ''}\n${row.key}` : row.key
}

/** What the journal's records say, kept in memory; it is built by nothing but records. */
export const createBook = () => {
  const jobs = new Map<string, OwnJob>()
  /** The same jobs, oldest first. */
  const inOrder: OwnJob[] = []
  let rows = 0
  /** Every change asked of a lock, in order: by family, then by key. */
  const asked = new Map<string, Map<string, Asked[]>>()

  const begin = (jobId: string, intent: Intent, askedAt: number) => {
    const courses = intent.rows.map((): RowCourse => ({
      state: 'intent',
      reason: null,
      sentAt: null,
      endedAt: null,
      result: null,
    }))
    const counts = { ...noCounts, intent: courses.length }
    const job: OwnJob = {
      jobId,
      intent,
      askedAt,
      courses,
      counts,
      lastEndedAt: null,
      order: inOrder.length,
      rowsBefore: rows,
    }
    jobs.set(jobId, job)
    inOrder.push(job)
    rows += courses.length
    const family = familyOf(intent)
    const byKey = asked.get(family) ?? new Map<string, Asked[]>()
    asked.set(family, byKey)
    for (const [place, row] of intent.rows.entries()) {
      const key = askedKey(intent, row)
      const before = byKey.get(key)
      if (before === undefined) byKey.set(key, [{ job, place }])
      else before.push({ job, place })
    }
  }

  /** Looks from the newest on: asked of each row right before it goes out, and mostly there is no later one. */
  const hasLater = ({ job, row }: RowOfJob, isMeant: (state: ChangeState) => boolean): boolean => {
    const order = jobs.get(job.jobId)?.order ?? 0
    const ofLock = asked.get(familyOf(job.intent))?.get(askedKey(job.intent, row)) ?? []
    for (let index = ofLock.length - 1; index >= 0; index -= 1) {
      const later = ofLock[index]
      if (later === undefined || later.job.order <= order) return false
      const state = later.job.courses[later.place]?.state
      if (state !== undefined && isMeant(state)) return true
    }
    return false
  }

  /** Takes a record in, and answers the rows that it changed; those of a new job are new, not changed. */
  const apply = (
    record: JournalRecord,
  ): { readonly jobId: string; readonly places: readonly number[] } | null => {
    if (record.kind === 'damage' || record.kind === 'begins') return null
    if (record.kind === 'job') begin(record.job, record.intent, record.at)
    const job = jobs.get(record.job)
    if (job === undefined) return null
    const places: number[] = []
    const change = (place: number, to: Partial<RowCourse>) => {
      const course = job.courses[place]
      if (course === undefined) return
      job.counts[course.state] -= 1
      Object.assign(course, to)
      job.counts[course.state] += 1
      const { endedAt } = course
      if (endedAt !== null && endedAt > (job.lastEndedAt ?? 0)) job.lastEndedAt = endedAt
      places.push(place)
    }
    switch (record.kind) {
      case 'job':
        break
      case 'sent':
        for (const place of record.rows) change(place, { state: 'sent', sentAt: record.at })
        break
      case 'returned':
        for (const place of record.rows) change(place, { state: 'intent', sentAt: null })
        break
      case 'ended':
        for (const { row, state, reason, result = null } of record.ends) {
          const course = job.courses[row]
          if (course !== undefined && counts(course, reason))
            change(row, { state, reason, endedAt: record.at, result })
        }
        break
      case 'closed':
        for (const [place, { state }] of job.courses.entries()) {
          if (state === 'intent')
            change(place, { state: 'not-sent', reason: record.reason, endedAt: record.at })
        }
    }
    return { jobId: record.job, places }
  }

  /** The job that the row at this place of all belongs to. */
  const jobOfRow = (at: number): number => {
    let low = 0
    let high = inOrder.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((inOrder[middle]?.rowsBefore ?? 0) <= at) low = middle
      else high = middle
    }
    return low
  }

  return {
    apply,
    /** The rows of all jobs. */
    rows: (): number => rows,
    /** Rows of all jobs, in the order in which they were asked for; the first of all is number 0. */
    slice: (from: number, limit: number): JournaledChange[] => {
      const found: JournaledChange[] = []
      for (let at = jobOfRow(from); at < inOrder.length && found.length < limit; at += 1) {
        const job = inOrder[at]
        if (job === undefined) break
        const first = Math.max(0, from - job.rowsBefore)
        for (let place = first; place < job.courses.length && found.length < limit; place += 1) {
          const change = changeAt(job, place)
          if (change !== null) found.push(change)
        }
      }
      return found
    },
    job: (jobId: string): JournaledJob | null => jobs.get(jobId) ?? null,
    change: (entryId: string): JournaledChange | null => {
      const dot = entryId.lastIndexOf('.')
      const job = jobs.get(entryId.slice(0, dot))
      return job === undefined ? null : changeAt(job, Number(entryId.slice(dot + 1)))
    },
    /** Oldest first. */
    jobs: (): readonly JournaledJob[] => inOrder,
    hasLater: (change: RowOfJob): boolean => hasLater(change, (state) => state !== 'not-sent'),
    // One that was refused has changed nothing: the record still tells of the earlier one.
    hasLaterSent: (change: RowOfJob): boolean =>
      hasLater(change, (state) => state === 'sent' || state === 'done' || state === 'unknown'),
  }
}
