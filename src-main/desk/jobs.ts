import type { CommandFailure } from '#shared/commands'
import type { ChangeReason } from '#shared/model/change'
import type { Job, JobPause, JobState } from '#shared/model/job'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { changeAt, changesOf } from '../journal/book'
import type { JournaledChange, JournaledJob } from '../journal/book'
import type { RowEnd } from '../journal/journal'
import type { Intent } from '../journal/record'
import { createListeners } from '../listeners'
import { actionOf, enterprisesOf, jobOf } from './entry'
import type { Lanes } from './lanes'
import { objectionTo, sendRows } from './send-rows'
import type { Secrets, Sending, Sent } from './send-rows'
import { waitForPlatform } from './wait-for-platform'

/** What a job needs and the journal does not hold. */
export interface NotWritten {
  /** The plugged lock a row is for, by the row's place. */
  readonly plugIds: ReadonlyMap<number, string>
  readonly secrets: Secrets
}

export interface Jobs {
  /** Takes a job whose intent was confirmed: it is on the disk when this answers, and runs. */
  start(intent: Intent, kept: NotWritten): Promise<Outcome<Job, CommandFailure>>
  pause(jobId: string): Outcome<Job, CommandFailure>
  resume(jobId: string): Outcome<Job, CommandFailure>
  cancel(jobId: string): Promise<Outcome<Job, CommandFailure>>
  read(jobId: string): { readonly job: Job; readonly changes: readonly JournaledChange[] } | null
  /** Newest first. */
  list(limit: number): readonly Job[]
  onChange(listener: (job: Job) => void): () => void
  /** Resolves when no call is on its way any more. */
  stop(): Promise<void>
}

/** What of a job is not on the disk. */
interface Course {
  state: JobState
  pause: JobPause | null
  /** What the person asked for while a call was on its way. */
  wanted: 'run' | 'pause' | 'cancel'
  /** Ends the waiting for the platform. */
  waiting: AbortController
  running: Promise<void> | null
  /** Endings that the disk did not take. */
  unwritten: readonly RowEnd[]
  /** Endings on their way to the disk. */
  writing: Promise<void> | null
  /** No row before this one waits. */
  next: number
  readonly plugIds: ReadonlyMap<number, string>
  readonly secrets: Secrets
}

const notFound = (): Outcome<Job, CommandFailure> =>
  fail({ code: 'not-found', message: 'this job is not there any more' })

/** Rows that are certainly not carried out, and would meet the same a moment later: they wait. */
const mayWait = ({ neverLeft, trouble }: Sent): boolean =>
  neverLeft ||
  (trouble !== null &&
    trouble !== 'journal-not-writable' &&
    trouble.failure.code === 'unauthorized' &&
    trouble.failure.changed === 'no')

/**
 * Changes of many locks, in chunks: intent on the disk, then call after call, each with its “sent” and its endings
 * in the journal. A job outlives the window; a platform that does not answer pauses it, and it goes on by itself.
 * At most the one call under way is unknown when the process dies.
 */
