import { messageOf } from '#shared/error-message'
import type { CommandInput } from '#shared/bridge/commands'
import type { Events } from '#shared/bridge/events'
import type { DomainFailure } from '#shared/model/failure'
import type { Counted } from '#shared/bridge/stocktake-commands'
import { stocktakeKey, storedResultOf } from '#shared/model/stocktake'
import type { CountSource, Stocktake, StocktakeRow } from '#shared/model/stocktake'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { AssetDirectory } from '../directory/asset-directory'
import { isCountable } from './expected-locks'
import type { createShownRows } from './shown-rows'
import type { KnownStocktake, OpenStocktake } from './known-stocktake'
import type { createStocktakeIndex } from './stocktake-index'
import { recordIn, rowOf } from './stocktake-rows'

type Result<Value> = Promise<Outcome<Value, DomainFailure>>

interface FoundOpen {
  readonly one: KnownStocktake
  readonly open: OpenStocktake
}

export const notSaved = (error: unknown): { readonly ok: false; readonly error: DomainFailure } =>
  fail({ code: 'not-saved', message: messageOf(error) })

const failAsEnded = () => fail({ code: 'not-found' as const, message: 'the stocktake has ended' })

interface StatementDeps {
  readonly index: Pick<ReturnType<typeof createStocktakeIndex>, 'find' | 'formerResults' | 'summary'>
  readonly directory: Pick<AssetDirectory, 'lookUpMany'>
  readonly shownRows: Pick<ReturnType<typeof createShownRows>, 'apply' | 'invalidate' | 'read'>
  /** Called when the stocktake has changed, with the rows that did. */
  readonly emit: (
    one: KnownStocktake,
    change: Pick<Events['stocktakes/changed'], 'rows' | 'repeated' | 'by'>,
  ) => Promise<void>
  readonly now: () => number
}

/** What the lists say of numbers. */
const lookUp = async (
  { index, directory, now }: Pick<StatementDeps, 'index' | 'directory' | 'now'>,
  { one, open }: FoundOpen,
  numbers: readonly string[],
) => {
  const { results } = await directory.lookUpMany(numbers, 'known', false)
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

/** What is stated in a stocktake that has not ended: counts, their undo, doubles and its end. The caller orders them. */
export const createStatements = (deps: StatementDeps) => {
  const { index, shownRows, emit, now } = deps

  const findOpen = async (id: string): Promise<Outcome<FoundOpen, DomainFailure>> => {
    const found = await index.find(id)
    if (!found.ok) return found
    const { open } = found.value
    return open === null ? failAsEnded() : succeed({ one: found.value, open })
  }

  const rowsOf = async (
    one: KnownStocktake,
    open: OpenStocktake,
    numbers: readonly string[],
  ): Promise<StocktakeRow[]> => {
    const { toRow } = await lookUp(deps, { one, open }, numbers)
    return numbers.map(toRow)
  }

  const count = async (
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
    const { recordOf, toRow } = await lookUp(deps, found.value, distinct)
    const isValid = (number: string): boolean => expected.has(number) || isCountable(number, recordOf(number))
    const valid = distinct.filter(isValid)
    const fresh = valid.filter((number) => !counts.has(number))
    const repeated = valid.filter((number) => counts.has(number))
    // A count that another desk undoes must not take this one with it.
    const stated = [...fresh, ...repeated.filter((number) => !open.isCountedHere(number))]
    if (stated.length > 0) {
      try {
        const unlisted = new Set(stated.filter((number) => recordOf(number) === null))
        await open.append({ kind: 'count', at: now(), ...from, numbers: stated }, unlisted)
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

  const undo = async (
    { id, numbers, operatorIdentity }: CommandInput<'stocktakes/undo'>,
    onUndone: (id: string, numbers: readonly string[]) => void,
  ): Result<null> => {
    const found = await findOpen(id)
    if (!found.ok) return found
    const { one, open } = found.value
    const { expected, counts } = open
    const counted = [...new Set(numbers)].filter((number) => counts.has(number))
    if (counted.length === 0) return succeed(null)
    try {
      await open.append({ kind: 'undo', at: now(), operator: operatorIdentity, numbers: counted })
    } catch (error) {
      return notSaved(error)
    }
    const present = counted.filter((number) => expected.has(number)).length
    one.present -= present
    one.others -= counted.length - present
    onUndone(id, counted)
    // Locks that were not expected have no row anymore.
    shownRows.invalidate()
    await emit(one, { rows: [], repeated: [], by: 'input' })
    return succeed(null)
  }

  const isCounted = async (id: string, number: string): Promise<boolean> => {
    const found = await findOpen(id)
    return found.ok && found.value.open.counts.has(number)
  }

  /** Records which counted numbers two devices give, so that the report says it too. */
  const recordDoubles = async (id: string, given: ReadonlySet<string>): Promise<void> => {
    const found = await findOpen(id)
    if (!found.ok) return
    const { one, open } = found.value
    const { counts, doubles } = open
    const fresh = [...given].filter((number) => counts.has(number) && !doubles.has(number))
    if (fresh.length === 0) return
    await open.append({ kind: 'double', at: now(), numbers: fresh })
    shownRows.invalidate()
    await emit(one, { rows: [], repeated: [], by: 'plug' })
  }

  const end = async (
    { id, how, operatorIdentity }: CommandInput<'stocktakes/end'>,
    onEnded: (id: string) => void,
  ): Result<Stocktake> => {
    const found = await findOpen(id)
    if (!found.ok) return found
    const { one, open } = found.value
    const { rows } = await shownRows.read(one)
    const ending = { at: now(), by: operatorIdentity, how }
    try {
      await open.append({
        kind: 'end',
        ...ending,
        rows: rows.map(({ number, assetNum, enterpriseName, result, status, lentTo }) => ({
          number,
          assetNum,
          enterpriseName,
          result: storedResultOf(result),
          status,
          ...(lentTo === null ? {} : { lentTo }),
        })),
      })
    } catch (error) {
      return notSaved(error)
    }
    one.end = ending
    one.lent = rows.filter(({ result }) => result === 'lent').length
    one.open = null
    await open.close()
    onEnded(id)
    shownRows.invalidate()
    await emit(one, { rows: [], repeated: [], by: 'input' })
    return succeed(await index.summary(one))
  }

  return { rowsOf, count, undo, isCounted, recordDoubles, end }
}
