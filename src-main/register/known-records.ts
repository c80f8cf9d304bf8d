import { rm } from 'node:fs/promises'
import type { Register } from './register'
import type { Records } from './records'
import {
  knownRecordsFile,
  knownRecordsFolder,
  laterKnownRecords,
  readKnownRecords,
  writeKnownRecords,
} from './known-records-file'

export interface KnownRecords {
  /** What was kept has been taken in. */
  readonly ready: Promise<void>
  /** Writes what is newer than its file, within a limit of time. */
  stop(): Promise<void>
}

/** The most rows that are kept of one platform; of what is beyond, nothing is known after a restart. */
const mostKept = 200_000
const rowsPerSlice = 500
/** Lists come in together, and a change of one lock brings its list anew. */
const firstAfterMs = 2_000
const betweenMs = 60_000
/** A large list is minutes old before it is written again; it is tens of megabytes. */
const betweenLargeMs = 5 * 60_000
const large = 5_000
const stopPatienceMs = 3_000

/**
 * Remembers the records of a platform across restarts, so that a lock that goes in without a network is not a
 * stranger: one file an enterprise, with the time when its list was read. It holds no secret.
 */
export const keepKnownRecords = (deps: {
  userData: string
  environment: string
  register: Pick<Register, 'list' | 'onChange'>
  records: Pick<Records, 'list' | 'enterprises' | 'onRefreshed' | 'seed'>
  onFault: (error: unknown) => void
  /** A later version of the app wrote the file of one of the enterprises, which stays as it is. */
  onLaterVersion: (version: number) => void
  /** The most rows that are kept. */
  most?: number
}): KnownRecords => {
  const { environment, register, records, onFault } = deps
  const folder = knownRecordsFolder(deps.userData, environment)
  const stopping = new AbortController()
  const timers = new Map<string, NodeJS.Timeout>()
  /** By enterprise: what its file holds. */
  const files = new Map<string, { readonly readAt: number; readonly rows: number; readonly at: number }>()
  let writing: Promise<unknown> = Promise.resolve()

  const ids = () => register.list().map(({ enterpriseGlobalId }) => enterpriseGlobalId)

  const room = (enterpriseGlobalId: string): number => {
    let others = 0
    for (const [id, { rows }] of files) if (id !== enterpriseGlobalId) others += rows
    return Math.max(0, (deps.most ?? mostKept) - others)
  }

  const write = async (enterpriseGlobalId: string): Promise<void> => {
    const { readAt } = records.list(enterpriseGlobalId, 0, 1)
    if (readAt === null || files.get(enterpriseGlobalId)?.readAt === readAt) return
    if (!ids().includes(enterpriseGlobalId)) return
    if ((await laterKnownRecords(folder, enterpriseGlobalId)) !== null) return
    const most = room(enterpriseGlobalId)
    let rows = 0
    const isWritten = await writeKnownRecords(
      folder,
      { version: 1, environment, enterpriseGlobalId, readAt },
      (from) => {
        const slice = records.list(enterpriseGlobalId, from, Math.min(rowsPerSlice, most - from))
        // Another list has come in since: that one is written next.
        if (slice.readAt !== readAt) return null
        rows = from + slice.rows.length
        return slice.rows
      },
    )
    if (isWritten) files.set(enterpriseGlobalId, { readAt, rows, at: performance.now() })
  }

  const inTurn = (work: () => Promise<unknown>): Promise<unknown> => {
    writing = writing.then(work).catch(onFault)
    return writing
  }

  const writeSoon = (enterpriseGlobalId: string): void => {
    if (timers.has(enterpriseGlobalId) || stopping.signal.aborted) return
    const file = files.get(enterpriseGlobalId)
    const between = (file?.rows ?? 0) > large ? betweenLargeMs : betweenMs
    const since = file === undefined ? Number.POSITIVE_INFINITY : performance.now() - file.at
    const timer = setTimeout(
      () => {
        timers.delete(enterpriseGlobalId)
        void inTurn(() => write(enterpriseGlobalId))
      },
      Math.max(firstAfterMs, between - since),
    )
    timer.unref()
    timers.set(enterpriseGlobalId, timer)
  }

  const takeIn = async (): Promise<void> => {
    for (const enterpriseGlobalId of ids()) {
      const found = await readKnownRecords(folder, { environment, enterpriseGlobalId }, stopping.signal)
      if (stopping.signal.aborted) return
      if (found === null) {
        const later = await laterKnownRecords(folder, enterpriseGlobalId)
        if (later !== null) deps.onLaterVersion(later)
        continue
      }
      const { readAt } = found
      files.set(enterpriseGlobalId, { readAt, rows: found.records.length, at: performance.now() - betweenMs })
      await records.seed(enterpriseGlobalId, found.records, readAt)
    }
  }

  const unsubscribes = [
    records.onRefreshed((id) => {
      const readAt = records.enterprises([id])[0]?.readAt ?? null
      if (readAt !== null && readAt !== files.get(id)?.readAt) writeSoon(id)
    }),
    // Who is no longer looked up in is forgotten.
    register.onChange(() => {
      const known = new Set(ids())
      for (const id of files.keys()) {
        if (known.has(id)) continue
        files.delete(id)
        void inTurn(() => rm(knownRecordsFile(folder, id), { force: true }))
      }
    }),
  ]

  return {
    ready: takeIn().catch(onFault),
    stop: async () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
      for (const timer of timers.values()) clearTimeout(timer)
      for (const id of timers.keys()) void inTurn(() => write(id))
      const over = new Promise((done) => setTimeout(done, stopPatienceMs).unref())
      await Promise.race([writing, over])
      stopping.abort()
    },
  }
}

/** With the platform goes what was remembered of it. */
export const forgetKnownRecords = (userData: string, environment: string): Promise<void> =>
  rm(knownRecordsFolder(userData, environment), { recursive: true, force: true })
