import { importStates } from '#shared/model/enterprise-import'
import type {
  EnterpriseImport,
  EnterpriseImportChange,
  EnterpriseImportPause,
  EnterpriseImportResult,
  EnterpriseImportRow,
} from '#shared/model/enterprise-import'
import type { EnterpriseImportSlice } from '#shared/bridge/enterprise-commands'
import { joinKey } from '#shared/model/join-key'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { PlatformClient } from '../platform/client'
import { createRunOnceScheduler, createSequencer, mapWithConcurrency } from '../util/async'
import { createEmitter } from '../util/emitter'
import type { EnterpriseList } from './enterprise-list'
import { createRowLookup } from './enterprise-row-lookup'
import type { RowLookup } from './enterprise-row-lookup'
import { createFoundSaver, foundResult } from './found-enterprises'

/** Rows looked up in parallel: fewer than the lists read in parallel, which the desk waits for. */
const maxConcurrentLookups = 4
const eventEveryMs = 200
/** This many failed rows in succession mean that the platform fails, not the rows. */
const maxFailuresInSuccession = 8
/** An import with its rows. In memory only: what was added is in the list of enterprises. */
export interface KeptImport {
  readonly number: number
  readonly rows: readonly EnterpriseImportRow[]
  readonly results: EnterpriseImportResult[]
  state: EnterpriseImport['state']
  pause: EnterpriseImportPause | null
}

/** The imports by platform ID, kept across a switch to another platform. */
export interface KeptImports {
  readonly byPlatform: Map<string, KeptImport>
  lastNumber: number
}

export interface EnterpriseImports {
  read(from: number, limit: number): EnterpriseImportSlice
  /** Null if another import runs. */
  start(rows: readonly EnterpriseImportRow[]): EnterpriseImport | null
  pause(kind?: 'requested' | 'platform-switched'): EnterpriseImport | null
  resume(): EnterpriseImport | null
  cancel(): EnterpriseImport | null
  retry(): EnterpriseImport | null
  dismiss(): EnterpriseImport | null
  isRunning(): boolean
  /** Resolves when no row is looked up or saved any more. */
  settled(): Promise<void>
  onChange(listener: (change: EnterpriseImportChange) => void): () => void
  /** Pauses a running import, so that it can continue when the platform is opened again. */
  stop(): Promise<void>
}

const summaryOf = (kept: KeptImport): EnterpriseImport => {
  const counts = Object.fromEntries(importStates.map((state) => [state, 0])) as Record<
    (typeof importStates)[number],
    number
  >
  for (const { state } of kept.results) counts[state] += 1
  return { number: kept.number, state: kept.state, pause: kept.pause, rows: kept.rows.length, counts }
}

/** A fault that other rows have too, unlike a rejected value. */
const isPlatformFault = ({ code, businessCode }: PlatformFailure): boolean =>
  code === 'timeout' || code === 'malformed' || businessCode === '500' || businessCode === '80001'

