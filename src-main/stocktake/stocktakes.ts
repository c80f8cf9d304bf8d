import { messageOf } from '#shared/error-message'
import type { CommandInput } from '#shared/bridge/commands'
import type { DomainFailure } from '#shared/model/failure'
import type { Counted, StocktakeSlice } from '#shared/bridge/stocktake-commands'
import { sliceOf } from '#shared/model/slices'
import { stocktakeKey } from '#shared/model/stocktake'
import type { CountSource, Stocktake, StocktakeRow } from '#shared/model/stocktake'
import type { Events } from '#shared/bridge/events'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { AssetDirectory } from '../directory/asset-directory'
import type { LockSource } from '../locks/lock-source'
import { createSequencer } from '../util/async'
import type { Sequencer } from '../util/async'
import { createEmitter } from '../util/emitter'
import type { OpenFile } from '../util/files/append-file'
import { notShared } from '../util/folded-list'
import type { PlatformBranch } from '../util/folded-list'
import { isCountable, scopeAndLocks } from './expected-locks'
import { createPluggedCounter } from './plugged-counter'
import { createSharedCounts } from './shared-counts'
import { createShownRows } from './shown-rows'
import { createStocktakeFolder, newStocktakeId } from './stocktake-file'
import type { FileProblem } from './stocktake-file'
import { createStocktakeIndex } from './stocktake-index'
import type { KnownStocktake, OpenStocktake } from './stocktake-index'
import { stocktakeVersion } from './stocktake-lines'
import { recordIn, rowOf } from './stocktake-rows'

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

interface FoundOpen {
  readonly one: KnownStocktake
  readonly open: OpenStocktake
}

const notSaved = (error: unknown): { readonly ok: false; readonly error: DomainFailure } =>
  fail({ code: 'not-saved', message: messageOf(error) })

const failAsEnded = () => fail({ code: 'not-found' as const, message: 'the stocktake has ended' })

/**
 * The stocktakes of one platform. A number counts once it is on disk. Reads the lists as they are and sends
 * nothing to the platform.
 */
