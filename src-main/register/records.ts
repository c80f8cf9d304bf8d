import type { CommandValue, ListLookUp, LookUp, RegisteredEnterprise } from '#shared/commands'
import type { AssetSlice } from '#shared/list-commands'
import type { Licences, LockRecord } from '#shared/model/lock-record'
import { isShellNumber, plainDigits, shellNumberIn } from '#shared/model/shell-number'
import type { ShellNumber } from '#shared/model/shell-number'
import type { TimeUnit } from '#shared/model/timestamp'
import { succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import type { PlatformClient } from '../platform/client'
import { reach } from '../platform/reach'
import { buildRecords } from './build-records'
import { licencesOf } from './licences'
import type { People } from './people'
import { readLists } from './read-lists'
import type { KnownEnterprise, Register } from './register'
import { createListeners } from '../listeners'

export interface Records {
  /** Exactly one number: a shell number or a whole asset number. Never a part of one. */
  lookUp(number: string, freshness: 'known' | 'fresh'): Promise<LookUp>
  /** The same for many numbers, over one reading of the lists; answered in their order. */
  lookUpMany(
    numbers: readonly string[],
    freshness: 'known' | 'fresh',
  ): Promise<CommandValue<'desk/look-up-many'>>
  /** The record of an asset as it was read last. */
  known(assetNum: string, enterpriseGlobalId: string | null): LockRecord | null
  /** Reads an enterprise's lists now; reads asked for at the same time are one. */
  refresh(enterpriseGlobalId: string): Promise<PlatformFailure | null>
  /** Like `refresh`, but never answers from a reading that began before now: what a change did must show in it. */
  reread(enterpriseGlobalId: string): Promise<PlatformFailure | null>
  refreshAll(): Promise<void>
  /** Whether the platform answers, by reading the lists of one enterprise; null where it does. */
  probe(): Promise<PlatformFailure | null>
  licences(assetId: string): Promise<Outcome<Licences, PlatformFailure>>
  /** Rows as they were read last, of one enterprise or, for null, of all that are registered. */
  list(enterpriseGlobalId: string | null, from: number, limit: number): AssetSlice
  enterprises(): readonly RegisteredEnterprise[]
  onRefreshed(listener: (enterpriseGlobalId: string) => void): () => void
  stop(): void
}

interface Shelf {
  readonly records: readonly LockRecord[]
  readonly readAt: number | null
  readonly failure: PlatformFailure | null
}

const emptyShelf: Shelf = { records: [], readAt: null, failure: null }

/** Lists this young answer a “fresh” look-up too: ten locks plugged in at once are one reading. */
const youngMs = 2_000
/** In the background, so that a plugged-in lock's record is there before the platform has answered. */
const refreshEveryMs = 60_000

/** The index shell number → record, over the asset lists of the registered enterprises, with its age. */
export const createRecords = (deps: {
  client: PlatformClient
  register: Register
  people: People
  timeUnit: () => TimeUnit
  now?: () => number
}): Records => {
  const { client, register, people, timeUnit } = deps
  const now = deps.now ?? Date.now
  const stopping = new AbortController()
  const shelves = new Map<string, Shelf>()
  const underWay = new Map<string, Promise<PlatformFailure | null>>()
  const listeners = createListeners<string>()
  let byShellNumber = new Map<ShellNumber, LockRecord[]>()
  let byAssetNum = new Map<string, LockRecord[]>()
  let version = 0

  const reindex = () => {
    version += 1
    byShellNumber = new Map()
    byAssetNum = new Map()
    const put = <Key>(index: Map<Key, LockRecord[]>, key: Key, record: LockRecord) => {
      const others = index.get(key)
      if (others === undefined) index.set(key, [record])
      else others.push(record)
    }
    for (const { enterpriseGlobalId } of register.list()) {
      for (const record of shelves.get(enterpriseGlobalId)?.records ?? []) {
        if (record.shellNumber !== null) put(byShellNumber, record.shellNumber, record)
        put(byAssetNum, record.assetNum, record)
      }
    }
  }

  const namesOf = async (enterpriseGlobalId: string) => {
    await people.ready(enterpriseGlobalId)
    return people.names(enterpriseGlobalId)
  }

  const read = async (enterprise: KnownEnterprise): Promise<PlatformFailure | null> => {
    const { enterpriseGlobalId } = enterprise
    const lists = await readLists(
      client,
      enterpriseGlobalId,
      () => namesOf(enterpriseGlobalId),
      stopping.signal,
    )
    const before = shelves.get(enterpriseGlobalId) ?? emptyShelf
    if (!lists.ok) {
      shelves.set(enterpriseGlobalId, { ...before, failure: lists.error })
    } else {
      const readAt = now()
      const { assets, members } = lists.value
      const records = buildRecords(enterprise, assets, members, timeUnit(), readAt)
      shelves.set(enterpriseGlobalId, { records, readAt, failure: null })
      reindex()
    }
    if (!stopping.signal.aborted) listeners.tell(enterpriseGlobalId)
    return lists.ok ? null : lists.error
  }

  const refresh = (enterpriseGlobalId: string): Promise<PlatformFailure | null> => {
    const running = underWay.get(enterpriseGlobalId)
    if (running !== undefined) return running
    const enterprise = register.list().find((known) => known.enterpriseGlobalId === enterpriseGlobalId)
    if (enterprise === undefined) return Promise.resolve(null)
    const started = read(enterprise).finally(() => underWay.delete(enterpriseGlobalId))
    underWay.set(enterpriseGlobalId, started)
    return started
  }

  const refreshUnlessYoung = async (
    enterpriseGlobalIds: readonly string[],
  ): Promise<PlatformFailure | null> => {
    const failures = await Promise.all(
      enterpriseGlobalIds.map((id) => {
        const { readAt, failure } = shelves.get(id) ?? emptyShelf
        const isYoung = failure === null && readAt !== null && now() - readAt < youngMs
        return isYoung ? Promise.resolve(null) : refresh(id)
      }),
    )
    return failures.find((failure) => failure !== null) ?? null
  }

  const find = (typed: string): readonly LockRecord[] | null => {
    const whole = typed.normalize('NFKC').trim()
    const digits = plainDigits(typed)
    const exact = byAssetNum.get(whole) ?? []
    // One asset may be numbered with the bare digits that another carries behind a prefix.
    if (isShellNumber(digits)) return [...new Set([...(byShellNumber.get(digits) ?? []), ...exact])]
    if (exact.length > 0) return exact
    // A whole asset number that is on no list is still a number; anything else is not.
    return shellNumberIn(whole) === null ? null : []
  }

  const allIds = () => register.list().map(({ enterpriseGlobalId }) => enterpriseGlobalId)

  const refreshAll = async (): Promise<void> => {
    const ids = allIds()
    // Where there is no list to read yet, whether the platform is there is still worth knowing.
    if (ids.length === 0) await reach(client, stopping.signal)
    await Promise.all(ids.map((id) => refresh(id)))
  }

  const timer = setInterval(() => void refreshAll(), refreshEveryMs)
  timer.unref()
  const unsubscribe = register.onChange(reindex)

  return {
    lookUp: async (number, freshness) => {
      const before = find(number)
      let failure: PlatformFailure | null = null
      const first = before?.[0]
      if (freshness === 'fresh' && before !== null) {
        const ids = first === undefined ? allIds() : before.map((record) => record.enterpriseGlobalId)
        failure = await refreshUnlessYoung([...new Set(ids)])
        // It may have moved to another enterprise meanwhile.
        if (first !== undefined && find(number)?.length === 0) failure = await refreshUnlessYoung(allIds())
      } else if (freshness === 'fresh') {
        // Not a number of the usual form; the lists may know it as an asset number all the same.
        failure = await refreshUnlessYoung(allIds())
      }
      const found = find(number)
      if (found === null) return { state: 'not-a-number' }
      const [record, second] = found
      if (record === undefined) {
        failure ??= [...shelves.values()].find((shelf) => shelf.failure !== null)?.failure ?? null
        return { state: 'not-listed', enterprises: register.list().length, failure }
      }
      return second === undefined
        ? { state: 'found', record, failure }
        : { state: 'ambiguous', records: found }
    },
    lookUpMany: async (numbers, freshness) => {
      if (freshness === 'fresh') await refreshUnlessYoung(allIds())
      const failure = [...shelves.values()].find((shelf) => shelf.failure !== null)?.failure ?? null
      const looked = numbers.map((number): ListLookUp => {
        const found = find(number)
        if (found === null) return { state: 'not-a-number' }
        const [record, second] = found
        if (record === undefined) return { state: 'not-listed' }
        return second === undefined ? { state: 'found', record } : { state: 'ambiguous', records: found }
      })
      return { looked, enterprises: register.list().length, failure }
    },
    known: (assetNum, enterpriseGlobalId) =>
      byAssetNum
        .get(assetNum)
        ?.find((record) => enterpriseGlobalId === null || record.enterpriseGlobalId === enterpriseGlobalId) ??
      null,
    refresh,
    reread: async (enterpriseGlobalId) => {
      await underWay.get(enterpriseGlobalId)
      return refresh(enterpriseGlobalId)
    },
    refreshAll,
    probe: async () => {
      const [id] = allIds()
      return id === undefined ? reach(client, stopping.signal) : refresh(id)
    },
    licences: async (assetId) => {
      const answer = await client.call('member.listAssetProducts', { path: { assetId } })
      return answer.ok ? succeed(licencesOf(answer.value, timeUnit())) : answer
    },
    list: (enterpriseGlobalId, from, limit) => {
      const ids = enterpriseGlobalId === null ? allIds() : [enterpriseGlobalId]
      const listed = ids.map((id) => shelves.get(id) ?? emptyShelf)
      const rows: LockRecord[] = []
      let total = 0
      for (const { records } of listed) {
        const start = Math.max(0, from - total)
        if (rows.length < limit) rows.push(...records.slice(start, start + limit - rows.length))
        total += records.length
      }
      const readAts = listed.flatMap(({ readAt }) => (readAt === null ? [] : [readAt]))
      return {
        rows,
        total,
        version,
        readAt: readAts.length === 0 ? null : Math.min(...readAts),
        failure: listed.find(({ failure }) => failure !== null)?.failure ?? null,
      }
    },
    enterprises: () =>
      register.list().map((enterprise) => {
        const { records, readAt, failure } = shelves.get(enterprise.enterpriseGlobalId) ?? emptyShelf
        return { ...enterprise, assets: readAt === null ? null : records.length, readAt, failure }
      }),
    onRefreshed: listeners.add,
    stop: () => {
      clearInterval(timer)
      unsubscribe()
      stopping.abort()
    },
  }
}
