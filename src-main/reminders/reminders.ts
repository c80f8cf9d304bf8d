import { dayOf } from '#shared/model/calendar-day'
import type { Job } from '#shared/model/changes/job'
import type { LinkTarget } from '#shared/model/app/link-target'
import type { Loan } from '#shared/model/changes/loan'
import { maxSliceLength } from '#shared/model/slices'
import type { Loans } from '../changes/loans/loans'
import type { OfflineQueue } from '../changes/offline-queue/offline-queue'
import type { JsonFile } from '../util/files/json-file'
import type { Notifier } from './notifier'
import { remindedOn, withReminded } from './reminded-loans'
import type { RemindedLoans } from './reminded-loans'
import { reminderTexts } from './reminder-texts'
import type { ReminderText } from './reminder-texts'

/** The local hour from which loans due on a new day are shown while the app runs. */
export const reminderHour = 9
/** The interval at which the clock is read. After the computer slept, it is read within this time too. */
export const clockIntervalMs = 30_000
/** After the start, loans are shown when all lists were read, or after this time. */
export const maxListWaitMs = 60_000

interface Reminders {
  stop(): void
}

/** Why a job does not go on by itself, as a text; null if the person at the window paused it. */
const pauseText = ({ pause }: Job, language: 'en' | 'zh'): ReminderText | null => {
  const texts = reminderTexts[language]
  switch (pause?.kind) {
    case 'platform':
      return texts.waiting
    case 'passwords-locked':
      return texts.locked
    case 'journal-not-writable':
      return texts.notWritable
    case 'first-failed':
    case 'many-failed':
      return texts.stopped
    default:
      return null
  }
}

/**
 * Shows the system's notifications of one platform: loans due today and overdue; jobs that ended or paused and held
 * changes of the offline queue, these only while the window is not in front. A click opens the place.
 */
export const createReminders = (deps: {
  readonly notifier: Notifier
  readonly platformId: string
  readonly training: boolean
  readonly loans: Pick<Loans, 'list' | 'onChange'>
  /** False if the page Loans is hidden. */
  readonly hasLoans: boolean
  readonly jobs: { readonly onChange: (listener: (job: Job) => void) => () => void }
  readonly offlineQueue: Pick<OfflineQueue, 'view' | 'onChange'>
  readonly file: JsonFile<RemindedLoans>
  readonly settings: {
    readonly read: () => { readonly notifications: boolean }
    readonly onChange: (listener: () => void) => () => void
  }
  readonly language: () => 'en' | 'zh'
  readonly isInFront: () => boolean
  readonly open: (target: LinkTarget) => void
  readonly onError: (error: unknown) => void
  readonly now?: () => number
}): Reminders => {
  const { notifier, platformId, loans, offlineQueue, file, settings, language } = deps
  const now = deps.now ?? Date.now
  const isOn = () => settings.read().notifications && notifier.state().isSupported
  let isStopped = false

  const show = ({ title, body }: ReminderText, target: LinkTarget): void => {
    const texts = reminderTexts[language()]
    notifier.show({
      title: deps.training ? texts.training(title) : title,
      body,
      onClick: () => deps.open(target),
    })
  }

  const startedAt = now()
  const isAfterHour = (time: number) => new Date(time).getHours() >= reminderHour
  /** The last day whose reminder hour was reached. */
  let reachedDay = isAfterHour(startedAt) ? dayOf(startedAt) : null
  let areLoansPending = deps.hasLoans
  let isReading = false

  const allLoans = async () => {
    const rows: Loan[] = []
    for (;;) {
      const slice = await loans.list(rows.length, maxSliceLength)
      rows.push(...slice.rows)
      if (slice.rows.length === 0 || rows.length >= slice.total) return { rows, unread: slice.unread }
    }
  }

  const showLoans = async (): Promise<void> => {
    const { rows, unread } = await allLoans()
    if (unread > 0 && now() - startedAt < maxListWaitMs) return
    if (isStopped || !areLoansPending || !isOn()) return
    areLoansPending = false
    const today = dayOf(now())
    const known = remindedOn(file.read(), today, platformId)
    const due = rows.filter(
      ({ loanId, state, dueOn }) =>
        state === 'active' && dueOn !== null && dueOn <= today && !known.has(loanId),
    )
    if (due.length === 0) return
    // Saved first: a crash must not repeat the notification.
    await file
      .update((content) =>
        withReminded(content, { day: today, platform: platformId, loanIds: due.map(({ loanId }) => loanId) }),
      )
      .catch(deps.onError)
    const dueToday = due.filter(({ dueOn }) => dueOn === today).length
    show(reminderTexts[language()].loans(dueToday, due.length - dueToday), { kind: 'loans-due' })
  }

  const checkLoans = (): void => {
    if (!areLoansPending || isReading || !isOn()) return
    isReading = true
    void showLoans()
      .catch(deps.onError)
      .finally(() => (isReading = false))
  }

  const readClock = (): void => {
    const time = now()
    if (deps.hasLoans && isAfterHour(time) && reachedDay !== dayOf(time)) {
      reachedDay = dayOf(time)
      areLoansPending = true
    }
    checkLoans()
  }

  /** Jobs that ran in this process, each with what was shown of it. */
  const running = new Map<string, Set<string>>()
  const onJob = (job: Job): void => {
    const { jobId, state, counts, pause } = job
    const shown = running.get(jobId) ?? new Set()
    if (state === 'running') running.set(jobId, shown)
    if (state === 'ended') running.delete(jobId)
    // A single change has its result on its card. What is in front is seen.
    if (state === 'running' || job.rows === 1 || deps.isInFront() || !isOn()) return
    if (state === 'ended') {
      const { action } = job
      const target: LinkTarget =
        counts.unknown > 0 ? { kind: 'review' } : { kind: 'job-result', jobId, action }
      show(reminderTexts[language()].ended(counts), target)
      return
    }
    const text = pauseText(job, language())
    // A connection that comes and goes is shown once.
    if (text === null || pause === null || shown.has(pause.kind)) return
    running.set(jobId, shown.add(pause.kind))
    show(text, { kind: 'paused-job', action: job.action })
  }

  let heldIds: ReadonlySet<string> = new Set()
  const checkHeld = (): void => {
    const held = offlineQueue.view().changes.filter((change) => change.state === 'held')
    const isNew = held.some(({ id }) => !heldIds.has(id))
    heldIds = new Set(held.map(({ id }) => id))
    if (isNew && !deps.isInFront() && isOn()) {
      show(reminderTexts[language()].held(held.length), { kind: 'queue' })
    }
  }

  const timer = setInterval(readClock, clockIntervalMs)
  timer.unref()
  const unsubscribers = [
    loans.onChange(checkLoans),
    settings.onChange(checkLoans),
    deps.jobs.onChange(onJob),
    offlineQueue.onChange(checkHeld),
  ]
  checkLoans()
  checkHeld()

  return {
    stop: () => {
      isStopped = true
      clearInterval(timer)
      for (const unsubscribe of unsubscribers) unsubscribe()
      // A click would open the place of another platform.
      notifier.clear()
    },
  }
}
