import { messageOf } from '#shared/error-message'
import type { CommandInput } from '#shared/bridge/commands'
import type { DomainFailure } from '#shared/model/failure'
import type { Counted, StocktakeSlice } from '#shared/bridge/stocktake-commands'
import { createHeldKeys, heldTickMs } from '#shared/held-keys'
import { doubleNumbersOf, doubleSettledMs } from '#shared/model/locks/double-numbers'
import { sameScope, stocktakeKey } from '#shared/model/stocktake'
import type { CountSource, Stocktake, StocktakeRow, StocktakeScope } from '#shared/model/stocktake'
import type { Events } from '#shared/bridge/events'
import { fail, notFound, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { AssetDirectory } from '../directory/asset-directory'
import type { LockSource } from '../locks/lock-source'
import { createSequencer } from '../util/async'
import { createEmitter } from '../util/emitter'
import type { OpenFile } from '../util/files/append-file'
import { isCountable, locksOfEnterprise, locksOfList } from './expected-locks'
import { createStocktakeFolder, newStocktakeId, stocktakeVersion } from './stocktake-file'
import type {
  ExpectedLock,
  FileProblem,
  StocktakeEnd,
  StocktakeFile,
  StocktakeHeader,
} from './stocktake-file'
import { endedRows, recordIn, rowOf } from './stocktake-rows'
import type { FormerResults } from './stocktake-rows'

type Result<Value> = Promise<Outcome<Value, DomainFailure>>

export interface Stocktakes {
  /** Newest first. */
  list(): Promise<readonly Stocktake[]>
  start(input: CommandInput<'stocktakes/start'>): Result<Stocktake>
  read(input: CommandInput<'stocktakes/read'>): Result<StocktakeSlice>
  count(input: CommandInput<'stocktakes/count'>): Result<Counted>
  undo(input: CommandInput<'stocktakes/undo'>): Result<null>
  countPlugged(input: CommandInput<'stocktakes/count-plugged'>): void
  end(input: CommandInput<'stocktakes/end'>): Result<Stocktake>
  onChange(listener: (change: Events['stocktakes/changed']) => void): () => void
  onNotCounted(listener: (failed: Events['stocktakes/not-counted']) => void): () => void
  stop(): Promise<void>
}

/** A stocktake in memory; the locks of an ended one stay in its file. */
interface KnownStocktake {
  readonly header: Omit<StocktakeHeader, 'expected'>
  readonly expectedCount: number
  present: number
  others: number
  end: Pick<StocktakeEnd, 'at' | 'by' | 'how'> | null
  /** Null once it has ended. */
  open: OpenStocktake | null
}

interface OpenStocktake {
  readonly file: StocktakeFile
  readonly expected: ReadonlyMap<string, ExpectedLock>
}

/** The rows of the stocktake that the page shows. */
interface ShownRows {
  readonly id: string
  readonly version: number
  readonly rows: StocktakeRow[]
  /** The place of each number. */
  readonly places: Map<string, number>
}

const ended = () => fail({ code: 'not-found' as const, message: 'the stocktake has ended' })

/**
 * The stocktakes of one platform. A number counts once it is on disk. Reads the lists as they are and sends
 * nothing to the platform.
 */
export const createStocktakes = (deps: {
  folder: string
  environment: string
  records: Pick<AssetDirectory, 'list' | 'enterprises' | 'lookUpMany' | 'onRefreshed' | 'onLocalChange'>
  locks: Pick<LockSource, 'list' | 'onChange'>
  onProblem: (problem: FileProblem) => void
  openFile?: OpenFile
  now?: () => number
}): Stocktakes => {
  const { environment, records, locks } = deps
  const now = deps.now ?? Date.now
  const folder = createStocktakeFolder({ ...deps, now, openFile: deps.openFile })
  const changes = createEmitter<Events['stocktakes/changed']>()
  const failures = createEmitter<Events['stocktakes/not-counted']>()
  const sequencer = createSequencer()
  let known: Promise<Map<string, KnownStocktake>> | null = null
  let shown: ShownRows | null = null
  let version = 1

  const toKnown = (file: StocktakeFile): KnownStocktake => {
    const { header, counts, end } = file.content
    const { expected, ...rest } = header
    const byNumber = new Map(expected.map((one) => [one.number, one]))
    let present = 0
    for (const number of counts.keys()) if (byNumber.has(number)) present += 1
    return {
      header: rest,
      expectedCount: byNumber.size,
      present,
      others: counts.size - present,
      end: end === null ? null : { at: end.at, by: end.by, how: end.how },
      open: end === null ? { file, expected: byNumber } : null,
    }
  }
  const readAll = async (): Promise<Map<string, KnownStocktake>> => {
    const found = new Map<string, KnownStocktake>()
    await folder.readAll(environment, (file) => found.set(file.content.header.id, toKnown(file)))
    return found
  }
  /** Files are read when stocktakes are first needed. */
  const all = async (): Promise<Map<string, KnownStocktake>> => {
    known ??= readAll()
    try {
      return await known
    } catch (error) {
      known = null
      throw error
    }
  }

  /** The finished stocktake of the same scope before this one. */
  const formerOf = (one: KnownStocktake, others: Iterable<KnownStocktake>): KnownStocktake | null => {
    let former: KnownStocktake | null = null
    for (const other of others) {
      const { startedAt, scope } = other.header
      if (other.end?.how !== 'finish' || startedAt >= one.header.startedAt) continue
      if (!sameScope(scope, one.header.scope)) continue
      if (former === null || startedAt > former.header.startedAt) former = other
    }
    return former
  }
  let lastFormer: { readonly id: string; readonly results: FormerResults } | null = null
  const formerResultsOf = async (one: KnownStocktake): Promise<FormerResults | null> => {
    const id = formerOf(one, (await all()).values())?.header.id
    if (id === undefined) return null
    if (lastFormer?.id === id) return lastFormer.results
    // Without the earlier file there is no comparison, but locks still count.
    const content = await folder.readContent(id).catch(() => null)
    if (content === null) return null
    const results = new Map((content.end?.rows ?? []).map(({ number, result }) => [number, result]))
    lastFormer = { id, results }
    return results
  }

  const summaryOf = (one: KnownStocktake, others: Iterable<KnownStocktake>): Stocktake => {
    const { header, expectedCount, present, end } = one
    return {
      id: header.id,
      scope: header.scope,
      state: end === null ? 'counting' : end.how === 'finish' ? 'finished' : 'canceled',
      startedAt: header.startedAt,
      startedBy: header.startedBy,
      ended: end === null ? null : { at: end.at, by: end.by },
      expected: expectedCount,
      present,
      others: one.others,
      comparedWith: formerOf(one, others)?.end?.at ?? null,
    }
  }

  const buildRows = async (
    one: OpenStocktake,
    numbers: readonly string[],
    former: FormerResults | null,
  ): Promise<StocktakeRow[]> => {
    const { results } = await records.lookUpMany(numbers, 'known', false)
    return numbers.map((number, at) => {
      const expected = one.expected.get(number)
      const record = recordIn(results[at], expected)
      const { counts, doubles } = one.file.content
      const count = counts.get(number)
      const isDouble = doubles.has(number)
      return rowOf(number, { expected, count, isDouble, record, former, now: now() })
    })
  }
  const numbersOf = ({ expected, file }: OpenStocktake): string[] => [
    ...expected.keys(),
    ...[...file.content.counts.keys()].filter((number) => !expected.has(number)),
  ]
  /** Rows that are counted while others are built. */
  const builds = new Set<{ readonly id: string; readonly late: StocktakeRow[] }>()
  const applyRows = (
    { rows, places }: Pick<ShownRows, 'rows' | 'places'>,
    changed: readonly StocktakeRow[],
  ) => {
    for (const row of changed) {
      const at = places.get(row.number) ?? rows.length
      places.set(row.number, at)
      rows[at] = row
    }
  }
  const rowsOf = async (one: KnownStocktake): Promise<ShownRows> => {
    const { id } = one.header
    if (shown?.id === id && shown.version === version) return shown
    const before = version
    const build = { id, late: [] }
    builds.add(build)
    try {
      const former = await formerResultsOf(one)
      const rows =
        one.open === null
          ? endedRows(await folder.readContent(id), former)
          : await buildRows(one.open, numbersOf(one.open), former)
      const places = new Map(rows.map(({ number }, at) => [number, at]))
      const built = { id, version: before, rows, places }
      applyRows(built, build.late)
      // Other lists may have been read meanwhile.
      if (before === version) shown = built
      return built
    } finally {
      builds.delete(build)
    }
  }
  const invalidateRows = (): void => {
    version += 1
  }
  /** Replaces or adds rows, also in what is being built. */
  const showRows = (id: string, rows: readonly StocktakeRow[]): void => {
    if (shown?.id === id) applyRows(shown, rows)
    for (const build of builds) if (build.id === id) build.late.push(...rows)
  }

  const find = async (id: string): Promise<Outcome<KnownStocktake, DomainFailure>> => {
    const one = (await all()).get(id)
    return one === undefined ? notFound('the stocktake') : succeed(one)
  }
  const notSaved = (error: unknown): { readonly ok: false; readonly error: DomainFailure } =>
    fail({ code: 'not-saved', message: messageOf(error) })

  const emit = async (
    one: KnownStocktake,
    change: Pick<Events['stocktakes/changed'], 'rows' | 'repeated' | 'by'>,
  ): Promise<void> => changes.emit({ stocktake: summaryOf(one, (await all()).values()), ...change })

  const countNow = async (
    id: string,
    inputs: readonly string[],
    from: { readonly by: CountSource; readonly operator: string },
  ): Result<Counted> => {
    const found = await find(id)
    if (!found.ok) return found
    const one = found.value
    if (one.open === null) return ended()
    const { expected, file } = one.open
    const { counts } = file.content
    const keys = inputs.map(stocktakeKey)
    const distinct = [...new Set(keys)]
    const { results } = await records.lookUpMany(distinct, 'known', false)
    const lookups = new Map(distinct.map((number, at) => [number, results[at]]))
    const recordOf = (number: string) => recordIn(lookups.get(number), expected.get(number))
    const isValid = (number: string): boolean => expected.has(number) || isCountable(number, recordOf(number))
    const valid = distinct.filter(isValid)
    const fresh = valid.filter((number) => !counts.has(number))
    const repeated = valid.filter((number) => counts.has(number))
    const former = await formerResultsOf(one)
    if (fresh.length > 0) {
      try {
        await file.append({ kind: 'count', at: now(), ...from, numbers: fresh })
      } catch (error) {
        return notSaved(error)
      }
      const present = fresh.filter((number) => expected.has(number)).length
      one.present += present
      one.others += fresh.length - present
    }
    const toRow = (number: string): StocktakeRow =>
      rowOf(number, {
        expected: expected.get(number),
        count: counts.get(number),
        isDouble: file.content.doubles.has(number),
        record: recordOf(number),
        former,
        now: now(),
      })
    const counted = fresh.map(toRow)
    showRows(id, counted)
    const value: Counted = {
      counted,
      repeated: repeated.map(toRow),
      invalid: inputs.filter((_, at) => !isValid(keys[at] ?? '')),
    }
    await emit(one, { rows: counted, repeated: value.repeated, by: from.by })
    return succeed(value)
  }

  const pluggedNumbers = (): string[] =>
    locks.list().flatMap(({ reading }) => (reading.state === 'read' ? [reading.shellNumber] : []))
  /**
   * Plugged-in locks whose count was undone, of each stocktake: one counts again when it was unplugged for a while and is
   * plugged in again.
   */
  const undone = new Map<string, ReturnType<typeof createHeldKeys>>()
  let undoneTimer: ReturnType<typeof setInterval> | undefined
  const tickUndone = (): void => {
    for (const [id, held] of undone) {
      held.tick(Date.now())
      if (held.isEmpty()) undone.delete(id)
    }
    if (undone.size === 0) clearInterval(undoneTimer)
  }
  const holdUndone = (id: string, numbers: readonly string[]): void => {
    const plugged = new Set(pluggedNumbers())
    const held = undone.get(id) ?? createHeldKeys()
    held.update(plugged)
    held.hold(numbers.filter((number) => plugged.has(number)))
    if (held.isEmpty()) return
    undone.set(id, held)
    clearInterval(undoneTimer)
    undoneTimer = setInterval(tickUndone, heldTickMs)
    undoneTimer.unref()
  }
  const undoNow = async ({
    id,
    numbers,
    operatorIdentity,
  }: CommandInput<'stocktakes/undo'>): Result<null> => {
    const found = await find(id)
    if (!found.ok) return found
    const one = found.value
    if (one.open === null) return ended()
    const { expected, file } = one.open
    const counted = [...new Set(numbers)].filter((number) => file.content.counts.has(number))
    if (counted.length === 0) return succeed(null)
    try {
      await file.append({ kind: 'undo', at: now(), operator: operatorIdentity, numbers: counted })
    } catch (error) {
      return notSaved(error)
    }
    const present = counted.filter((number) => expected.has(number)).length
    one.present -= present
    one.others -= counted.length - present
    holdUndone(id, counted)
    // Locks that were not expected have no row anymore.
    invalidateRows()
    await emit(one, { rows: [], repeated: [], by: 'input' })
    return succeed(null)
  }

  /** The stocktake for which plugged-in locks are counted. */
  let pluggedFor: CommandInput<'stocktakes/count-plugged'> = { id: null, operatorIdentity: '' }
  /** Plug-ins that were counted for it. */
  const countedPlugs = new Set<string>()
  /** Locks that were plugged in before: one that is counted already is no news. */
  let pluggedBefore: ReadonlySet<string> = new Set()
  const countPlugs = async (): Promise<void> => {
    const { id, operatorIdentity } = pluggedFor
    if (id === null) return
    for (const { plugId, reading } of locks.list()) {
      if (reading.state !== 'read' || countedPlugs.has(plugId)) continue
      countedPlugs.add(plugId)
      if (undone.get(id)?.has(reading.shellNumber) === true) continue
      const counts = (await all()).get(id)?.open?.file.content.counts
      if (pluggedBefore.has(plugId) && counts?.has(reading.shellNumber) === true) continue
      const outcome = await countNow(id, [reading.shellNumber], { by: 'plug', operator: operatorIdentity })
      if (outcome.ok) continue
      // It is counted when the list of plugged-in locks changes next.
      countedPlugs.delete(plugId)
      failures.emit({ id, failure: outcome.error })
      return
    }
  }
  const whilePlugged = (work: () => Promise<void>): void =>
    void sequencer.queue(work).catch((error: unknown) => {
      if (pluggedFor.id !== null) failures.emit({ id: pluggedFor.id, failure: notSaved(error).error })
    })

  /** Keeps which counted numbers two devices give, so that the report says it too. */
  const keepDoubles = async (): Promise<void> => {
    const one = pluggedFor.id === null ? undefined : (await all()).get(pluggedFor.id)
    if (one?.open == null) return
    const { counts, doubles } = one.open.file.content
    const fresh = [...doubleNumbersOf(locks.list())].filter(
      (number) => counts.has(number) && !doubles.has(number),
    )
    if (fresh.length === 0) return
    await one.open.file.append({ kind: 'double', at: now(), numbers: fresh })
    invalidateRows()
    await emit(one, { rows: [], repeated: [], by: 'plug' })
  }
  let doubleTimer: ReturnType<typeof setTimeout> | undefined
  const queuePlugs = (): void => {
    whilePlugged(countPlugs)
    clearTimeout(doubleTimer)
    if (pluggedFor.id === null || doubleNumbersOf(locks.list()).size === 0) return
    doubleTimer = setTimeout(() => whilePlugged(keepDoubles), doubleSettledMs)
    doubleTimer.unref()
  }

  const scopeAndLocks = async (
    scope: CommandInput<'stocktakes/start'>['scope'],
  ): Promise<Outcome<readonly [StocktakeScope, ExpectedLock[]], DomainFailure>> => {
    if (scope.kind === 'list')
      return succeed([{ kind: 'list', name: scope.name }, await locksOfList(records, scope.numbers)] as const)
    const { enterpriseGlobalId } = scope
    const [enterprise] = records.enterprises([enterpriseGlobalId])
    if (enterprise === undefined || enterprise.readAt === null)
      return fail({ code: 'not-found', message: 'the asset list of the enterprise was not read' })
    const { enterpriseName } = enterprise
    return succeed([
      { kind: 'enterprise', enterpriseGlobalId, enterpriseName },
      locksOfEnterprise(records, enterpriseGlobalId),
    ] as const)
  }

  const startNow = async ({
    scope: wanted,
    operatorIdentity,
  }: CommandInput<'stocktakes/start'>): Result<Stocktake> => {
    const stocktakes = await all()
    const found = await scopeAndLocks(wanted)
    if (!found.ok) return found
    const [scope, expected] = found.value
    if (expected.length === 0) return fail({ code: 'not-found', message: 'there is no lock to count' })
    // Later than the others, also where the clock was set back: the order decides what is compared.
    const last = Math.max(0, ...[...stocktakes.values()].map((one) => one.header.startedAt))
    try {
      const file = await folder.create({
        kind: 'stocktake',
        version: stocktakeVersion,
        id: newStocktakeId(),
        environment,
        scope,
        startedAt: Math.max(now(), last + 1),
        startedBy: operatorIdentity,
        expected,
      })
      const one = toKnown(file)
      stocktakes.set(file.content.header.id, one)
      await emit(one, { rows: [], repeated: [], by: 'input' })
      return succeed(summaryOf(one, stocktakes.values()))
    } catch (error) {
      return notSaved(error)
    }
  }

  const endNow = async ({ id, how, operatorIdentity }: CommandInput<'stocktakes/end'>): Result<Stocktake> => {
    const found = await find(id)
    if (!found.ok) return found
    const one = found.value
    if (one.open === null) return ended()
    const { file } = one.open
    const { rows } = await rowsOf(one)
    const end = { at: now(), by: operatorIdentity, how }
    try {
      await file.append({
        kind: 'end',
        ...end,
        rows: rows.map(({ number, assetNum, enterpriseName, result, status }) => ({
          number,
          assetNum,
          enterpriseName,
          result,
          status,
        })),
      })
    } catch (error) {
      return notSaved(error)
    }
    one.end = end
    one.open = null
    await file.close()
    if (pluggedFor.id === id) pluggedFor = { id: null, operatorIdentity: '' }
    invalidateRows()
    await emit(one, { rows: [], repeated: [], by: 'input' })
    return succeed(summaryOf(one, (await all()).values()))
  }

  /** The rows of a stocktake that is counted follow the lists. */
  const onLists = (): void => {
    invalidateRows()
    const id = shown?.id
    if (id === undefined) return
    void find(id)
      .then((found) =>
        found.ok && found.value.open !== null
          ? emit(found.value, { rows: [], repeated: [], by: 'input' })
          : undefined,
      )
      .catch(() => undefined)
  }
  const unsubscribes = [
    records.onRefreshed(onLists),
    records.onLocalChange(onLists),
    locks.onChange(() => {
      const present = new Set(locks.list().map(({ plugId }) => plugId))
      for (const plugId of countedPlugs) if (!present.has(plugId)) countedPlugs.delete(plugId)
      const numbers = new Set(pluggedNumbers())
      for (const held of undone.values()) held.update(numbers)
      queuePlugs()
    }),
  ]

  return {
    list: async () => {
      const stocktakes = [...(await all()).values()]
      return stocktakes
        .sort((one, other) => other.header.startedAt - one.header.startedAt)
        .map((one) => summaryOf(one, stocktakes))
    },
    start: (input) => sequencer.queue(() => startNow(input)),
    read: async ({ id, from, limit }) => {
      const found = await find(id)
      if (!found.ok) return found
      const { rows, version: of } = await rowsOf(found.value)
      return succeed({
        stocktake: summaryOf(found.value, (await all()).values()),
        rows: rows.slice(from, from + limit),
        total: rows.length,
        version: of,
      })
    },
    count: ({ id, numbers, operatorIdentity }) =>
      sequencer.queue(() => countNow(id, numbers, { by: 'input', operator: operatorIdentity })),
    undo: (input) => sequencer.queue(() => undoNow(input)),
    countPlugged: (input) => {
      if (input.id !== pluggedFor.id) {
        countedPlugs.clear()
        pluggedBefore = new Set(locks.list().map(({ plugId }) => plugId))
      }
      pluggedFor = input
      queuePlugs()
    },
    end: (input) => sequencer.queue(() => endNow(input)),
    onChange: changes.add,
    onNotCounted: failures.add,
    stop: async () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
      clearInterval(undoneTimer)
      clearTimeout(doubleTimer)
      pluggedFor = { id: null, operatorIdentity: '' }
      await sequencer.settled()
      for (const { open } of (await known?.catch(() => null))?.values() ?? []) await open?.file.close()
      changes.clear()
      failures.clear()
    },
  }
}
