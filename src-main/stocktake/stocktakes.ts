import { messageOf } from '#shared/error-message'
import type { CommandInput } from '#shared/bridge/commands'
import type { DomainFailure } from '#shared/model/failure'
import type { Counted, StocktakeSlice } from '#shared/bridge/stocktake-commands'
import { sliceOf } from '#shared/model/slices'
import { stocktakeKey } from '#shared/model/stocktake'
import type { CountSource, Stocktake, StocktakeRow, StocktakeScope } from '#shared/model/stocktake'
import type { Events } from '#shared/bridge/events'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { AssetDirectory } from '../directory/asset-directory'
import type { LockSource } from '../locks/lock-source'
import { createSequencer } from '../util/async'
import { createEmitter } from '../util/emitter'
import type { OpenFile } from '../util/files/append-file'
import { isCountable, locksOfEnterprise, locksOfList } from './expected-locks'
import { createPluggedCounter } from './plugged-counter'
import { createShownRows } from './shown-rows'
import { createStocktakeFolder, newStocktakeId, stocktakeVersion } from './stocktake-file'
import type { ExpectedLock, FileProblem } from './stocktake-file'
import { createStocktakeIndex } from './stocktake-index'
import type { KnownStocktake, OpenStocktake } from './stocktake-index'
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
  const index = createStocktakeIndex({ folder, environment })
  const shownRows = createShownRows({ folder, records, formerResults: index.formerResults, now })
  const changes = createEmitter<Events['stocktakes/changed']>()
  const failures = createEmitter<Events['stocktakes/not-counted']>()
  const sequencer = createSequencer()

  const findOpen = async (id: string): Promise<Outcome<FoundOpen, DomainFailure>> => {
    const found = await index.find(id)
    if (!found.ok) return found
    const { open } = found.value
    return open === null ? ended() : succeed({ one: found.value, open })
  }

  const emit = async (
    one: KnownStocktake,
    change: Pick<Events['stocktakes/changed'], 'rows' | 'repeated' | 'by'>,
  ): Promise<void> => changes.emit({ stocktake: await index.summary(one), ...change })

  const countNow = async (
    id: string,
    inputs: readonly string[],
    from: { readonly by: CountSource; readonly operator: string },
  ): Result<Counted> => {
    const found = await findOpen(id)
    if (!found.ok) return found
    const { one, open } = found.value
    const { expected, file } = open
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
    const former = await index.formerResults(one)
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
    const { expected, file } = open
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
    plugged.holdUndone(id, counted)
    // Locks that were not expected have no row anymore.
    shownRows.invalidate()
    await emit(one, { rows: [], repeated: [], by: 'input' })
    return succeed(null)
  }

  const countsOf = async (id: string) => {
    const found = await findOpen(id)
    return found.ok ? found.value.open.file.content.counts : null
  }
  /** Records which counted numbers two devices give, so that the report says it too. */
  const recordDoubles = async (id: string, given: ReadonlySet<string>): Promise<void> => {
    const found = await findOpen(id)
    if (!found.ok) return
    const { one, open } = found.value
    const { counts, doubles } = open.file.content
    const fresh = [...given].filter((number) => counts.has(number) && !doubles.has(number))
    if (fresh.length === 0) return
    await open.file.append({ kind: 'double', at: now(), numbers: fresh })
    shownRows.invalidate()
    await emit(one, { rows: [], repeated: [], by: 'plug' })
  }
  const plugged = createPluggedCounter({
    locks,
    queue: (work) => sequencer.queue(work),
    count: (id, number, operator) => countNow(id, [number], { by: 'plug', operator }),
    isCounted: async (id, number) => (await countsOf(id))?.has(number) === true,
    recordDoubles,
    onFailure: (id, failure) => failures.emit({ id, failure }),
    toFailure: (error) => notSaved(error).error,
  })

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
    const found = await scopeAndLocks(wanted)
    if (!found.ok) return found
    const [scope, expected] = found.value
    if (expected.length === 0) return fail({ code: 'not-found', message: 'there is no lock to count' })
    // Later than the others, also where the clock was set back: the order decides what is compared.
    const last = await index.lastStart()
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
      const one = await index.add(file)
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
    const { file } = open
    const { rows } = await shownRows.read(one)
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
  const unsubscribes = [records.onRefreshed(onLists), records.onLocalChange(onLists)]

  return {
    list: index.summaries,
    start: (input) => sequencer.queue(() => startNow(input)),
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
      sequencer.queue(() => countNow(id, numbers, { by: 'input', operator: operatorIdentity })),
    undo: (input) => sequencer.queue(() => undoNow(input)),
    countPlugged: plugged.countFor,
    end: (input) => sequencer.queue(() => endNow(input)),
    onChange: changes.add,
    onNotCounted: failures.add,
    stop: async () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
      plugged.stop()
      await sequencer.settled()
      await index.close()
      changes.clear()
      failures.clear()
    },
  }
}
