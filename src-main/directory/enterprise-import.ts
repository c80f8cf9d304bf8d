import { messageOf } from '#shared/error-message'
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
import { ping } from '../platform/ping'
import { createRunOnceScheduler, createSequencer, mapWithConcurrency } from '../util/async'
import { createEmitter } from '../util/emitter'
import { findByChannel } from './enterprise-list'
import type { EnterpriseList, KnownEnterprise } from './enterprise-list'

/** Rows looked up in parallel: fewer than the lists read in parallel, which the desk waits for. */
const maxConcurrentLookups = 4
/** Added enterprises whose lists are read in parallel. */
const maxConcurrentReads = 2
/** The list of enterprises is one file, so it is written for many rows at once. */
const maxBatchLength = 500
const maxBatchAgeMs = 500
const eventEveryMs = 200
/** This many failed rows in succession mean that the platform fails, not the rows. */
const maxFailuresInSuccession = 8
/** How long a response proves that the platform accepts the credentials. */
const accessProofMs = 30_000

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

const foundResult = (
  state: 'added' | 'known',
  { enterpriseGlobalId, enterpriseName }: KnownEnterprise,
): EnterpriseImportResult => ({ state, enterpriseGlobalId, enterpriseName })

/** The code of the order module for a rejected value (docs/api.md, section 7). */
const rejectedValue = '13004'

/** A fault that other rows have too, unlike a rejected value. */
const isPlatformFault = ({ code, businessCode }: PlatformFailure): boolean =>
  code === 'timeout' || code === 'malformed' || businessCode === '500' || businessCode === '80001'

/** A function, because TypeScript would assume that the signal does not change across an await. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted

type Lookup =
  | { readonly kind: 'found'; readonly enterprises: readonly KnownEnterprise[] }
  | { readonly kind: 'result'; readonly result: EnterpriseImportResult }
  /** The row keeps waiting. */
  | { readonly kind: 'pause'; readonly failure: PlatformFailure }

const notFoundLookup: Lookup = { kind: 'result', result: { state: 'not-found' } }