export const createJobs = (
  deps: Sending & {
    lanes: Lanes
    environment: string
    /** One cheap read; null where the platform answered. */
    probe: () => Promise<unknown>
    pause: (ms: number, signal: AbortSignal) => Promise<void>
    onEnded: (changes: readonly JournaledChange[]) => void
  },
): Jobs => {
  const { journal, locks, lanes, environment, probe, pause } = deps
  const courses = new Map<string, Course>()
  const listeners = createListeners<Job>()
  let stopped = false

  const hasWaiting = (job: JournaledJob) => job.courses.some(({ state }) => state === 'intent')

  const view = (job: JournaledJob): Job =>
    jobOf(job, courses.get(job.jobId) ?? { state: hasWaiting(job) ? 'paused' : 'ended', pause: null })

  const tell = (jobId: string) => {
    const job = journal.job(jobId)
    if (job !== null) listeners.tell(view(job))
  }

  const become = (jobId: string, course: Course, state: JobState, why: JobPause | null = null) => {
    course.state = state
    course.pause = why
    tell(jobId)
  }

  const end = (job: JournaledJob, course: Course) => {
    courses.delete(job.jobId)
    become(job.jobId, course, 'ended')
    deps.onEnded(changesOf(job))
  }

  /** Asked after a wait: a person, or the end of the app, may have come meanwhile. */
  const goesOn = ({ wanted }: Course): boolean => wanted === 'run' && !stopped

  /** Rows of the next call, and endings of those that must not go out. */
  const sift = async (job: JournaledJob, places: readonly number[], course: Course) => {
    const kept: number[] = []
    const ends: RowEnd[] = []
    await Promise.all(
      places.map(async (place) => {
        const change = changeAt(job, place)
        if (change === null) return
        const reason: ChangeReason | null = journal.hasLater(change)
          ? { kind: 'superseded' }
          : await objectionTo(course.plugIds.get(place) ?? null, change.row.shellNumber, locks)
        if (reason === null) kept.push(place)
        else ends.push({ row: place, state: 'not-sent', reason })
      }),
    )
    return { kept: kept.sort((one, other) => one - other), ends }
  }

  /** Writes endings, and first those that the disk did not take before. */
  const write = async ({ jobId }: JournaledJob, course: Course, ends: readonly RowEnd[]): Promise<void> => {
    const all = [...course.unwritten, ...ends]
    course.unwritten = all.length === 0 || (await journal.end(jobId, all)).ok ? [] : all
    tell(jobId)
  }

  /** One call; answers why the job cannot simply go on. */
  const sendChunk = async (
    job: JournaledJob,
    places: readonly number[],
    course: Course,
  ): Promise<JobPause | null> => {
    const { kept, ends } = await sift(job, places, course)
    if (ends.length > 0) await write(job, course, ends)
    if (kept.length === 0) return null
    const sent = await sendRows(job, kept, course.secrets, deps)
    if (mayWait(sent)) {
      course.next = 0
      // Rows whose “sent” never came to the disk wait as it is; of the others it must say that they do.
      const left = kept.filter((place) => job.courses[place]?.state === 'sent')
      if (left.length > 0 && !(await journal.returned(job.jobId, left)).ok) course.unwritten = sent.ends
    } else {
      // Not awaited: it is on the disk before, or together with, the next chunk's “sent”.
      course.writing = write(job, course, sent.ends)
    }
    if (sent.trouble === 'journal-not-writable') return { kind: 'journal-not-writable' }
    const isTrouble = sent.trouble !== null && (mayWait(sent) || sent.trouble.failure.changed !== 'no')
    return isTrouble ? sent.trouble : null
  }

  const nextPlaces = ({ courses: rows, intent }: JournaledJob, course: Course): number[] => {
    const places: number[] = []
    for (let place = course.next; place < rows.length && places.length < intent.chunkSize; place += 1) {
      if (rows[place]?.state === 'intent') places.push(place)
    }
    course.next = (places.at(-1) ?? rows.length - 1) + 1
    return places
  }

  /** Nothing of the job is on its way, and nothing unwritten: it pauses for `why`, or has ended. */
  const rest = async (job: JournaledJob, course: Course, why: JobPause | null): Promise<void> => {
    await course.writing
    if (course.unwritten.length > 0) await write(job, course, [])
    const pause: JobPause | null = course.unwritten.length > 0 ? { kind: 'journal-not-writable' } : why
    if (pause === null) end(job, course)
    else become(job.jobId, course, 'paused', pause)
  }

  const run = async (job: JournaledJob, course: Course): Promise<void> => {
    if (course.unwritten.length > 0) await write(job, course, [])
    while (!stopped) {
      if (course.wanted === 'cancel') await journal.close(job.jobId, { kind: 'cancelled' })
      if (course.wanted === 'pause' && hasWaiting(job)) return rest(job, course, { kind: 'asked' })
      const places = nextPlaces(job, course)
      if (places.length === 0) return rest(job, course, null)
      const keys = places.flatMap((place) => job.intent.rows[place]?.key ?? [])
      const trouble = await lanes.inOrder(keys, () => sendChunk(job, places, course))
      if (trouble === null) continue
      if (trouble.kind === 'platform' && !hasWaiting(job)) return rest(job, course, null)
      await rest(job, course, trouble)
      if (course.pause?.kind !== 'platform') return
      // Cut short by a person's resume, pause or cancel, or by the end of the app.
      await waitForPlatform({ probe, pause, signal: course.waiting.signal })
      course.waiting = new AbortController()
      if (goesOn(course)) become(job.jobId, course, 'running')
    }
    await course.writing
  }

  const begin = (job: JournaledJob, course: Course): void => {
    courses.set(job.jobId, course)
    become(job.jobId, course, 'running')
    course.running = run(job, course).finally(() => (course.running = null))
  }

  /** A job that a person may steer, or null. */
  const steer = (jobId: string): { job: JournaledJob; course: Course } | null => {
    const job = journal.job(jobId)
    if (job === null) return null
    const course = courses.get(jobId)
    return course === undefined ? null : { job, course }
  }

  const newCourse = (
    { plugIds, secrets }: NotWritten = { plugIds: new Map(), secrets: new Map() },
  ): Course => ({
    state: 'running',
    pause: null,
    wanted: 'run',
    waiting: new AbortController(),
    running: null,
    unwritten: [],
    writing: null,
    next: 0,
    plugIds,
    secrets,
  })

  /** Jobs that a process which died left in the middle wait for a person: hours may have passed. */
  for (const job of journal.jobs()) {
    if (job.courses.length > 1 && hasWaiting(job)) {
      courses.set(job.jobId, { ...newCourse(), state: 'paused', pause: { kind: 'interrupted' } })
    }
  }

  return {
    start: async (intent, kept) => {
      const intended = await journal.intend(intent)
      if (!intended.ok) return fail({ code: 'not-saved', message: intended.error.message })
      begin(intended.value, newCourse(kept))
      return succeed(view(intended.value))
    },
    pause: (jobId) => {
      const found = steer(jobId)
      if (found === null) return notFound()
      found.course.wanted = 'pause'
      found.course.waiting.abort()
      return succeed(view(found.job))
    },
    resume: (jobId) => {
      const found = steer(jobId)
      // A job of another platform is resumed where it belongs.
      if (found?.job.intent.environment !== environment) return notFound()
      found.course.wanted = 'run'
      found.course.waiting.abort()
      if (found.course.running === null) {
        const { unwritten } = found.course
        begin(found.job, { ...newCourse(found.course), unwritten })
      }
      return succeed(view(found.job))
    },
    cancel: async (jobId) => {
      const found = steer(jobId)
      if (found === null) return notFound()
      found.course.wanted = 'cancel'
      found.course.waiting.abort()
      if (found.course.running === null) {
        const closed = await journal.close(jobId, { kind: 'cancelled' })
        if (!closed.ok) return fail({ code: 'not-saved', message: closed.error.message })
        end(found.job, found.course)
      }
      return succeed(view(found.job))
    },
    read: (jobId) => {
      const job = journal.job(jobId)
      return job === null ? null : { job: view(job), changes: changesOf(job) }
    },
    list: (limit) => journal.jobs().slice(-limit).reverse().map(view),
    onChange: listeners.add,
    stop: async () => {
      stopped = true
      for (const { waiting } of courses.values()) waiting.abort()
      await Promise.allSettled([...courses.values()].flatMap(({ running }) => running ?? []))
    },
  }
}

/** A job's intent as far as a confirmation repeats it. */
export const factsOf = (intent: Intent) => ({
  action: actionOf(intent),
  operatorIdentity: intent.operatorIdentity,
  rows: intent.rows.length,
  enterprises: enterprisesOf(intent),
})
