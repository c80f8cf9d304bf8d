import { rm } from 'node:fs/promises'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect } from 'vitest'
import { isTooMany, maxFailures, minRowsForFirst, neverStops } from '#shared/model/changes/stop-rule'
import { fail, succeed } from '#shared/outcome'
import { maxDataAgeMs } from '../../../src-main/changes/jobs/old-lists'
import { failureOf, numbered, rowsOf, startEngine } from '../../changes/support/engine'
import type { Answer, Engine } from '../../changes/support/engine'
import { memoryFolder } from '../../../scripts/setup/run-folder.mjs'
import { testSeed } from '../../support/test-seed'

// Jobs over a platform that fails, drifts, throttles, cuts connections and kills the app at random, with a person who continues
// a paused job a few times and then stops it.

/** What happens to a request. A cut one is carried out or not; a throttled one is not. */
type Event = 'answered' | 'cut-after' | 'cut-before' | 'throttled' | 'killed' | 'unsent'

interface Case {
  readonly rows: number
  readonly chunk: number
  readonly percent: number
  /** By row, repeated: whether the platform refuses it. */
  readonly isBad: readonly boolean[]
  /** By request. */
  readonly events: readonly {
    readonly event: Event
    readonly ms: number
    readonly drifts: readonly number[]
  }[]
  readonly continues: number
  readonly isListLost: boolean
}

const events: readonly { weight: number; arbitrary: fc.Arbitrary<Event> }[] = [
  { weight: 12, arbitrary: fc.constant<Event>('answered') },
  { weight: 1, arbitrary: fc.constant<Event>('cut-after') },
  { weight: 1, arbitrary: fc.constant<Event>('cut-before') },
  { weight: 1, arbitrary: fc.constant<Event>('throttled') },
  { weight: 1, arbitrary: fc.constant<Event>('killed') },
  { weight: 1, arbitrary: fc.constant<Event>('unsent') },
]

