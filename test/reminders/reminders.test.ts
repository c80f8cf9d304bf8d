import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Job, JobPause, JobState } from '#shared/model/changes/job'
import type { LinkTarget } from '#shared/model/app/link-target'
import type { Loan } from '#shared/model/changes/loan'
import type { QueuedChange } from '#shared/model/changes/queued-change'
import type { Notifier } from '../../src-main/reminders/notifier'
import { noRemindedLoans } from '../../src-main/reminders/reminded-loans'
import type { RemindedLoans } from '../../src-main/reminders/reminded-loans'
import { clockIntervalMs, createReminders, maxListWaitMs } from '../../src-main/reminders/reminders'
import { createEmitter } from '../../src-main/util/emitter'

const canary = 'CANARY-name'
const canaryNumber = '8000000019'

const loan = (loanId: string, dueOn: string | null, part: Partial<Loan> = {}): Loan => ({
  loanId,
  state: 'active',
  borrowedUsbKey: `LD${canaryNumber}`,
  shellNumber: canaryNumber as never,
  enterpriseGlobalId: canary,
  enterpriseName: canary,
  memberGlobalId: canary,
  memberName: canary,
  assets: [{ assetNum: `LD${canaryNumber}`, assetId: canary }],
  assetsFrom: 'lists',
  lentHere: null,
  dueOn,
  note: canary,
  currentHolder: canary,
  returned: null,
  closed: null,
  ...part,
})

const job = (state: JobState, part: { pause?: JobPause; rows?: number; unknown?: number } = {}): Job => ({
  jobId: 'job-1',
  action: 'disable',
  operatorIdentity: canary,
  training: false,
  environment: canary,
  requestedAt: 0,
  endedAt: null,
  state,
  pause: part.pause ?? null,
  chunkSize: 100,
  rows: part.rows ?? 12,
  counts: { intent: 0, sent: 0, done: 9, failed: 2, 'not-sent': 1, unknown: part.unknown ?? 0 },
  enterprises: 1,
  retryOf: null,
})

const change = (id: string, state: QueuedChange['state']): QueuedChange => ({
  id,
  action: 'disable',
  assetNum: canaryNumber,
  shellNumber: null,
  enterpriseName: canary,
  operatorIdentity: canary,
  queuedAt: 0,
  expiresAt: 0,
  state,
  held: null,
})

/** The file outlives a start of the app. */
const createFile = () => {
  let content: RemindedLoans = noRemindedLoans
  return {
    read: () => content,
    update: (to: (current: RemindedLoans) => RemindedLoans) => {
      content = to(content)
      return Promise.resolve()
    },
  }
}

const start = (
  options: {
    loans?: Loan[]
    file?: ReturnType<typeof createFile>
    unread?: number
    isSupported?: boolean
    language?: 'en' | 'zh'
    training?: boolean
    hasLoans?: boolean
    platform?: string
  } = {},
) => {
  const shown: { title: string; body: string; onClick: () => void }[] = []
  const opened: LinkTarget[] = []
  const state = {
    loans: options.loans ?? [],
    unread: options.unread ?? 0,
    isOn: true,
    isInFront: false,
    changes: [] as QueuedChange[],
  }
  const loansChanged = createEmitter<undefined>()
  const settingsChanged = createEmitter<undefined>()
  const jobs = createEmitter<Job>()
  const queue = createEmitter<undefined>()
  const clear = vi.fn()
  const notifier: Notifier = {
    show: (notification) => void shown.push(notification),
    clear,
    state: () => ({ isSupported: options.isSupported ?? true, failure: null }),
  }
  const reminders = createReminders({
    notifier,
    platformId: options.platform ?? 'P1',
    training: options.training ?? false,
    loans: {
      // Slices, as the page reads them.
      list: (from) =>
        Promise.resolve({
          rows: state.loans.slice(from, from + 2),
          total: state.loans.length,
          version: 1,
          unread: state.unread,
          missing: null,
        }),
      onChange: (listener) => loansChanged.add(listener),
    },
    hasLoans: options.hasLoans ?? true,
    jobs: { onChange: (listener) => jobs.add(listener) },
    offlineQueue: {
      view: () => ({ changes: state.changes, ended: [], isChecking: false }),
      onChange: (listener) => queue.add(listener),
    },
    file: options.file ?? createFile(),
    settings: {
      read: () => ({ notifications: state.isOn }),
      onChange: (listener) => settingsChanged.add(listener),
    },
    language: () => options.language ?? 'en',
    isInFront: () => state.isInFront,
    open: (target) => void opened.push(target),
    onError: (error) => {
      throw error
    },
  })
  return {
    ...{ shown, opened, state, clear, reminders },
    texts: () => shown.map(({ title, body }) => `${title}: ${body}`),
    emitJob: jobs.emit,
    emitLoans: () => loansChanged.emit(undefined),
    emitSettings: () => settingsChanged.emit(undefined),
    emitQueue: () => queue.emit(undefined),
  }
}

