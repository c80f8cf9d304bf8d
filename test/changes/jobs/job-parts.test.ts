import { describe, expect, it, vi } from 'vitest'
import type { ChangeState } from '#shared/model/changes/change'
import { fail, succeed } from '#shared/outcome'
import { createElsewhereOf } from '../../../src-main/changes/journal-entry'
import { createChunkSender } from '../../../src-main/changes/jobs/chunk-sender'
import { noDriftGuard } from '../../../src-main/changes/jobs/drift-guard'
import { createJobRuntime } from '../../../src-main/changes/jobs/job-runtime'
import type { JobRuntime } from '../../../src-main/changes/jobs/job-runtime'
import { createJobStates } from '../../../src-main/changes/jobs/job-states'
import { nextRowIndexes } from '../../../src-main/changes/jobs/next-rows'
import { createPauseController } from '../../../src-main/changes/jobs/pause-controller'
import { createResultWriter } from '../../../src-main/changes/jobs/result-writer'
import { noStopRules } from '../../../src-main/changes/jobs/stop-rules'
import type { Journal, RowResult } from '../../../src-main/journal/journal'
import type { JournaledJob } from '../../../src-main/journal/journal-index'
import type { Intent } from '../../../src-main/journal/record'

// Each part of the job runner alone; what they do together is in job-runner.test.ts.

const jobOf = (
  states: readonly ChangeState[],
  over: Partial<Intent> = {},
  enterprises: readonly string[] = [],
): JournaledJob => {
  const rows = states.map((_state, at) => ({
    key: `LD${at}`,
    shellNumber: null,
    enterpriseGlobalId: enterprises[at] ?? 'E1',
    enterpriseName: null,
    lockedBefore: false,
    memberGlobalId: null,
    memberName: null,
    request: null,
  }))
  const counts = { intent: 0, sent: 0, done: 0, failed: 0, 'not-sent': 0, unknown: 0 }
  for (const state of states) counts[state] += 1
  return {
    jobId: 'job',
    intent: {
      operation: 'order.lockAssets',
      operatorIdentity: 'Li Wei',
      environment: 'training',
      training: true,
      chunkSize: 3,
      retryOf: null,
      rows,
      ...over,
    },
    requestedAt: 0,
    rowStates: states.map((state) => ({ state, reason: null, sentAt: null, endedAt: null, result: null })),
    counts,
    lastEndedAt: null,
  }
}

const runtimeOf = (): JobRuntime => createJobRuntime({ plugIds: new Map(), secrets: new Map() })
const notWritten = () => Promise.resolve(fail({ code: 'not-writable' as const, message: 'full' }))
const written = () => Promise.resolve(succeed(null))

describe('the next rows of a job', () => {
  it('are the waiting ones in order, as many as one request takes', () => {
    const job = jobOf(['done', 'intent', 'not-sent', 'intent', 'intent', 'intent'])
    expect(nextRowIndexes(job, 0)).toEqual([1, 3, 4])
    expect(nextRowIndexes(job, 4)).toEqual([4, 5])
    expect(nextRowIndexes(job, 6)).toEqual([])
  })

  it('share the path of one request', () => {
    const operation = 'member.addEmployees'
    const job = jobOf(['intent', 'intent', 'intent'], { operation }, ['E1', 'E1', 'E2'])
    expect(nextRowIndexes(job, 0)).toEqual([0, 1])
    expect(nextRowIndexes(job, 2)).toEqual([2])
  })
})

describe('the result writer', () => {
  const result = (row: number): RowResult => ({ row, state: 'done', reason: null })

  it('keeps what could not be written and writes it first', async () => {
    const recordResults = vi.fn<Journal['recordResults']>(notWritten)
    const onWritten = vi.fn()
    const writer = createResultWriter({
      journal: { recordResults },
      pause: () => Promise.resolve(),
      onWritten,
    })
    const runtime = runtimeOf()
    await writer.write(jobOf(['sent', 'sent']), runtime, [result(0)])
    expect(runtime.unwritten).toEqual([result(0)])
    recordResults.mockImplementation(written)
    await writer.write(jobOf(['sent', 'sent']), runtime, [result(1)])
    expect(recordResults).toHaveBeenLastCalledWith('job', [result(0), result(1)])
    expect(runtime.unwritten).toEqual([])
    expect(onWritten).toHaveBeenCalledTimes(2)
  })

  it('tries again until the disk accepts it, or the user asks for something else', async () => {
    const recordResults = vi.fn<Journal['recordResults']>(notWritten)
    const runtime = runtimeOf()
    const pause = vi.fn(() => {
      if (pause.mock.calls.length === 3) recordResults.mockImplementation(written)
      return Promise.resolve()
    })
    const writer = createResultWriter({ journal: { recordResults }, pause, onWritten: () => undefined })
    runtime.unwritten = [result(0)]
    expect(await writer.writeLater(jobOf(['sent']), runtime)).toBe(true)
    expect(pause).toHaveBeenCalledTimes(3)
    runtime.unwritten = [result(0)]
    runtime.waiting.abort()
    recordResults.mockImplementation(notWritten)
    expect(await writer.writeLater(jobOf(['sent']), runtime)).toBe(false)
  })
})

describe('the chunk sender', () => {
  it('sends nothing of a job that was paused before its turn', async () => {
    const send = createChunkSender({
      client: {} as never,
      journal: {} as never,
      locks: {} as never,
      keeper: { forget: () => undefined },
      writer: { write: () => Promise.resolve() },
      driftGuard: noDriftGuard,
      stopRules: noStopRules,
      mayRun: () => false,
    })
    const runtime = { ...runtimeOf(), next: 5 }
    expect(await send(jobOf(['intent', 'intent']), [0, 1], runtime)).toBeNull()
    expect(runtime.next).toBe(0)
  })
})

