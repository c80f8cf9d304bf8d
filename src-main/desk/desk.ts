import { setMaxListeners } from 'node:events'
import type { CommandFailure } from '#shared/commands'
import { operationOf } from '#shared/model/change'
import type {
  ChangeAction,
  ChangeReason,
  ChangeRequest,
  JournalEntry,
  LockAction,
} from '#shared/model/change'
import { isLockJob } from '#shared/model/job'
import type { Job, JobRequest, JobRowRequest, JobRowResult } from '#shared/model/job'
import { shellNumberIn } from '#shared/model/shell-number'
import { fail } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { changeAt, noCounts } from '../journal/book'
import type { JournaledChange, JournaledJob } from '../journal/book'
import type { Journal } from '../journal/journal'
import type { Intent, JournalRow } from '../journal/record'
import type { LockSource } from '../locks/lock-source'
import type { PlatformClient } from '../platform/client'
import type { Records } from '../register/records'
import type { KnownEnterprise } from '../register/register'
import { createEndings } from './endings'
import { entryOf, factsOf } from './entry'
import { createImpactGate } from './high-impact'
import type { ConfirmHighImpact } from './high-impact'
import { alwaysAsked, weightOf } from './impact-of'
import { createJobs } from './jobs'
import type { Jobs } from './jobs'
import { freezeRows, notWrittenOf } from './kinds/freeze'
import type { Frozen } from './kinds/freeze'
import { newEnterpriseOf } from './kinds/new-enterprise'
import { createLanes } from './lanes'
import { rowsLately } from './rows-lately'
import { objectionTo, sendRows } from './send-rows'
import { createSettler } from './settle'
import { createSettleClock } from './settle-clock'
import { takeUp } from './take-up'
import { createUnsettled } from './unsettled'
import type { Unsettled } from './unsettled'
import { secretsInMemory } from './unsent-secrets'
import type { UnsentSecrets } from './unsent-secrets'

export interface Desk {
  /** One disable or enable, from the frozen request to the journal's last word on it. Never throws. */
  change(request: ChangeRequest): Promise<JournalEntry>
  /** Asks in a dialog of main's own where many locks are meant, and begins. */
  startJob(request: JobRequest): Promise<Outcome<Job, CommandFailure>>
  readonly jobs: Pick<Jobs, 'pause' | 'resume' | 'cancel' | 'list' | 'onChange'>
  readJob(jobId: string): { readonly job: Job; readonly rows: readonly JournalEntry[] } | null
  settle(entryId: string): Promise<JournalEntry | null>
  settleJob(jobId: string): Promise<Job | null>
  /** Changes of which nobody knows what became. */
  readonly unsettled: Unsettled
  readonly forQueue: ForQueue
  /** From now on each change of that action passes without a question; false where the person said no. */
  arm(action: LockAction, operatorIdentity: string): Promise<boolean>
  disarm(): void
  recent(limit: number): readonly JournalEntry[]
  /** Nothing more goes out; what is under way may still come back, for a while. */
  stop(): Promise<void>
}

/** A row that leaves the queue. */
export interface LeavingRow extends Omit<JobRowRequest, 'plugId'> {
  readonly outboxId: string
  readonly queuedAt: number
}

/** What the queue needs of the desk. */
export interface ForQueue {
  /** Whether so many may be queued: counted, and asked about, like a job, but when they are queued. */
  passes(asked: Queueing): Promise<boolean>
  /** Sends rows that passed and whose records were looked at just now; the intent is on the disk when it answers. */
  send(
    asked: { readonly action: LockAction; readonly operatorIdentity: string },
    rows: readonly LeavingRow[],
  ): Promise<Outcome<Job, CommandFailure>>
}
interface Queueing {
  readonly action: LockAction
  readonly operatorIdentity: string
  readonly rows: number
  readonly enterprises: number
}

/** How long a change under way holds up the end of the app; its answer is otherwise read back next time. */
const stopPatienceMs = 5_000

const pauseFor = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve()
      return
    }
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    timer.unref()
    signal?.addEventListener('abort', end)
  })

/** What of a job's rows is new, as the window is told. */
export const resultsOf = (job: JournaledJob, places: readonly number[]): JobRowResult[] =>
  places.flatMap((place) => {
    const change = changeAt(job, place)
    if (change === null) return []
    const { entryId, state, reason, endedAt } = change
    return [{ entryId, state, reason, endedAt }]
  })

