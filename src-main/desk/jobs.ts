import type { CommandFailure } from '#shared/commands'
import { operationOf } from '#shared/model/change'
import type { ChangeAction } from '#shared/model/change'
import type { Job, JobPause, JobState } from '#shared/model/job'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import { changesOf } from '../journal/book'
import type { JournaledChange, JournaledJob } from '../journal/book'
import type { RowEnd } from '../journal/journal'
import type { Intent } from '../journal/record'
import { createListeners } from '../listeners'
import { newCourse } from './course'
import type { Course, NotWritten } from './course'
import { jobOf } from './entry'
import { changeKinds } from './kinds/kinds'
import type { Lanes } from './lanes'
import { isFromQueue } from './queued-row'
import { createSecretKeeper } from './secret-keeper'
import { sendRows } from './send-rows'
import type { Sending, Sent } from './send-rows'
import { sift } from './sift'
import type { UnsentSecrets } from './unsent-secrets'
import { firstPauseMs, waitForPlatform } from './wait-for-platform'

export interface Jobs {
  /** Takes a job whose intent was confirmed: it is on the disk when this answers, and runs. */
  start(intent: Intent, kept: NotWritten): Promise<Outcome<Job, CommandFailure>>
  pause(jobId: string): Outcome<Job, CommandFailure>
  resume(jobId: string): Outcome<Job, CommandFailure>
  cancel(jobId: string): Promise<Outcome<Job, CommandFailure>>
  read(jobId: string): { readonly job: Job; readonly changes: readonly JournaledChange[] } | null
  /** Newest first, of one action or of all; those that are not over are there whatever the limit. */
  list(limit: number, action?: ChangeAction): readonly Job[]
  onChange(listener: (job: Job) => void): () => void
  /** Resolves when no call is on its way any more. */
  stop(): Promise<void>
}

const notFound = (): Outcome<Job, CommandFailure> =>
  fail({ code: 'not-found', message: 'this job is not there any more' })

const notWritable: JobPause = { kind: 'journal-not-writable' }

/** Rows that are certainly not carried out, and would meet the same a moment later: they wait. */
const mayWait = ({ neverLeft, trouble }: Sent): boolean => {
  if (trouble === null || trouble === 'journal-not-writable') return neverLeft
  const { code, changed } = trouble.failure
  // What is no request at all will be none the next time either.
  if (code === 'invalid') return false
  return neverLeft || (code === 'unauthorized' && changed === 'no')
}

/**
 * Changes of many locks, in chunks: intent on the disk, then call after call, each with its “sent” and its endings
 * in the journal. A job outlives the window; a platform that does not answer pauses it, and it goes on by itself.
 * At most the one call under way is unknown when the process dies.
 */