const settle = () => vi.advanceTimersByTimeAsync(0)
/** The local time in the zone of the test. */
const setTime = (local: string) => vi.setSystemTime(new Date(local))
/** The computer sleeps until then: no timer runs meanwhile. */
const sleepUntil = async (local: string) => {
  setTime(local)
  await vi.advanceTimersByTimeAsync(clockIntervalMs)
}

const zone = process.env['TZ']
beforeEach(() => {
  vi.useFakeTimers()
  setTime('2026-11-24T10:00:00')
})
afterEach(() => {
  vi.useRealTimers()
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

const dueLoans = () => [
  loan('today', '2026-11-24'),
  loan('yesterday', '2026-11-23'),
  loan('long ago', '2025-01-31'),
  loan('tomorrow', '2026-11-25'),
  loan('no day', null),
  loan('not listed', '2026-11-01', { state: 'not-listed' }),
  loan('closed', '2026-11-01', { state: 'closed' }),
]

describe('loans due today and overdue', () => {
  it.each([
    ['en', 'Loans: 1 loan is due today. 2 loans are overdue.'],
    ['zh', '借出单: 1 个借出单今天到期。2 个借出单已逾期。'],
  ] as const)('are counted at the start (%s), and a click opens them', async (language, text) => {
    const { texts, shown, opened } = start({ loans: dueLoans(), language })
    await settle()
    expect(texts()).toEqual([text])
    shown[0]?.onClick()
    expect(opened).toEqual([{ kind: 'loans-due' }])
  })

  it('are shown once a day, over restarts, and again on the next day at 9:00', async () => {
    const file = createFile()
    const first = start({ loans: dueLoans(), file })
    await settle()
    first.reminders.stop()
    const again = start({ loans: [...dueLoans(), loan('another', '2026-11-24')], file })
    await settle()
    expect(again.texts()).toEqual(['Loans: 1 loan is due today.'])
    again.state.loans = dueLoans()
    await sleepUntil('2026-11-25T08:59:00')
    expect(again.shown).toHaveLength(1)
    await sleepUntil('2026-11-25T09:00:00')
    expect(again.texts().slice(1)).toEqual(['Loans: 1 loan is due today. 3 loans are overdue.'])
    await sleepUntil('2026-11-25T23:59:00')
    expect(again.shown).toHaveLength(2)
    // Three days of sleep are one notification.
    await sleepUntil('2026-11-28T14:00:00')
    expect(again.shown).toHaveLength(3)
    again.reminders.stop()
    await sleepUntil('2026-11-29T14:00:00')
    expect([again.shown.length, again.clear.mock.calls.length]).toEqual([3, 1])
  })

  it('are shown once although the clock is set ahead and back', async () => {
    const { shown } = start({ loans: dueLoans() })
    await settle()
    await sleepUntil('2026-11-25T10:00:00')
    expect(shown).toHaveLength(2)
    for (const time of ['2026-11-24T11:00:00', '2026-11-25T09:00:00', '2026-11-25T10:00:00'])
      await sleepUntil(time)
    expect(shown).toHaveLength(2)
    await sleepUntil('2026-11-26T09:00:00')
    expect(shown).toHaveLength(3)
  })

  it('of a start before 9:00 are not repeated at 9:00', async () => {
    setTime('2026-11-24T00:10:00')
    const { shown, state, texts } = start({ loans: [loan('today', '2026-11-24')] })
    await settle()
    expect(shown).toHaveLength(1)
    state.loans = [loan('today', '2026-11-24'), loan('yesterday', '2026-11-23')]
    await sleepUntil('2026-11-24T09:00:10')
    expect(texts().slice(1)).toEqual(['Loans: 1 loan is overdue.'])
  })

  it('wait until all lists were read, or a minute', async () => {
    const { shown, state, emitLoans } = start({ loans: dueLoans(), unread: 1 })
    await settle()
    emitLoans()
    await settle()
    expect(shown).toEqual([])
    state.unread = 0
    emitLoans()
    await settle()
    expect(shown).toHaveLength(1)

    const offline = start({ loans: dueLoans(), unread: 1 })
    await vi.advanceTimersByTimeAsync(maxListWaitMs - 1)
    expect(offline.shown).toEqual([])
    await vi.advanceTimersByTimeAsync(clockIntervalMs)
    expect(offline.shown).toHaveLength(1)
  })

  it('wait while notifications are off or unsupported', async () => {
    const file = createFile()
    const quiet = start({ loans: dueLoans(), file, isSupported: false })
    await settle()
    expect([quiet.shown, file.read()]).toEqual([[], noRemindedLoans])

    const { shown, state, emitSettings } = start({ loans: [], file })
    state.isOn = false
    state.loans = dueLoans()
    emitSettings()
    await settle()
    expect(shown).toEqual([])
    state.isOn = true
    emitSettings()
    await settle()
    expect(shown).toHaveLength(1)
  })

  it('are kept by platform, and not shown where the page is hidden', async () => {
    const file = createFile()
    start({ loans: dueLoans(), file })
    await settle()
    const other = start({ loans: dueLoans(), file, platform: 'P2', training: true })
    const hidden = start({ loans: dueLoans(), hasLoans: false })
    await sleepUntil('2026-11-24T12:00:00')
    expect(other.texts()).toEqual(['Training: Loans: 1 loan is due today. 2 loans are overdue.'])
    expect(hidden.shown).toEqual([])
    expect(file.read()).toEqual({
      version: 2,
      days: {
        '2026-11-24': {
          P1: ['today', 'yesterday', 'long ago'],
          P2: ['today', 'yesterday', 'long ago'],
        },
      },
    })
  })

  it.each([
    // The clock goes forward at midnight: the day has no 0:00.
    ['America/Santiago', '2026-09-05T23:30:00', '2026-09-06'],
    // The clock goes back: the day has 25 hours.
    ['America/New_York', '2026-10-31T23:59:00', '2026-11-01'],
    ['Europe/Berlin', '2026-03-28T23:59:00', '2026-03-29'],
    ['Pacific/Kiritimati', '2026-11-24T22:00:00', '2026-11-25'],
    ['Pacific/Pago_Pago', '2026-11-24T22:00:00', '2026-11-25'],
    ['Asia/Shanghai', '2026-12-31T22:00:00', '2027-01-01'],
    ['Australia/Lord_Howe', '2026-10-03T22:00:00', '2026-10-04'],
  ])('follow the local day in %s', async (name, evening, tomorrow) => {
    process.env['TZ'] = name
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(name)
    setTime(evening)
    const { shown, texts } = start({ loans: [loan('due', tomorrow)] })
    await settle()
    await sleepUntil(`${tomorrow}T08:59:00`)
    expect(shown).toEqual([])
    await sleepUntil(`${tomorrow}T09:00:00`)
    expect(texts()).toEqual(['Loans: 1 loan is due today.'])
    await sleepUntil(`${tomorrow}T23:58:00`)
    expect(shown).toHaveLength(1)
  })
})

describe('jobs', () => {
  it('that end while the window is not in front are shown with their counts', () => {
    const { texts, shown, opened, emitJob, state } = start()
    emitJob(job('running'))
    emitJob(job('ended'))
    emitJob(job('ended', { unknown: 3 }))
    emitJob(job('ended', { rows: 1 }))
    state.isInFront = true
    emitJob(job('ended'))
    expect(texts()).toEqual([
      'Job ended: Completed: 9, Failed: 2, Not sent: 1',
      'Job ended: Completed: 9, Failed: 2, Not sent: 1, Unconfirmed: 3',
    ])
    for (const { onClick } of shown) onClick()
    expect(opened).toEqual([{ kind: 'job-result', jobId: 'job-1', action: 'disable' }, { kind: 'review' }])
  })

  it('that pause are shown once for each cause, but not if paused by a person', () => {
    const { texts, shown, opened, emitJob } = start()
    const platform = job('paused', { pause: { kind: 'platform', failure: {} as never } })
    for (const one of [job('running'), platform, job('running'), platform]) emitJob(one)
    emitJob(job('paused', { pause: { kind: 'requested' } }))
    emitJob(job('paused', { pause: { kind: 'interrupted' } }))
    emitJob(job('paused', { pause: { kind: 'passwords-locked' } }))
    emitJob(job('paused', { pause: { kind: 'journal-not-writable' } }))
    emitJob(job('paused', { pause: { kind: 'first-failed', state: 'failed', reason: null } }))
    expect(texts()).toEqual([
      'Job paused: It continues when the platform responds.',
      'Job paused: Its passwords can’t be read. Open Lock Desk to continue.',
      'Job paused: The activity log can’t be written. Open Lock Desk.',
      'Job stopped: Rows failed. Open Lock Desk to stop or continue it.',
    ])
    shown[0]?.onClick()
    expect(opened).toEqual([{ kind: 'paused-job', action: 'disable' }])
  })

  it('are not shown while notifications are off', () => {
    const { shown, state, emitJob } = start()
    state.isOn = false
    emitJob(job('ended'))
    expect(shown).toEqual([])
  })
})

describe('held changes of the offline queue', () => {
  it('are counted when there is a new one', () => {
    const { texts, shown, opened, state, emitQueue } = start()
    state.changes = [change('1', 'waiting'), change('2', 'held')]
    emitQueue()
    emitQueue()
    state.changes = [change('1', 'held'), change('2', 'held')]
    emitQueue()
    state.isInFront = true
    state.changes = [...state.changes, change('3', 'held')]
    emitQueue()
    expect(texts()).toEqual([
      'Offline queue: 1 change needs a decision.',
      'Offline queue: 2 changes need a decision.',
    ])
    shown[0]?.onClick()
    expect(opened).toEqual([{ kind: 'queue' }])
  })
})

it.each(['en', 'zh'] as const)('a notification names nothing but counts (%s)', async (language) => {
  const { shown, state, emitJob, emitQueue } = start({ loans: dueLoans(), language })
  await settle()
  for (const kind of ['platform', 'passwords-locked', 'journal-not-writable'] as const) {
    emitJob(job('paused', { pause: { kind, failure: { message: canary } } as unknown as JobPause }))
  }
  emitJob(job('ended', { unknown: 1 }))
  state.changes = [change('2', 'held')]
  emitQueue()
  expect(shown).toHaveLength(6)
  const text = JSON.stringify(shown)
  expect(text).not.toContain('CANARY')
  expect(text).not.toMatch(/\d{3}/)
})