/** Disabling and enabling: journal before network, one change of a lock at a time, the record read back after. */
export const createDesk = (deps: {
  client: PlatformClient
  records: Records
  journal: Journal
  locks: LockSource
  confirmHighImpact: ConfirmHighImpact
  /** `id` names the platform in the journal: its base URL, or `training`. */
  environment: { readonly id: string; readonly training: boolean }
  chunkSize: () => number
  onIdleDisarm: () => void
  /** The platform's answer is the only handle on them: no operation lists enterprises. */
  onNewEnterprises: (enterprises: readonly KnownEnterprise[]) => void
  /** An employee's name as the platform's list has it; null where that is not known. */
  nameOf?: (enterpriseGlobalId: string, memberGlobalId: string) => string | null
  /** Outlives the desk; in memory where there is none. */
  unsentSecrets?: UnsentSecrets
  now?: () => number
  /** A clock that nobody sets, in ms. */
  ticks?: () => number
  pause?: (ms: number, signal?: AbortSignal) => Promise<void>
}): Desk => {
  const { client, records, journal, locks, environment } = deps
  const now = deps.now ?? (() => Date.now())
  const pause = deps.pause ?? pauseFor
  const nameOf = deps.nameOf ?? (() => null)
  const clock = createSettleClock({ now, ticks: deps.ticks ?? (() => performance.now()) })
  const gate = createImpactGate({
    confirm: deps.confirmHighImpact,
    now,
    onIdle: deps.onIdleDisarm,
    before: rowsLately(journal.jobs(), environment.id, now()),
  })
  const lanes = createLanes()
  const stopping = new AbortController()
  const { signal } = stopping
  const sending = { client, journal, locks, signal }
  // Each change whose outcome is waited for listens to it.
  setMaxListeners(0, signal)
  const settler = createSettler({
    client,
    journal,
    records,
    environment: environment.id,
    now,
    clock,
    pause,
    signal,
  })
  const endings = createEndings({
    journal,
    pause,
    signal,
    onLate: ({ jobId, places }) => {
      const job = journal.job(jobId)
      if (job !== null) settler.later(places.flatMap((place) => changeAt(job, place) ?? []))
    },
  })

  const lockRow = ({
    assetNum,
    shellNumber,
    enterpriseGlobalId,
  }: Omit<JobRowRequest, 'plugId'>): JournalRow => {
    const record = records.known(assetNum, enterpriseGlobalId)
    return {
      key: assetNum,
      // What is sent is the asset number: the lock in the port and the words of a question are held against that,
      // whatever the page took it for.
      shellNumber: record?.shellNumber ?? shellNumberIn(assetNum) ?? shellNumber,
      enterpriseGlobalId,
      enterpriseName: record?.enterpriseName ?? null,
      lockedBefore: record?.locked ?? null,
      memberGlobalId: null,
      memberName: null,
      request: null,
    }
  }

  const frozenRows = (request: JobRequest): readonly Frozen[] => {
    if (isLockJob(request)) {
      return request.rows.map(({ plugId, ...row }) => ({ row: lockRow(row), secret: null, plugId }))
    }
    const names = new Map(records.enterprises().map((one) => [one.enterpriseGlobalId, one.enterpriseName]))
    return freezeRows(request).map(({ row, ...kept }) => ({
      ...kept,
      row: {
        ...row,
        enterpriseName: row.enterpriseName ?? names.get(row.enterpriseGlobalId ?? '') ?? null,
      },
    }))
  }

  const intentOf = (
    asked: { action: ChangeAction; operatorIdentity: string; retryOf: string | null },
    rows: readonly JournalRow[],
  ): Intent => ({
    operation: operationOf[asked.action],
    operatorIdentity: asked.operatorIdentity,
    environment: environment.id,
    training: environment.training,
    chunkSize: deps.chunkSize(),
    retryOf: asked.retryOf,
    rows: [...rows],
  })

  const wereSent = (changes: readonly JournaledChange[]) => changes.filter(({ sentAt }) => sentAt !== null)
  const rereadListsOf = (changes: readonly JournaledChange[]): void => {
    for (const id of new Set(changes.flatMap(({ row }) => row.enterpriseGlobalId ?? []))) {
      void records.reread(id)
    }
  }

  /** What the screens show next is the platform's record, not our hope of it; the answer does not wait for it. */
  const afterwards = (changes: readonly JournaledChange[]): void => {
    const touched = wereSent(changes)
    const enterprises = touched.flatMap((change) => newEnterpriseOf(change) ?? [])
    if (enterprises.length > 0) deps.onNewEnterprises(enterprises)
    rereadListsOf(touched)
    settler.later(touched.filter(({ state }) => state === 'unknown'))
  }

  /** By the paused job: how many of its rows had been sent when the lists were read for it. */
  const readFor = new Map<string, number>()
  /** It may rest for hours, with locks on the desk that it has changed. */
  const atRest = (changes: readonly JournaledChange[]): void => {
    settler.later(changes)
    const touched = wereSent(changes)
    const [first] = touched
    if (first === undefined || readFor.get(first.job.jobId) === touched.length) return
    readFor.set(first.job.jobId, touched.length)
    rereadListsOf(touched)
  }

  const jobs = createJobs({
    ...sending,
    lanes,
    environment: environment.id,
    unsent: deps.unsentSecrets ?? secretsInMemory(),
    pause,
    probe: () => records.probe(),
    onEnded: afterwards,
    onPaused: atRest,
  })

  const changeOne = async (request: ChangeRequest): Promise<JournalEntry> => {
    const { action, assetNum, operatorIdentity, plugId } = request
    const row = lockRow(request)
    const intent = intentOf({ action, operatorIdentity, retryOf: null }, [row])
    const intended = await journal.intend(intent)
    if (!intended.ok) {
      const at = now()
      const reason: ChangeReason = { kind: 'journal-not-writable' }
      const course = { state: 'not-sent' as const, reason, sentAt: null, endedAt: at, result: null }
      const job = { jobId: '', intent, askedAt: at, courses: [course], counts: noCounts, lastEndedAt: at }
      return entryOf({ ...course, entryId: '', job, row, place: 0 })
    }
    const job = intended.value
    const number = row.shellNumber ?? assetNum
    const objection: ChangeReason | null = (await gate.passesOne({ action, operatorIdentity, number }))
      ? await objectionTo(plugId, row.shellNumber, locks)
      : { kind: 'not-confirmed' }
    const stopper: ChangeReason | null = signal.aborted ? { kind: 'interrupted' } : objection
    const ends =
      stopper === null
        ? (await sendRows(job, [0], new Map(), sending)).ends
        : [{ row: 0, state: 'not-sent' as const, reason: stopper }]
    const isWritten = await endings.write(job.jobId, ends)
    const change = changeAt(job, 0)
    const [end] = ends
    if (change === null || end === undefined) throw new Error('a job of one row has one row')
    const { state, reason } = end
    const result = isWritten ? change : { ...change, state, reason, endedAt: now() }
    afterwards([result])
    return entryOf(result)
  }

  void takeUp(journal, endings, settler)

  return {
    change: (request) => lanes.inOrder([request.assetNum], () => changeOne(request)),
    startJob: async (request) => {
      const frozen = frozenRows(request)
      const intent = intentOf(
        request,
        frozen.map(({ row }) => row),
      )
      if (
        !(await gate.passesJob({ ...factsOf(intent), rows: weightOf(request) }, alwaysAsked(request, nameOf)))
      ) {
        return fail({ code: 'not-confirmed', message: 'the person said no' })
      }
      return jobs.start(intent, notWrittenOf(intent, frozen))
    },
    jobs,
    unsettled: createUnsettled({ journal, settler, clock, now, environment: environment.id }),
    forQueue: {
      passes: (asked) => gate.passesJob(asked, null),
      send: (asked, rows) =>
        jobs.start(
          intentOf(
            { ...asked, retryOf: null },
            rows.map(({ outboxId, queuedAt, ...row }) => ({
              ...lockRow(row),
              request: { outboxId, queuedAt },
            })),
          ),
          { plugIds: new Map(), secrets: new Map() },
        ),
    },
    readJob: (jobId) => {
      const read = jobs.read(jobId)
      return read === null ? null : { job: read.job, rows: read.changes.map(entryOf) }
    },
    settle: async (entryId) => {
      const found = journal.change(entryId)
      if (found === null) return null
      await settler.settle([found])
      return entryOf(journal.change(entryId) ?? found)
    },
    settleJob: async (jobId) => {
      const read = jobs.read(jobId)
      if (read === null) return null
      await settler.settle(read.changes)
      return jobs.read(jobId)?.job ?? null
    },
    arm: (action, operatorIdentity) => gate.arm({ action, operatorIdentity }),
    disarm: () => void gate.disarm(),
    recent: (limit) => journal.recent(limit).map(entryOf),
    stop: async () => {
      stopping.abort()
      gate.stop()
      const over = new Promise((done) => setTimeout(done, stopPatienceMs).unref())
      await Promise.race([Promise.allSettled([jobs.stop(), lanes.settled()]), over])
    },
  }
}