describe('the pause controller', () => {
  const controllerOf = (closeJob: Journal['closeJob'] = written) => {
    const events: string[] = []
    const controller = createPauseController({
      journal: { closeJob },
      writer: { write: () => Promise.resolve(), writeLater: () => Promise.resolve(false) },
      mayRun: () => true,
      setState: (_jobId, runtime, state, why = null) => {
        runtime.pause = why
        events.push(why === null ? state : `${state}: ${why.kind}`)
      },
      endJob: () => events.push('end'),
      onPaused: () => events.push('tell'),
      probe: () => Promise.resolve(null),
      pause: () => Promise.resolve(),
    })
    return { controller, events }
  }

  it('pauses for a reason and ends without one', async () => {
    const { controller, events } = controllerOf()
    const job = jobOf(['done', 'intent'])
    expect(await controller.pauseOrEnd(job, runtimeOf(), { kind: 'requested' })).toBe(true)
    expect(await controller.pauseOrEnd(job, runtimeOf(), null)).toBe(true)
    expect(events).toEqual(['paused: requested', 'tell', 'end'])
  })

  it('does neither if the user asks for something else meanwhile', async () => {
    const { controller, events } = controllerOf()
    const runtime = runtimeOf()
    runtime.writing = Promise.resolve().then(() => void (runtime.requestedState = 'cancel'))
    expect(await controller.pauseOrEnd(jobOf(['intent', 'intent']), runtime, { kind: 'requested' })).toBe(
      false,
    )
    expect(events).toEqual([])
  })

  it('pauses a job that cannot be canceled because the disk is full', async () => {
    const { controller, events } = controllerOf(notWritten)
    const runtime = runtimeOf()
    runtime.requestedState = 'cancel'
    expect(await controller.cancel(jobOf(['intent', 'intent']), runtime)).toBe(true)
    expect(runtime.requestedState).toBe('pause')
    expect(events).toEqual(['paused: journal-not-writable', 'tell'])
  })

  it('waits for the platform, then lets the job run', async () => {
    const { controller, events } = controllerOf()
    const failure = { code: 'unreachable', message: 'no', changed: 'no' } as const
    const why = { kind: 'platform', failure } as const
    expect(await controller.untilPlatform(jobOf(['intent', 'intent']), runtimeOf(), why)).toBe(false)
    expect(events).toEqual(['paused: platform', 'tell', 'running'])
  })
})

describe('the states of jobs', () => {
  const addressOf = (platformId: string) => `at ${platformId}`
  const statesOf = (jobs: readonly JournaledJob[]) =>
    createJobStates({
      journal: { jobs: () => [...jobs], job: (id) => jobs.find(({ jobId }) => jobId === id) ?? null },
      addressOf,
      elsewhereOf: createElsewhereOf({ platformId: 'training', addressOf }),
    })

  it('are what the journal says, unless the job has not ended', () => {
    const open = { ...jobOf(['done', 'intent']), jobId: 'open' }
    const ended = { ...jobOf(['done', 'done']), jobId: 'ended' }
    const states = statesOf([open, ended])
    expect(states.read('open')?.job).toMatchObject({ state: 'paused', environment: 'at training' })
    expect(states.read('open')?.job).not.toHaveProperty('elsewhere')
    expect(states.read('ended')?.job.state).toBe('ended')
    expect(states.find('open')).toBeNull()
    const runtime = runtimeOf()
    states.add('open', runtime)
    expect(states.read('open')?.job.state).toBe('running')
    expect(states.find('open')).toEqual({ job: open, runtime })
    states.remove('open')
    expect(states.read('open')?.job.state).toBe('paused')
  })

  it('show a result that could not be written', () => {
    const states = statesOf([jobOf(['sent', 'sent'])])
    states.add('job', { ...runtimeOf(), unwritten: [{ row: 1, state: 'done', reason: null }] })
    expect(states.read('job')?.changes.map(({ state }) => state)).toEqual(['sent', 'done'])
  })

  it('list unfinished jobs, however old they are', () => {
    const jobs = ['first', 'second', 'third'].map((jobId) => ({ ...jobOf(['done']), jobId }))
    const states = statesOf(jobs)
    states.add('first', runtimeOf())
    expect(states.list(1).map(({ jobId }) => jobId)).toEqual(['third', 'first'])
    expect(states.list(0, 'enable')).toEqual([])
  })

  it('report a change of state with its reason', () => {
    const states = statesOf([jobOf(['done', 'intent'])])
    const runtime = runtimeOf()
    states.add('job', runtime)
    const reported: unknown[] = []
    states.onChange(({ state, pause }) => reported.push([state, pause]))
    states.set('job', runtime, 'paused', { kind: 'requested' })
    states.set('job', runtime, 'running')
    expect(reported).toEqual([
      ['paused', { kind: 'requested' }],
      ['running', null],
    ])
  })

  it('let no job run after the stop, which waits for those that run', async () => {
    const states = statesOf([jobOf(['intent', 'intent'])])
    const runtime = runtimeOf()
    states.add('job', runtime)
    expect(states.mayRun(runtime)).toBe(true)
    expect(states.mayRun({ ...runtime, requestedState: 'pause' })).toBe(false)
    let isEnded = false
    runtime.running = new Promise((resolve) => {
      runtime.waiting.signal.addEventListener('abort', () => setTimeout(resolve, 0))
    }).then(() => void (isEnded = true))
    const stopping = states.stop()
    expect(states.mayRun(runtime)).toBe(false)
    await stopping
    expect(isEnded).toBe(true)
  })
})