export const createJobs = (
  deps: Sending & {
    lanes: Lanes
    environment: string
    unsent: UnsentSecrets
    /** One cheap read; null where the platform answered. */
    probe: () => Promise<PlatformFailure | null>
    pause: (ms: number, signal: AbortSignal) => Promise<void>
    onEnded: (changes: readonly JournaledChange[]) => void
    onPaused: (changes: readonly JournaledChange[]) => void
  },
): Jobs => {
  const { journal, lanes, environment, probe, pause } = deps
  const courses = new Map<string, Course>()
  const listeners = createListeners<Job>()
  let stopped = false
  const keeper = createSecretKeeper(journal, deps.unsent)

  const hasWaiting = ({ counts }: JournaledJob) => counts.intent > 0

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
    course.secrets.clear()
    keeper.drop(job.jobId)
    become(job.jobId, course, 'ended')
    deps.onEnded(changesOf(job))
  }

  /** Asked after a wait: a person, or the end of the app, may have come meanwhile. */
  const goesOn = ({ wanted }: Course): boolean => wanted === 'run' && !stopped

  /** Writes endings, and first those that the disk did not take before. */
  const write = async ({ jobId }: JournaledJob, course: Course, ends: readonly RowEnd[]): Promise<void> => {
    const all = [...course.unwritten, ...ends]
    course.unwritten = []
    if (all.length > 0 && !(await journal.end(jobId, all)).ok) {
      // Others may have failed meanwhile.
      course.unwritten = [...all, ...course.unwritten]
    }
    tell(jobId)
  }

  /** One call; answers why the job cannot simply go on. */
  const sendChunk = async (
    job: JournaledJob,
    places: readonly number[],
    course: Course,
  ): Promise<JobPause | null> => {
    // Its turn may have come late, after a person or the end of the app; the rows then wait as they are.
    course.next = 0
    if (!goesOn(course)) return null
    const { kept, ends } = await sift(job, places, course, deps)
    keeper.forget(
      job,
      course,
      ends.map(({ row }) => row),
    )
    if (!goesOn(course)) return null
    course.next = (places.at(-1) ?? -1) + 1
    if (ends.length > 0) await write(job, course, ends)
    // A row whose ending is not on the disk still looks as if it waited.
    if (course.unwritten.length > 0) return notWritable
    if (kept.length === 0) return null
    const sent = await sendRows(job, kept, course.secrets, deps)
    // Whoever asked for a single change is at the screen, and asks again if it is still wanted.
    const waits = job.courses.length > 1 && mayWait(sent)
    if (waits) {
      course.next = 0
      // Rows whose “sent” never came to the disk wait as it is; of the others it must say that they do.
      const left = kept.filter((place) => job.courses[place]?.state === 'sent')
      if (left.length > 0 && !(await journal.returned(job.jobId, left)).ok) {
        course.unwritten = [...course.unwritten, ...sent.ends]
      }
    } else {
      // A password is kept for as long as its row may still be sent.
      keeper.forget(job, course, kept)
      // Not awaited: it is on the disk before, or together with, the next chunk's “sent”.
      course.writing = write(job, course, sent.ends)
    }
    if (sent.trouble === 'journal-not-writable') return notWritable
    const isTrouble = sent.trouble !== null && (waits || sent.trouble.failure.changed !== 'no')
    if (isTrouble) return sent.trouble
    course.patienceMs = firstPauseMs
    return null
  }

  const nextPlaces = ({ courses: rows, intent }: JournaledJob, course: Course): number[] => {
    const { rowsPerCall, callOf } = changeKinds[intent.operation]
    const most = rowsPerCall(intent.chunkSize)
    const places: number[] = []
    let call: string | null = null
    for (let place = course.next; place < rows.length && places.length < most; place += 1) {
      const row = intent.rows[place]
      if (rows[place]?.state !== 'intent' || row === undefined) continue
      if (places.length === 0) call = callOf(row)
      if (callOf(row) !== call) break
      places.push(place)
    }
    return places
  }

  /**
   * Nothing of the job is on its way, and nothing unwritten: it pauses for `why`, or has ended. False where a person
   * wants something else by now.
   */
  const rest = async (job: JournaledJob, course: Course, why: JobPause | null): Promise<boolean> => {
    const { wanted } = course
    await course.writing
    if (course.unwritten.length > 0) await write(job, course, [])
    if (course.wanted !== wanted && hasWaiting(job)) return false
    const pause = course.unwritten.length > 0 ? notWritable : why
    if (pause === null) end(job, course)
    else {
      become(job.jobId, course, 'paused', pause)
      deps.onPaused(changesOf(job))
    }
    return true
  }

  /** One step of a job: what a person wants, or the next call. True where it has come to rest. */
  const step = async (job: JournaledJob, course: Course): Promise<boolean> => {
    if (course.wanted === 'cancel') {
      const closed = await journal.close(job.jobId, { kind: 'cancelled' })
      if (closed.ok) return rest(job, course, null)
      course.wanted = 'pause'
      return rest(job, course, notWritable)
    }
    if (course.wanted === 'pause' && hasWaiting(job)) return rest(job, course, { kind: 'asked' })
    const places = nextPlaces(job, course)
    if (places.length === 0) return rest(job, course, null)
    const keys = places.flatMap((place) => job.intent.rows[place]?.key ?? [])
    const trouble = await lanes.inOrder(keys, () => sendChunk(job, places, course))
    if (trouble === null) return false
    if (trouble.kind !== 'platform') return rest(job, course, trouble)
    if (!hasWaiting(job)) return rest(job, course, null)
    // What waited in the queue goes back there, to be looked at anew once the platform can be reached.
    if (isFromQueue(job)) {
      const closed = await journal.close(job.jobId, trouble)
      return rest(job, course, closed.ok ? null : notWritable)
    }
    if (!(await rest(job, course, trouble))) return false
    if (course.pause?.kind !== 'platform') return true
    // Cut short by a person's resume, pause or cancel, or by the end of the app.
    const { signal } = course.waiting
    const firstMs = course.patienceMs
    course.patienceMs = await waitForPlatform({ probe, pause, signal, why: trouble.failure, firstMs })
    course.waiting = new AbortController()
    if (goesOn(course)) become(job.jobId, course, 'running')
    return false
  }

  const run = async (job: JournaledJob, course: Course): Promise<void> => {
    while (course.isToRecall && goesOn(course)) {
      const isOpen = await keeper.recall(job, course)
      if (!isOpen && (await rest(job, course, { kind: 'passwords-locked' }))) return
    }
    if (course.unwritten.length > 0) await write(job, course, [])
    if (course.unwritten.length > 0) {
      if (course.wanted === 'cancel') course.wanted = 'pause'
      if (await rest(job, course, notWritable)) return
    }
    while (!stopped) if (await step(job, course)) return
    await course.writing
  }

  /** Resolves when the job has come to rest; nobody has to wait for it. */
  const begin = (job: JournaledJob, course: Course): Promise<void> => {
    courses.set(job.jobId, course)
    if (goesOn(course)) become(job.jobId, course, 'running')
    const running = run(job, course).finally(() => (course.running = null))
    course.running = running
    return running
  }

  /** A job that a person may steer, or null. */
  const steer = (jobId: string): { job: JournaledJob; course: Course } | null => {
    const job = journal.job(jobId)
    const course = courses.get(jobId)
    return job === null || course === undefined ? null : { job, course }
  }

  /** Jobs that a process which died left in the middle wait for a person: hours may have passed. */
  for (const job of journal.jobs()) {
    if (job.courses.length > 1 && hasWaiting(job) && !isFromQueue(job)) {
      const course = newCourse({ plugIds: new Map(), secrets: new Map() })
      courses.set(job.jobId, { ...course, state: 'paused', ...keeper.leftBehind(job) })
    }
  }

  return {
    start: async (intent, kept) => {
      const intended = await journal.intend(intent)
      if (!intended.ok) return fail({ code: 'not-saved', message: intended.error.message })
      const { jobId } = intended.value
      await keeper.keep(intended.value, kept)
      if (stopped) {
        // Nobody would run it, and whoever asked is gone.
        await journal.close(jobId, { kind: 'interrupted' })
        keeper.drop(jobId)
        return fail({ code: 'switching', message: 'the desk is closing' })
      }
      void begin(intended.value, newCourse(kept))
      return succeed(view(intended.value))
    },
    pause: (jobId) => {
      const found = steer(jobId)
      if (found === null) return notFound()
      const { job, course } = found
      if (course.wanted !== 'cancel') course.wanted = 'pause'
      course.waiting.abort()
      return succeed(view(job))
    },
    resume: (jobId) => {
      const found = steer(jobId)
      // A job of another platform is resumed where it belongs.
      if (found?.job.intent.environment !== environment) return notFound()
      const { job, course } = found
      if (course.wanted !== 'cancel') course.wanted = 'run'
      course.waiting.abort()
      if (course.running === null) {
        Object.assign(course, { waiting: new AbortController(), patienceMs: firstPauseMs, next: 0 })
        void begin(job, course)
      }
      return succeed(view(job))
    },
    cancel: async (jobId) => {
      const found = steer(jobId)
      if (found === null) return notFound()
      const { job, course } = found
      course.wanted = 'cancel'
      course.waiting.abort()
      if (course.running === null) {
        await begin(job, course)
        if (courses.has(jobId)) return fail({ code: 'not-saved', message: 'the journal did not take it' })
      }
      return succeed(view(job))
    },
    read: (jobId) => {
      const job = journal.job(jobId)
      return job === null ? null : { job: view(job), changes: changesOf(job) }
    },
    list: (limit, action) => {
      const operation = action === undefined ? null : operationOf[action]
      const all = journal.jobs().filter(({ intent }) => operation === null || intent.operation === operation)
      const first = all.length - limit
      const listed = all.filter(({ jobId }, index) => index >= first || courses.has(jobId))
      return listed.reverse().map(view)
    },
    onChange: listeners.add,
    stop: async () => {
      stopped = true
      for (const { waiting } of courses.values()) waiting.abort()
      await Promise.allSettled([...courses.values()].flatMap(({ running }) => running ?? []))
      await keeper.settled()
    },
  }
}