/** Looks up the enterprises of a sheet and adds them to the list in batches. Changes nothing on the platform. */
export const createEnterpriseImports = (deps: {
  client: PlatformClient
  register: EnterpriseList
  /** Reads the lists of an added enterprise. */
  readLists: (enterpriseGlobalId: string) => Promise<unknown>
  kept: KeptImports
  /** The platform's key among the kept imports. */
  platform: string
  now?: () => number
}): EnterpriseImports => {
  const { client, register, readLists, kept, platform } = deps
  const now = deps.now ?? (() => performance.now())
  const listeners = createEmitter<EnterpriseImportChange>()
  const runs = createSequencer()
  const saves = createSequencer()
  const listReads = createSequencer()
  let run = new AbortController()
  let isStopped = false
  let failuresInSuccession = 0
  let accessProvenAt: number | null = null

  const current = (): KeptImport | null => kept.byPlatform.get(platform) ?? null
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

  const found: { readonly index: number; readonly enterprises: readonly KnownEnterprise[] }[] = []
  const save = async (one: KeptImport): Promise<void> => {
    const batch = found.splice(0)
    if (batch.length === 0) return
    const known = new Set(register.list().map(({ enterpriseGlobalId }) => enterpriseGlobalId))
    const added: string[] = []
    const results = batch.map(({ index, enterprises }) => {
      const fresh = enterprises.filter(({ enterpriseGlobalId }) => !known.has(enterpriseGlobalId))
      for (const { enterpriseGlobalId } of fresh) {
        known.add(enterpriseGlobalId)
        added.push(enterpriseGlobalId)
      }
      // The enterprise of the requested customer is the last one.
      const last = enterprises.at(-1)
      return last === undefined
        ? null
        : { index, result: foundResult(fresh.length > 0 ? 'added' : 'known', last) }
    })
    try {
      await register.add(batch.flatMap(({ enterprises }) => enterprises))
    } catch (error) {
      // Nothing is reported as added that is not on the disk.
      const message = messageOf(error)
      halt(one, 'paused', { kind: 'not-saved', message })
      return
    }
    for (const saved of results) if (saved !== null) setResult(one, saved.index, saved.result)
    void listReads.queue(() =>
      mapWithConcurrency(added, maxConcurrentReads, async (id) => {
        if (!isStopped) await readLists(id)
      }),
    )
  }
  const saveSoon = createRunOnceScheduler(() => {
    const one = current()
    if (one !== null) void saves.queue(() => save(one))
  })

  /** The platform rejects an unknown enterprise like a rejected app: another read tells the two apart. */
  const isAccessProven = async (signal: AbortSignal): Promise<PlatformFailure | null> => {
    if (accessProvenAt !== null && now() - accessProvenAt < accessProofMs) return null
    const failure = await ping(client, signal)
    if (failure === null) accessProvenAt = now()
    return failure
  }

  const lookupFailure = (failure: PlatformFailure): Lookup =>
    failure.code === 'unreachable' || failure.code === 'unauthorized'
      ? { kind: 'pause', failure }
      : { kind: 'result', result: { state: 'failed', failure } }

  const lookUpCustomer = async (
    row: EnterpriseImportRow & { readonly channelCode: string; readonly channelCustomerId: string },
    signal: AbortSignal,
  ): Promise<Lookup> => {
    const answer = await findByChannel(client, row.channelCode, row.channelCustomerId, signal)
    if (!answer.ok) return lookupFailure(answer.error)
    accessProvenAt = now()
    const enterprises = answer.value.map((one) => ({
      ...one,
      enterpriseName: one.enterpriseName ?? row.enterpriseName,
    }))
    const last = enterprises.at(-1)
    if (last === undefined) return notFoundLookup
    if (row.enterpriseGlobalId !== null && row.enterpriseGlobalId !== last.enterpriseGlobalId) {
      const result = { state: 'failed', failure: null, enterpriseGlobalId: last.enterpriseGlobalId } as const
      return { kind: 'result', result }
    }
    return { kind: 'found', enterprises }
  }

  const lookUpEnterprise = async (
    { enterpriseGlobalId, enterpriseName }: EnterpriseImportRow & { readonly enterpriseGlobalId: string },
    signal: AbortSignal,
  ): Promise<Lookup> => {
    const answer = await client.call('order.listAssets', { path: { enterpriseGlobalId } }, { signal })
    if (answer.ok) {
      accessProvenAt = now()
      const enterprise = { enterpriseGlobalId, enterpriseName, channelCode: null, channelCustomerId: null }
      return { kind: 'found', enterprises: [enterprise] }
    }
    // The ID is the only value that can be rejected.
    if (answer.error.businessCode === rejectedValue) return notFoundLookup
    if (answer.error.code !== 'unauthorized' || answer.error.missing !== undefined)
      return lookupFailure(answer.error)
    const failure = await isAccessProven(signal)
    return failure === null ? notFoundLookup : lookupFailure(failure)
  }

  const lookUp = (row: EnterpriseImportRow, signal: AbortSignal): Promise<Lookup> => {
    const { enterpriseGlobalId, channelCode, channelCustomerId } = row
    if (channelCode !== null && channelCustomerId !== null)
      return lookUpCustomer({ ...row, channelCode, channelCustomerId }, signal)
    return enterpriseGlobalId === null
      ? Promise.resolve(notFoundLookup)
      : lookUpEnterprise({ ...row, enterpriseGlobalId }, signal)
  }

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

  const takeLookup = (one: KeptImport, index: number, looked: Lookup): void => {
    if (looked.kind === 'found') {
      failuresInSuccession = 0
      found.push({ index, enterprises: looked.enterprises })
      if (found.length >= maxBatchLength) void saves.queue(() => save(one))
      else saveSoon.schedule(maxBatchAgeMs)
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
    saveSoon.cancel()
    await saves.queue(() => save(one))
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
      kept.byPlatform.set(platform, one)
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
      kept.byPlatform.delete(platform)
      emitNow()
      return null
    },
    isRunning: () => current()?.state === 'running',
    settled: async () => {
      await runs.settled()
      await saves.settled()
    },
    onChange: listeners.add,
    stop: async () => {
      isStopped = true
      const one = current()
      if (one !== null) halt(one, 'paused', { kind: 'platform-switched' })
      await runs.settled()
      await saves.settled()
      emitting.cancel()
      saveSoon.cancel()
      listeners.clear()
    },
  }
}