export const createStocktakes = (deps: {
  folder: string
  platformId: string
  records: Pick<AssetDirectory, 'list' | 'enterprises' | 'lookUpMany' | 'onRefreshed' | 'onLocalChange'>
  locks: Pick<LockSource, 'list' | 'onChange'>
  onProblem: (problem: FileProblem) => void
  /** Missing where the platform is not shared. */
  branch?: PlatformBranch
  /** Orders what is written to the files of all platforms. */
  writes?: Sequencer
  openFile?: OpenFile
  now?: () => number
}): Stocktakes => {
  const { platformId, records, locks, branch = notShared, writes = createSequencer() } = deps
  const now = deps.now ?? Date.now
  const folder = createStocktakeFolder({ ...deps, now, openFile: deps.openFile })
  const index = createStocktakeIndex({ folder, platformId, branch, writes })
  const shownRows = createShownRows({
    contentOf: index.contentOf,
    records,
    formerResults: index.formerResults,
    now,
  })
  const changes = createEmitter<Events['stocktakes/changed']>()
  const failures = createEmitter<Events['stocktakes/not-counted']>()
  const sequencer = createSequencer()

  const findOpen = async (id: string): Promise<Outcome<FoundOpen, DomainFailure>> => {
    const found = await index.find(id)
    if (!found.ok) return found
    const { open } = found.value
    return open === null ? failAsEnded() : succeed({ one: found.value, open })
  }

  const emit = async (
    one: KnownStocktake,
    change: Pick<Events['stocktakes/changed'], 'rows' | 'repeated' | 'by'>,
  ): Promise<void> => changes.emit({ stocktake: await index.summary(one), ...change })

  const queue = <Value>(work: () => Promise<Value>): Promise<Value> =>
    sequencer.queue(async () => {
      await shared.show()
      return work()
    })

  /** What the lists say of numbers. */
  const lookUp = async (one: KnownStocktake, open: OpenStocktake, numbers: readonly string[]) => {
    const { results } = await records.lookUpMany(numbers, 'known', false)
    const lookups = new Map(numbers.map((number, at) => [number, results[at]]))
    const former = await index.formerResults(one)
    const recordOf = (number: string) => recordIn(lookups.get(number), open.expected.get(number))
    const toRow = (number: string): StocktakeRow =>
      rowOf(number, {
        expected: open.expected.get(number),
        count: open.counts.get(number),
        isDouble: open.doubles.has(number),
        record: recordOf(number),
        former,
        now: now(),
      })
    return { recordOf, toRow }
  }

  const countNow = async (
    id: string,
    inputs: readonly string[],
    from: { readonly by: CountSource; readonly operator: string },
  ): Result<Counted> => {
    const found = await findOpen(id)
    if (!found.ok) return found
    const { one, open } = found.value
    const { expected, counts } = open
    const keys = inputs.map(stocktakeKey)
    const distinct = [...new Set(keys)]
    const { recordOf, toRow } = await lookUp(one, open, distinct)
    const isValid = (number: string): boolean => expected.has(number) || isCountable(number, recordOf(number))
    const valid = distinct.filter(isValid)
    const fresh = valid.filter((number) => !counts.has(number))
    const repeated = valid.filter((number) => counts.has(number))
    // A count that another desk undoes must not take this one with it.
    const stated = [...fresh, ...repeated.filter((number) => !open.isCountedHere(number))]
    if (stated.length > 0) {
      try {
        const unlisted = new Set(stated.filter((number) => recordOf(number) === null))
        await open.state({ kind: 'count', at: now(), ...from, numbers: stated }, unlisted)
      } catch (error) {
        return notSaved(error)
      }
      const present = fresh.filter((number) => expected.has(number)).length
      one.present += present
      one.others += fresh.length - present
    }
    const counted = fresh.map(toRow)
    shownRows.apply(id, counted)
    const value: Counted = {
      counted,
      repeated: repeated.map(toRow),
      invalid: inputs.filter((_, at) => !isValid(keys[at] ?? '')),
    }
    await emit(one, { rows: counted, repeated: value.repeated, by: from.by })
    return succeed(value)
  }

  const undoNow = async ({
    id,
    numbers,
    operatorIdentity,
  }: CommandInput<'stocktakes/undo'>): Result<null> => {
    const found = await findOpen(id)
    if (!found.ok) return found
    const { one, open } = found.value
    const { expected, counts } = open
    const counted = [...new Set(numbers)].filter((number) => counts.has(number))
    if (counted.length === 0) return succeed(null)
    try {
      await open.state({ kind: 'undo', at: now(), operator: operatorIdentity, numbers: counted })
    } catch (error) {
      return notSaved(error)
    }
    const present = counted.filter((number) => expected.has(number)).length
    one.present -= present
    one.others -= counted.length - present
    plugged.holdUndone(id, counted)
    // Locks that were not expected have no row anymore.
    shownRows.invalidate()
    await emit(one, { rows: [], repeated: [], by: 'input' })
    return succeed(null)
  }

  const countsOf = async (id: string) => {
    const found = await findOpen(id)
    return found.ok ? found.value.open.counts : null
  }
  /** Records which counted numbers two devices give, so that the report says it too. */
  const recordDoubles = async (id: string, given: ReadonlySet<string>): Promise<void> => {
    const found = await findOpen(id)
    if (!found.ok) return
    const { one, open } = found.value
    const { counts, doubles } = open
    const fresh = [...given].filter((number) => counts.has(number) && !doubles.has(number))
    if (fresh.length === 0) return
    await open.state({ kind: 'double', at: now(), numbers: fresh })
    shownRows.invalidate()
    await emit(one, { rows: [], repeated: [], by: 'plug' })
  }
  const plugged = createPluggedCounter({
    locks,
    queue,
    count: (id, number, operator) => countNow(id, [number], { by: 'plug', operator }),
    isCounted: async (id, number) => (await countsOf(id))?.has(number) === true,
    recordDoubles,
    onFailure: (id, failure) => failures.emit({ id, failure }),
    toFailure: (error) => notSaved(error).error,
  })

  const shared = createSharedCounts({
    index,
    shownRows,
    queue: sequencer.queue,
    rowsOf: async (one, open, numbers) => {
      const { toRow } = await lookUp(one, open, numbers)
      return numbers.map(toRow)
    },
    onUndone: plugged.holdUndone,
    onEnded: plugged.end,
    show: (one, rows) => emit(one, { rows, repeated: [], by: 'input' }),
  })

  const startNow = async ({
    scope: wanted,
    operatorIdentity,
  }: CommandInput<'stocktakes/start'>): Result<Stocktake> => {
    const found = await scopeAndLocks(records, wanted)
    if (!found.ok) return found
    const [scope, expected] = found.value
    if (expected.length === 0) return fail({ code: 'not-found', message: 'there is no lock to count' })
    // Later than the others, also where the clock was set back: the order decides what is compared.
    const last = await index.lastStart()
    try {
      const one = await index.create({
        kind: 'stocktake',
        version: stocktakeVersion,
        id: newStocktakeId(),
        environment: platformId,
        scope,
        startedAt: Math.max(now(), last + 1),
        startedBy: operatorIdentity,
        expected,
      })
      await emit(one, { rows: [], repeated: [], by: 'input' })
      return succeed(await index.summary(one))
    } catch (error) {
      return notSaved(error)
    }
  }

  const endNow = async ({ id, how, operatorIdentity }: CommandInput<'stocktakes/end'>): Result<Stocktake> => {
    const found = await findOpen(id)
    if (!found.ok) return found
    const { one, open } = found.value
    const { rows } = await shownRows.read(one)
    const end = { at: now(), by: operatorIdentity, how }
    try {
      await open.state({
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
    await open.close()
    plugged.end(id)
    shownRows.invalidate()
    await emit(one, { rows: [], repeated: [], by: 'input' })
    return succeed(await index.summary(one))
  }

  /** The rows of a stocktake that is counted follow the lists. */
  const onLists = (): void => {
    shownRows.invalidate()
    const id = shownRows.shownId()
    if (id === null) return
    void index
      .find(id)
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
    branch.onChange(shared.onBranch),
  ]

  return {
    list: index.summaries,
    start: (input) => queue(() => startNow(input)),
    read: async ({ id, from, limit }) => {
      const found = await index.find(id)
      if (!found.ok) return found
      const { rows, version } = await shownRows.read(found.value)
      return succeed({
        stocktake: await index.summary(found.value),
        ...sliceOf(rows, version, from, limit),
      })
    },
    count: ({ id, numbers, operatorIdentity }) =>
      queue(() => countNow(id, numbers, { by: 'input', operator: operatorIdentity })),
    undo: (input) => queue(() => undoNow(input)),
    countPlugged: plugged.countFor,
    end: (input) => queue(() => endNow(input)),
    onChange: changes.add,
    onNotCounted: failures.add,
    stop: async () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
      shared.stop()
      plugged.stop()
      await sequencer.settled()
      await index.close()
      changes.clear()
      failures.clear()
    },
  }
}