const cases: fc.Arbitrary<Case> = fc.record({
  rows: fc.integer({ min: 2, max: 60 }),
  chunk: fc.integer({ min: 1, max: 40 }),
  percent: fc.constantFrom(5, 20, 20, 33, 50, neverStops),
  isBad: fc.array(
    fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    { minLength: 1, maxLength: 30 },
  ),
  events: fc.array(
    fc.record({
      event: fc.oneof(...events),
      ms: fc.constantFrom(0, 1_000, 300_000, maxDataAgeMs + 1),
      drifts: fc.array(fc.nat(59), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 20 },
  ),
  continues: fc.integer({ min: 0, max: 4 }),
  isListLost: fc.boolean(),
})

/** Ends hanging jobs only; a busy computer is slow. */
const maxWaitMs = 60_000
const until = async (isSo: () => boolean): Promise<void> => {
  const end = performance.now() + maxWaitMs
  while (!isSo()) {
    if (performance.now() > end) throw new Error('the job hangs')
    await turn()
  }
}

/** One job of a case, on its platform. */
const createRun = (drawn: Case) => {
  const clock = { now: Date.now() }
  const locked = new Set<string>()
  /** Rows that others changed, with the time. */
  const drifted = new Map<string, number>()
  const list = { readAt: clock.now, locked: new Set<string>(), reads: [] as number[] }
  /** Rows whose request may have been carried out, with the number of such requests. */
  const carriedOut = new Map<string, number>()
  const faults: string[] = []
  const since = { tried: new Set<string>(), continues: 0 }
  const sizes: number[] = []
  let isFirstBad = false
  let engine: Engine
  let jobId = ''
  const old: Engine[] = []
  let call = 0
  let kill: (() => void) | null = null

  const rowOf = (assetNum: string) => Number(assetNum.slice(3))
  const isBad = (assetNum: string) => drawn.isBad[rowOf(assetNum) % drawn.isBad.length] === true
  const rowStates = () =>
    engine.changeService.readJob(jobId)?.rows.map(({ key, state, reason }) => ({ key, state, reason })) ?? []
  const failedSince = () =>
    rowStates().filter(
      ({ key, state }) => since.tried.has(key) && (state === 'failed' || state === 'unknown'),
    ).length

  /** Right before a request leaves: what must hold then. */
  const check = (assetNums: readonly string[]) => {
    const failed = failedSince()
    const tried = since.tried.size
    if (isTooMany({ tried, failed }, drawn.percent)) faults.push(`goes on after ${failed} of ${tried} failed`)
    const most = maxFailures(tried + assetNums.length, drawn.rows, drawn.percent)
    if (failed + assetNums.length > most) faults.push(`${failed} + ${assetNums.length} may fail, of ${most}`)
    if (drawn.rows >= minRowsForFirst && sizes.length === 0 && assetNums.length > 1)
      faults.push('the first row is not alone')
    if (isFirstBad && since.continues === 0) faults.push('goes on after the first row failed')
    if (clock.now - list.readAt > maxDataAgeMs) faults.push('is sent by data that are too old')
    for (const assetNum of assetNums) {
      if ((drifted.get(assetNum) ?? Infinity) < list.readAt)
        faults.push(`${assetNum} is sent though it changed`)
      if ((carriedOut.get(assetNum) ?? 0) > 0) faults.push(`${assetNum} is sent again`)
    }
  }

  const carryOut = (assetNums: readonly string[]) => {
    for (const assetNum of assetNums) if (!isBad(assetNum)) locked.add(assetNum)
  }

  const answer = (assetNums: string[]): Answer | Promise<Answer> => {
    check(assetNums)
    const { event, ms, drifts } = drawn.events[call % drawn.events.length] ?? {
      event: 'answered',
      ms: 0,
      drifts: [],
    }
    call += 1
    sizes.push(assetNums.length)
    const isFirst = sizes.length === 1 && drawn.rows >= minRowsForFirst
    clock.now += 1 + ms
    for (const row of drifts) {
      const assetNum = numbered(row)
      if (
        row >= drawn.rows ||
        locked.has(assetNum) ||
        carriedOut.has(assetNum) ||
        assetNums.includes(assetNum)
      )
        continue
      drifted.set(assetNum, clock.now)
      locked.add(assetNum)
    }
    if (event === 'throttled' && call < 200) {
      sizes.pop()
      return fail(failureOf({ code: 'busy', changed: 'no' }))
    }
    for (const assetNum of assetNums) {
      carriedOut.set(assetNum, (carriedOut.get(assetNum) ?? 0) + 1)
      since.tried.add(assetNum)
    }
    const isCut = event === 'cut-after' || event === 'cut-before'
    if (event !== 'cut-before') carryOut(assetNums)
    if (isFirst) isFirstBad = event === 'cut-before' || assetNums.some(isBad)
    if (event === 'killed' && call < 200) {
      isFirstBad = false
      kill?.()
      return new Promise(() => undefined)
    }
    if (isCut) return fail(failureOf({ code: 'timeout', changed: 'unknown' }))
    return succeed(assetNums.map((assetNum) => ({ assetNum, status: isBad(assetNum) ? 4 : 1 })))
  }

  const wire = (made: Engine) => {
    engine = made
    Object.assign(made.does, {
      now: () => clock.now,
      chunkSize: drawn.chunk,
      answer,
      refuse: () => {
        const event = drawn.events[call % drawn.events.length]?.event
        if (event !== 'unsent' || call >= 200) return null
        call += 1
        return failureOf({ code: 'unreachable', changed: 'no' })
      },
      locked: (assetNum: string) => locked.has(assetNum),
      record: (assetNum: string) => ({
        locked: list.locked.has(assetNum),
        lent: false,
        holder: null,
        licenseType: null,
        readAt: list.readAt,
      }),
      listReadAt: () => list.readAt,
      refresh: () => {
        if (drawn.isListLost && list.reads.length === 0 && call % 2 === 0) {
          call += 1
          return failureOf({ code: 'unreachable', changed: 'no' })
        }
        const last = list.reads.at(-1)
        if (last !== undefined && clock.now - last < maxDataAgeMs) faults.push('the list is read too often')
        clock.now += 1
        list.reads.push(clock.now)
        list.readAt = clock.now
        list.locked = new Set(locked)
        return null
      },
    })
  }

  /** The process dies while its request is on the way; the next one opens a copy of its files. */
  const begin = async (from?: string): Promise<void> => {
    wire(
      await startEngine({
        place: memoryFolder(),
        maxFailedPercent: drawn.percent,
        ...(from === undefined ? {} : { from }),
      }),
    )
  }

  return {
    faults,
    carriedOut,
    locked,
    drifted,
    rowStates,
    isBad,
    run: async (): Promise<void> => {
      await begin()
      const life = { hasDied: false }
      kill = () => (life.hasDied = true)
      jobId = await engine.start(rowsOf(drawn.rows))
      for (;;) {
        await until(() => {
          const { state, pause } = engine.job(jobId)
          return life.hasDied || state === 'ended' || (state === 'paused' && pause?.kind !== 'platform')
        })
        if (life.hasDied) {
          life.hasDied = false
          old.push(engine)
          await begin(engine.folder)
          // What was sent is unconfirmed now.
          await until(() => engine.job(jobId).counts.sent === 0)
        }
        if (engine.job(jobId).state === 'ended') return
        if (since.continues >= drawn.continues + 40) return
        since.tried.clear()
        since.continues += 1
        // A person who stops the job ends it; all else must still hold.
        const how = since.continues > drawn.continues ? 'cancel' : 'resume'
        await engine.changeService.jobs[how](jobId)
      }
    },
    stop: async (): Promise<void> => {
      await engine.stop()
      for (const { journal, folder } of old) {
        await journal.stop()
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

/** Nothing is lost: every row has the state that the platform's effects prove. */
const wrongRows = (run: ReturnType<typeof createRun>): readonly string[] =>
  run.rowStates().flatMap(({ key, state }) => {
    const attempts = run.carriedOut.get(key) ?? 0
    const isRight =
      state === 'done'
        ? attempts === 1 && run.locked.has(key)
        : state === 'failed'
          ? attempts === 1 && (run.isBad(key) || !run.locked.has(key))
          : state === 'unknown'
            ? attempts === 1
            : state === 'not-sent' && attempts === 0
    return isRight ? [] : [`${key} ${state} after ${attempts} requests`]
  })

export const checkStoppingJobs = (runs: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(cases, async (drawn) => {
      const run = createRun(drawn)
      try {
        await run.run()
        expect(run.faults).toEqual([])
        expect(wrongRows(run)).toEqual([])
      } finally {
        await run.stop()
      }
    }),
    { numRuns: runs, seed: testSeed, endOnFailure: true },
  )
