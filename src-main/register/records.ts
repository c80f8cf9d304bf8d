import type { CommandValue, ListLookUp, LookUp, RegisteredEnterprise, RegisterSlice } from '#shared/commands'
import type { AssetSlice, AssetsFound } from '#shared/list-commands'
import type { Licences, LockRecord } from '#shared/model/lock-record'
import { isShellNumber, plainDigits, shellNumberIn } from '#shared/model/shell-number'
import type { TimeUnit } from '#shared/model/timestamp'
import { succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import type { PlatformClient } from '../platform/client'
import { reach } from '../platform/reach'
import { createAssetShelves } from './asset-shelves'
import type { ChangedAsset, Moment } from './changed-here'
import { fewAtOnce } from './few-at-once'
import { findRecords } from './find-records'
import { inSlices } from '../in-slices'
import { emptyIndex, indexRecords } from './index-records'
import type { RecordIndex } from './index-records'
import { licencesOf } from './licences'
import type { People } from './people'
import type { KnownEnterprise, Register } from './register'

export interface Records {
  /** Exactly one number: a shell number or a whole asset number. Never a part of one. */
  lookUp(number: string, freshness: 'known' | 'fresh'): Promise<LookUp>
  /** The same for many numbers, over one reading of the lists; answered in their order. */
  lookUpMany(
    numbers: readonly string[],
    freshness: 'known' | 'fresh',
  ): Promise<CommandValue<'desk/look-up-many'>>
  /** The record of an asset as it was read last, whatever this desk did since: what it says is evidence. */
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
  /** Part of a number, over what was read last; a newer search takes the place of one under way. */
  search(text: string, limit: number): Promise<AssetsFound>
  /** All, or those of `ids` that are registered. */
  enterprises(ids?: readonly string[]): readonly RegisteredEnterprise[]
  /** A slice of the register: there may be a hundred thousand. */
  registered(from: number, limit: number): RegisterSlice
  /** What was kept from an earlier run; it stands, with its age, until the list is read. */
  seed(enterpriseGlobalId: string, records: readonly LockRecord[], readAt: number): Promise<void>
  onRefreshed(listener: (enterpriseGlobalId: string) => void): () => void
  /** A reading that begins after it shows what was done before it. */
  moment(): Moment
  /** What this desk did, as the platform answered; look-ups and lists show it until a later reading is in. */
  noteChanged(changed: readonly ChangedAsset[]): void
  /** By enterprise, of which assets were noted. */
  onNoted(listener: (enterpriseGlobalIds: readonly string[]) => void): () => void
  stop(): void
}

/** Lists this young answer a “fresh” look-up too: ten locks plugged in at once are one reading. */
const youngMs = 2_000
/** In the background, so that a plugged-in lock's record is there before the platform has answered. */
const refreshEveryMs = 60_000
/** Of its time, main spends no more than a twentieth on reading in the background. */
const restPerReading = 20
/** Enterprises whose lists are read at the same time; several lists each. */
const readAtOnce = 8
/** Numbers looked up until others may have their turn; fewer where there are many enterprises to look in. */
const numbersPerStep = 100
const looksPerStep = 10_000
/** Numbers times lists; beyond it they are looked up in one index. */
const mostLooks = 100_000

/** The look-ups by shell number and asset number, over the asset lists of the registered enterprises. */
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
  const shelves = createAssetShelves({ client, register, people, timeUnit, now })

  const allIds = () => register.list().map(({ enterpriseGlobalId }) => enterpriseGlobalId)

  const refreshUnlessYoung = async (
    enterpriseGlobalIds: readonly string[],
  ): Promise<PlatformFailure | null> => {
    const failures = await fewAtOnce(enterpriseGlobalIds, readAtOnce, (id) => {
      const { readAt, failure } = shelves.shelf(id)
      const isYoung = failure === null && readAt !== null && now() - readAt < youngMs
      return isYoung ? Promise.resolve(null) : shelves.refresh(id)
    })
    return failures.find((failure) => failure !== null) ?? null
  }

  const indexesOf = (ids: readonly string[]): readonly RecordIndex[] =>
    ids.map((id) => shelves.shelf(id).index).filter((index) => index !== emptyIndex)
  const findIn = (indexes: readonly RecordIndex[], typed: string): readonly LockRecord[] | null => {
    const whole = typed.normalize('NFKC').trim()
    const digits = plainDigits(typed)
    const exact: LockRecord[] = []
    for (const index of indexes) exact.push(...index.byAssetNum(whole))
    // One asset may be numbered with the bare digits that another carries behind a prefix.
    if (isShellNumber(digits)) {
      const found = new Set<LockRecord>()
      for (const index of indexes) for (const record of index.byShellNumber(digits)) found.add(record)
      for (const record of exact) found.add(record)
      return [...found]
    }
    if (exact.length > 0) return exact
    // A whole asset number that is on no list is still a number; anything else is not.
    return shellNumberIn(whole) === null ? null : []
  }
  const find = (typed: string) => findIn(indexesOf(allIds()), typed)

  const anyFailure = () =>
    allIds()
      .map((id) => shelves.shelf(id).failure)
      .find((failure) => failure !== null) ?? null

  let whole: RecordIndex | null = null
  let swaps = 0
  const forgetWhole = () => {
    whole = null
    swaps += 1
  }
  /** Of the register: ages and failures of what is on it change without it. */
  let version = 0
  const unsubscribes = [
    shelves.onRefreshed(forgetWhole),
    register.onChange(forgetWhole),
    register.onChange(() => void (version += 1)),
  ]
  /** Many numbers in thousands of lists: one index of them all is sooner made than each list asked for each number. */
  function* indexesFor(count: number): Generator<undefined, readonly RecordIndex[]> {
    const ids = allIds()
    const indexes = indexesOf(ids)
    if (indexes.length * count <= mostLooks) return indexes
    if (whole !== null) return [whole]
    const before = swaps
    const made = yield* indexRecords(ids.flatMap((id) => shelves.shelf(id).records))
    if (before === swaps) whole = made
    return [made]
  }

  function* lookUpEach(numbers: readonly string[]): Generator<undefined, ListLookUp[]> {
    const indexes = yield* indexesFor(numbers.length)
    const looked: ListLookUp[] = []
    const fitting = Math.floor(looksPerStep / Math.max(1, indexes.length))
    const step = Math.max(1, Math.min(numbersPerStep, fitting))
    for (const [row, number] of numbers.entries()) {
      if (row % step === 0) yield
      const found = findIn(indexes, number)
      const [record, second] = found ?? []
      if (found === null) looked.push({ state: 'not-a-number' })
      else if (record === undefined) looked.push({ state: 'not-listed' })
      else if (second === undefined) looked.push({ state: 'found', record: shelves.shown(record) })
      else looked.push({ state: 'ambiguous', records: found.map(shelves.shown) })
    }
    return looked
  }

  const asRegistered = (enterprise: KnownEnterprise): RegisteredEnterprise => {
    const { records, readAt, failure } = shelves.shelf(enterprise.enterpriseGlobalId)
    return { ...enterprise, assets: readAt === null ? null : records.length, readAt, failure }
  }

  let searching = new AbortController()
  const search = async (text: string, limit: number): Promise<AssetsFound> => {
    searching.abort()
    const mine = new AbortController()
    searching = mine
    const lists = allIds().map((id) => shelves.shelf(id).records)
    const found = await inSlices(findRecords(lists, text, limit), mine.signal).catch((error: unknown) => {
      if (mine.signal.aborted) return null
      throw error
    })
    return found === null
      ? { state: 'superseded' }
      : { state: 'found', rows: found.rows.map(shelves.shown), total: found.total }
  }

  const refreshAll = async (): Promise<void> => {
    const ids = allIds()
    // Where there is no list to read yet, whether the platform is there is still worth knowing.
    if (ids.length === 0) await reach(client, stopping.signal)
    await fewAtOnce(ids, readAtOnce, shelves.refresh)
  }

  let timer: NodeJS.Timeout | undefined
  const refreshLater = (afterMs: number) => {
    timer = setTimeout(() => {
      const began = performance.now()
      void refreshAll().finally(() => {
        const rest = (performance.now() - began) * restPerReading
        if (!stopping.signal.aborted) refreshLater(Math.max(refreshEveryMs, rest))
      })
    }, afterMs)
    timer.unref()
  }
  refreshLater(refreshEveryMs)

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
        return { state: 'not-listed', enterprises: register.list().length, failure: failure ?? anyFailure() }
      }
      return second === undefined
        ? { state: 'found', record: shelves.shown(record), failure }
        : { state: 'ambiguous', records: found.map(shelves.shown) }
    },
    lookUpMany: async (numbers, freshness) => {
      if (freshness === 'fresh') await refreshUnlessYoung(allIds())
      const looked = await inSlices(lookUpEach(numbers))
      return { looked, enterprises: register.list().length, failure: anyFailure() }
    },
    known: (assetNum, enterpriseGlobalId) => {
      for (const id of enterpriseGlobalId === null ? allIds() : [enterpriseGlobalId]) {
        const [record] = shelves.shelf(id).index.byAssetNum(assetNum)
        if (record !== undefined) return shelves.named(record)
      }
      return null
    },
    refresh: shelves.refresh,
    reread: shelves.reread,
    refreshAll,
    probe: async () => {
      const [id] = allIds()
      return id === undefined ? reach(client, stopping.signal) : shelves.refresh(id)
    },
    licences: async (assetId) => {
      const answer = await client.call('member.listAssetProducts', { path: { assetId } })
      return answer.ok ? succeed(licencesOf(answer.value, timeUnit())) : answer
    },
    list: shelves.slice,
    search,
    enterprises: (ids) =>
      (ids?.flatMap((id) => shelves.registered(id) ?? []) ?? register.list()).map(asRegistered),
    registered: (from, limit) => {
      const all = register.list()
      return { rows: all.slice(from, from + limit).map(asRegistered), total: all.length, version }
    },
    seed: shelves.seed,
    onRefreshed: shelves.onRefreshed,
    moment: shelves.moment,
    noteChanged: shelves.noteChanged,
    onNoted: shelves.onNoted,
    stop: () => {
      clearTimeout(timer)
      stopping.abort()
      searching.abort()
      for (const unsubscribe of unsubscribes) unsubscribe()
      shelves.stop()
    },
  }
}
