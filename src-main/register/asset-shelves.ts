import { setTimeout as pause } from 'node:timers/promises'
import type { AssetSlice } from '#shared/list-commands'
import type { LockRecord } from '#shared/model/lock-record'
import type { TimeUnit } from '#shared/model/timestamp'
import type { PlatformFailure } from '#shared/platform-failure'
import type { PlatformClient } from '../platform/client'
import { createListeners } from '../listeners'
import { buildRecords } from './build-records'
import { createChangedHere } from './changed-here'
import type { ChangedAsset, Moment } from './changed-here'
import { inSlices } from '../in-slices'
import { areSameRecords, emptyIndex, indexRecords } from './index-records'
import type { RecordIndex } from './index-records'
import type { People } from './people'
import { readLists } from './read-lists'
import type { KnownEnterprise, Register } from './register'

/** One enterprise's assets as they were read last. All of it is swapped at once. */
export interface AssetShelf {
  readonly records: readonly LockRecord[]
  readonly index: RecordIndex
  /** Changes when the records do. */
  readonly version: number
  readonly readAt: number | null
  readonly failure: PlatformFailure | null
}

export interface AssetShelves {
  readonly shelf: (enterpriseGlobalId: string) => AssetShelf
  readonly registered: (enterpriseGlobalId: string) => KnownEnterprise | undefined
  /** With the holder's name as it is known now. */
  readonly named: (record: LockRecord) => LockRecord
  /** The same, with what this desk has changed since its list was read. */
  readonly shown: (record: LockRecord) => LockRecord
  readonly slice: (enterpriseGlobalId: string | null, from: number, limit: number) => AssetSlice
  /** Reads asked for at the same time are one. */
  readonly refresh: (enterpriseGlobalId: string) => Promise<PlatformFailure | null>
  /** Never answers from a reading that began before now. */
  readonly reread: (enterpriseGlobalId: string) => Promise<PlatformFailure | null>
  /** What was kept from an earlier run; it stands until the list is read. */
  readonly seed: (enterpriseGlobalId: string, records: readonly LockRecord[], readAt: number) => Promise<void>
  readonly onRefreshed: (listener: (enterpriseGlobalId: string) => void) => () => void
  /** A reading that begins after it shows what was done before it. */
  readonly moment: () => Moment
  /** What this desk did, as the platform answered; it is shown until a reading that began after it is in. */
  readonly noteChanged: (changed: readonly ChangedAsset[]) => void
  /** By enterprise, of which assets were noted. */
  readonly onNoted: (listener: (enterpriseGlobalIds: readonly string[]) => void) => () => void
  readonly stop: () => void
}

const emptyShelf: AssetShelf = { records: [], index: emptyIndex, version: 0, readAt: null, failure: null }

/** A look-up waits for the employees' names no longer than this; a thousand pages of them come in later. */
const namesPatienceMs = 1_000

