import type {
  EnterpriseImport,
  EnterpriseImportChange,
  EnterpriseImportRow,
} from '#shared/model/enterprise-import'
import type { EnterpriseImportSlice } from '#shared/bridge/enterprise-commands'
import { joinKey } from '#shared/model/join-key'
import type { PlatformClient } from '../platform/client'
import type { EnterpriseList, KnownEnterprise } from './enterprise-list'
import { foundResult } from './found-enterprises'
import { createImportProgress } from './import-progress'
import { createImportRuns } from './import-runs'
import { summaryOf } from './kept-import'
import type { KeptImport, KeptImports } from './kept-import'

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

/** Finds the known enterprise of a row; searching the list for every row would take too long. */
const createKnownFinder = (known: readonly KnownEnterprise[]) => {
  const byId = new Map(known.map((one) => [one.enterpriseGlobalId, one]))
  const byCustomer = new Map(
    known.map((one) => [joinKey(one.channelCode ?? '', one.channelCustomerId ?? ''), one]),
  )
  return ({ enterpriseGlobalId, channelCode, channelCustomerId }: EnterpriseImportRow) =>
    enterpriseGlobalId === null
      ? byCustomer.get(joinKey(channelCode ?? '', channelCustomerId ?? ''))
      : byId.get(enterpriseGlobalId)
}

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
  const current = (): KeptImport | null => kept.byPlatform.get(platformId) ?? null
  const progress = createImportProgress(current)
  const runs = createImportRuns({ client, register, readLists, progress, now })

  const change = (work: (one: KeptImport) => void): EnterpriseImport | null => {
    const one = current()
    if (one === null) return null
    work(one)
    progress.emitNow()
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
      progress.forgetRows()
      const findKnown = createKnownFinder(register.list())
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
      runs.start(one)
      return summaryOf(one)
    },
    pause: (kind = 'requested') => change((one) => runs.halt(one, 'paused', { kind })),
    resume: () =>
      change((one) => {
        if (one.state === 'paused') runs.start(one)
      }),
    cancel: () =>
      change((one) => {
        runs.halt(one, 'ended', null)
        one.state = 'ended'
        one.pause = null
      }),
    retry: () =>
      change((one) => {
        if (one.state === 'running') return
        // Another try finds the same customer of another enterprise.
        for (const [index, result] of one.results.entries())
          if (result.state === 'failed' && result.failure !== null)
            progress.setResult(one, index, { state: 'waiting' })
        runs.start(one)
      }),
    dismiss: () => {
      const one = current()
      if (one?.state === 'running') return summaryOf(one)
      kept.byPlatform.delete(platformId)
      progress.emitNow()
      return null
    },
    isRunning: () => current()?.state === 'running',
    settled: runs.settled,
    onChange: progress.onChange,
    stop: async () => {
      const one = current()
      if (one !== null) runs.halt(one, 'paused', { kind: 'platform-switched' })
      await runs.stop()
      progress.stop()
    },
  }
}