/** A function, because TypeScript would assume that the signal does not change across an await. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted

/** Looks up the enterprises of a sheet and adds them to the list in batches. Changes nothing on the platform. */
export const createEnterpriseImports = (deps: {
  client: PlatformClient
  register: EnterpriseList
  /** Reads the lists of an added enterprise. */
  readLists: (enterpriseGlobalId: string) => Promise<unknown>
  kept: KeptImports
  /** The platform's key among the kept imports. */
  platformId: string
  now?: () => number
}): EnterpriseImports => {
  const { client, register, readLists, kept, platformId } = deps
  const now = deps.now ?? (() => performance.now())
  const listeners = createEmitter<EnterpriseImportChange>()
  const runs = createSequencer()
  let run = new AbortController()
  let isStopped = false
  let failuresInSuccession = 0

  const current = (): KeptImport | null => kept.byPlatform.get(platformId) ?? null
  const summary = (): EnterpriseImport | null => {
    const one = current()
    return one === null ? null : summaryOf(one)
  }

  const changedRows = new Set<number>()
  const emitNow = (): void => {
    emitting.cancel()
    const one = current()
    const rows = [...changedRows].flatMap((index) => {
      const result = one?.results[index]
      return result === undefined ? [] : [{ index, result }]
    })
    changedRows.clear()
    listeners.emit({ import: summary(), rows })
  }
  const emitting = createRunOnceScheduler(emitNow)

  const setResult = (one: KeptImport, index: number, result: EnterpriseImportResult): void => {
    one.results[index] = result
    changedRows.add(index)
    emitting.schedule(eventEveryMs)
  }

  /** Rows without a result wait for the next run. */
  const halt = (one: KeptImport, state: 'paused' | 'ended', pause: EnterpriseImportPause | null): void => {
    if (one.state !== 'running') return
    one.state = state
    one.pause = pause
    run.abort()
  }

  const saver = createFoundSaver<KeptImport>({
    register,
    readLists: async (id) => {
      if (!isStopped) await readLists(id)
    },
    onSaved: setResult,
    // Nothing is reported as added that is not on the disk.
    onNotSaved: (one, message) => halt(one, 'paused', { kind: 'not-saved', message }),
  })
  const lookUp = createRowLookup(client, now)

  /** Finds the known enterprise of a row; searching the list for every row would take too long. */
  const knownFinder = () => {
    const known = register.list()
    const byId = new Map(known.map((one) => [one.enterpriseGlobalId, one]))
    const byCustomer = new Map(
      known.map((one) => [joinKey(one.channelCode ?? '', one.channelCustomerId ?? ''), one]),
    )
    return ({ enterpriseGlobalId, channelCode, channelCustomerId }: EnterpriseImportRow) =>
      enterpriseGlobalId === null
        ? byCustomer.get(joinKey(channelCode ?? '', channelCustomerId ?? ''))
        : byId.get(enterpriseGlobalId)
  }

  const takeLookup = (one: KeptImport, index: number, looked: RowLookup): void => {
    if (looked.kind === 'found') {
      failuresInSuccession = 0
      saver.add(one, { index, enterprises: looked.enterprises })
      return
    }
    if (looked.kind === 'pause') {
      halt(one, 'paused', { kind: 'platform', failure: looked.failure })
      return
    }
    const { result } = looked
    setResult(one, index, result)
    const failure = result.state === 'failed' ? result.failure : null
    const isOfPlatform = failure !== null && isPlatformFault(failure)
    failuresInSuccession = isOfPlatform ? failuresInSuccession + 1 : 0
    if (isOfPlatform && failuresInSuccession >= maxFailuresInSuccession)
      halt(one, 'paused', { kind: 'platform', failure })
  }

  const lookUpWaiting = async (one: KeptImport, signal: AbortSignal): Promise<void> => {
    failuresInSuccession = 0
    const waiting = one.results.flatMap(({ state }, index) => (state === 'waiting' ? [index] : []))
    await mapWithConcurrency(waiting, maxConcurrentLookups, async (index) => {
      const row = one.rows[index]
      if (signal.aborted || row === undefined) return
      const looked = await lookUp(row, signal)
      // A read that was cut off says nothing about its row.
      if (!isAborted(signal)) takeLookup(one, index, looked)
    })
    await saver.flush(one)
    // A run that was paused may end after the next one has started.
    if (!isAborted(signal)) one.state = 'ended'
    emitNow()
  }

  const startRun = (one: KeptImport): EnterpriseImport => {
    run = new AbortController()
    const { signal } = run
    one.state = 'running'
    one.pause = null
    // The previous run may still be saving.
    void runs.queue(() => lookUpWaiting(one, signal))
    emitNow()
    return summaryOf(one)
  }

  const change = (work: (one: KeptImport) => void): EnterpriseImport | null => {
    const one = current()
    if (one === null) return null
    work(one)
    emitNow()
    return summaryOf(one)
  }

  return {
    read: (from, limit) => {
      const one = current()
      if (one === null) return { import: null, rows: [], total: 0, version: 0 }
      const rows = one.rows.slice(from, from + limit).map((row, at) => ({
        ...row,
        result: one.results[from + at] ?? { state: 'waiting' as const },
      }))
      return { import: summaryOf(one), rows, total: one.rows.length, version: one.number }
    },
    start: (rows) => {
      if (current()?.state === 'running') return null
      kept.lastNumber += 1
      changedRows.clear()
      const findKnown = knownFinder()
      const one: KeptImport = {
        number: kept.lastNumber,
        rows,
        results: rows.map((row) => {
          if (row.finding !== null) return { state: 'invalid' }
          const known = findKnown(row)
          return known === undefined ? { state: 'waiting' } : foundResult('known', known)
        }),
        state: 'running',
        pause: null,
      }
      kept.byPlatform.set(platformId, one)
      return startRun(one)
    },
    pause: (kind = 'requested') => change((one) => halt(one, 'paused', { kind })),
    resume: () =>
      change((one) => {
        if (one.state === 'paused') startRun(one)
      }),
    cancel: () =>
      change((one) => {
        halt(one, 'ended', null)
        one.state = 'ended'
        one.pause = null
      }),
    retry: () =>
      change((one) => {
        if (one.state === 'running') return
        // Another try finds the same customer of another enterprise.
        for (const [index, result] of one.results.entries())
          if (result.state === 'failed' && result.failure !== null)
            setResult(one, index, { state: 'waiting' })
        startRun(one)
      }),
    dismiss: () => {
      if (current()?.state === 'running') return summary()
      kept.byPlatform.delete(platformId)
      emitNow()
      return null
    },
    isRunning: () => current()?.state === 'running',
    settled: async () => {
      await runs.settled()
      await saver.settled()
    },
    onChange: listeners.add,
    stop: async () => {
      isStopped = true
      const one = current()
      if (one !== null) halt(one, 'paused', { kind: 'platform-switched' })
      await runs.settled()
      await saver.settled()
      emitting.cancel()
      saver.stop()
      listeners.clear()
    },
  }
}