/** The asset lists of the registered enterprises, each read whole and indexed before it takes the place of the last. */
export const createAssetShelves = (deps: {
  client: PlatformClient
  register: Register
  people: People
  timeUnit: () => TimeUnit
  now: () => number
}): AssetShelves => {
  const { client, register, people, timeUnit, now } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  const shelves = new Map<string, AssetShelf>()
  const underWay = new Map<string, Promise<PlatformFailure | null>>()
  const listeners = createListeners<string>()
  const changedHere = createChangedHere()
  const noted = createListeners<readonly string[]>()
  /** Of all shelves together. */
  let version = 0

  const nextVersion = () => (version += 1)
  const shelf = (enterpriseGlobalId: string) => shelves.get(enterpriseGlobalId) ?? emptyShelf
  let listed: readonly KnownEnterprise[] = []
  let byId: ReadonlyMap<string, KnownEnterprise> = new Map()
  const registered = (enterpriseGlobalId: string) => {
    const now = register.list()
    if (now !== listed) {
      listed = now
      byId = new Map(now.map((known) => [known.enterpriseGlobalId, known]))
    }
    return byId.get(enterpriseGlobalId)
  }

  const put = (enterpriseGlobalId: string, changed: AssetShelf) => {
    // Removed from the register meanwhile, it has no place any more.
    if (!signal.aborted && registered(enterpriseGlobalId) !== undefined)
      shelves.set(enterpriseGlobalId, changed)
  }

  const read = async (enterprise: KnownEnterprise): Promise<PlatformFailure | null> => {
    const { enterpriseGlobalId } = enterprise
    const reading = changedHere.begin()
    const lists = await readLists(client, enterpriseGlobalId, signal)
    if (!lists.ok) {
      put(enterpriseGlobalId, { ...shelf(enterpriseGlobalId), failure: lists.error })
      return lists.error
    }
    const { assets, members } = lists.value
    if (members !== null) {
      const patience = pause(namesPatienceMs, undefined, { ref: false })
      await Promise.race([people.ready(enterpriseGlobalId), patience])
    }
    const readAt = now()
    const records = await inSlices(buildRecords(enterprise, assets, members, timeUnit(), readAt), signal)
    const index = await inSlices(indexRecords(records), signal)
    const before = shelf(enterpriseGlobalId)
    const isSame = before.readAt !== null && (await inSlices(areSameRecords(before.records, records), signal))
    const wasAhead = changedHere.readIn(enterpriseGlobalId, reading)
    put(enterpriseGlobalId, {
      records,
      index,
      // Which may be another than before: something was noted while the two were compared.
      version: isSame && !wasAhead ? shelf(enterpriseGlobalId).version : nextVersion(),
      readAt,
      failure: null,
    })
    return null
  }

  const refresh = (enterpriseGlobalId: string): Promise<PlatformFailure | null> => {
    const running = underWay.get(enterpriseGlobalId)
    if (running !== undefined) return running
    const enterprise = registered(enterpriseGlobalId)
    if (enterprise === undefined) return Promise.resolve(null)
    const started = read(enterprise)
      .catch((error: unknown) => {
        if (signal.aborted) return null
        throw error
      })
      .finally(() => {
        underWay.delete(enterpriseGlobalId)
        if (!signal.aborted) listeners.tell(enterpriseGlobalId)
      })
    underWay.set(enterpriseGlobalId, started)
    return started
  }

  const unsubscribeRegister = register.onChange(() => {
    nextVersion()
    for (const id of shelves.keys()) {
      if (registered(id) !== undefined) continue
      shelves.delete(id)
      changedHere.forget(id)
    }
  })
  /** The same rows are to be shown in another way; false where there are none. */
  const renew = (enterpriseGlobalId: string): boolean => {
    const known = shelves.get(enterpriseGlobalId)
    if (known !== undefined) shelves.set(enterpriseGlobalId, { ...known, version: nextVersion() })
    return known !== undefined
  }
  const unsubscribeNames = people.onNames((enterpriseGlobalId) => {
    if (renew(enterpriseGlobalId)) listeners.tell(enterpriseGlobalId)
  })

  const named = (record: LockRecord): LockRecord => {
    const { holder, enterpriseGlobalId } = record
    if (holder === null) return record
    const name = people.names(enterpriseGlobalId).get(holder.memberGlobalId) ?? holder.name
    return { ...record, holder: { memberGlobalId: holder.memberGlobalId, name } }
  }

  const shown = (record: LockRecord): LockRecord => {
    const changed = changedHere.of(record)
    // Of two assets with one number nobody knows which it was.
    const isOne = () => shelf(record.enterpriseGlobalId).index.byAssetNum(record.assetNum).length === 1
    return named(changed !== null && isOne() ? { ...record, ...changed } : record)
  }

  return {
    shelf,
    registered,
    named,
    shown,
    slice: (enterpriseGlobalId, from, limit) => {
      const ids =
        enterpriseGlobalId === null
          ? register.list().map((known) => known.enterpriseGlobalId)
          : [enterpriseGlobalId]
      const listed = ids.map(shelf)
      const rows: LockRecord[] = []
      let total = 0
      for (const { records } of listed) {
        const start = Math.max(0, from - total)
        for (const record of records.slice(start, start + limit - rows.length)) rows.push(shown(record))
        total += records.length
      }
      const readAts = listed.flatMap(({ readAt }) => (readAt === null ? [] : [readAt]))
      return {
        rows,
        total,
        version: enterpriseGlobalId === null ? version : shelf(enterpriseGlobalId).version,
        readAt: readAts.length === 0 ? null : Math.min(...readAts),
        failure: listed.find(({ failure }) => failure !== null)?.failure ?? null,
      }
    },
    refresh,
    reread: async (enterpriseGlobalId) => {
      await underWay.get(enterpriseGlobalId)
      return refresh(enterpriseGlobalId)
    },
    seed: async (enterpriseGlobalId, records, readAt) => {
      const index = await inSlices(indexRecords(records), signal)
      const before = shelf(enterpriseGlobalId)
      if (before.readAt !== null) return
      put(enterpriseGlobalId, { ...before, records, index, version: nextVersion(), readAt })
      listeners.tell(enterpriseGlobalId)
    },
    onRefreshed: listeners.add,
    moment: changedHere.moment,
    noteChanged: (changed) => {
      const ids = [...changedHere.note(changed)].filter(renew)
      if (ids.length > 0) noted.tell(ids)
    },
    onNoted: noted.add,
    stop: () => {
      unsubscribeRegister()
      unsubscribeNames()
      stopping.abort()
    },
  }
}
