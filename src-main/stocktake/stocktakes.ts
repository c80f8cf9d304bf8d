import type { CommandInput } from '#shared/bridge/commands'
import type { DomainFailure } from '#shared/model/failure'
import type { Counted, StocktakeSlice } from '#shared/bridge/stocktake-commands'
import { sliceOf } from '#shared/model/slices'
import type { Stocktake } from '#shared/model/stocktake'
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
import { scopeAndLocks } from './expected-locks'
import type { KnownStocktake } from './known-stocktake'
import { createPluggedCounter } from './plugged-counter'
import { createSharedCounts } from './shared-counts'
import { createShownRows } from './shown-rows'
import { createStatements, notSaved } from './statements'
import { createStocktakeFolder, newStocktakeId } from './stocktake-file'
import type { FileProblem } from './stocktake-file'
import { createStocktakeIndex } from './stocktake-index'
import { stocktakeVersion } from './stocktake-lines'

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

interface StocktakesDeps {
  folder: string
  platformId: string
  directory: Pick<AssetDirectory, 'list' | 'enterprises' | 'lookUpMany' | 'onRefreshed' | 'onLocalChange'>
  locks: Pick<LockSource, 'list' | 'onChange'>
  onProblem: (problem: FileProblem) => void
  /** Missing where the platform is not shared. */
  branch?: PlatformBranch
  /** Orders what is written to the files of all platforms. */
  writes?: Sequencer
  openFile?: OpenFile
  now?: () => number
}

/**
 * The stocktakes of one platform. A number counts once it is on disk. Reads the lists as they are and sends
 * nothing to the platform.
 */
export const createStocktakes = (deps: StocktakesDeps): Stocktakes => {
  const { platformId, directory, locks, branch = notShared, writes = createSequencer() } = deps
  const now = deps.now ?? Date.now
  const folder = createStocktakeFolder({ ...deps, now, openFile: deps.openFile })
  const index = createStocktakeIndex({ folder, platformId, branch, writes })
  const shownRows = createShownRows({
    contentOf: index.contentOf,
    directory,
    formerResults: index.formerResults,
    now,
  })
  const changes = createEmitter<Events['stocktakes/changed']>()
  const failures = createEmitter<Events['stocktakes/not-counted']>()
  const sequencer = createSequencer()

  const emit = async (
    one: KnownStocktake,
    change: Pick<Events['stocktakes/changed'], 'rows' | 'repeated' | 'by'>,
  ): Promise<void> => changes.emit({ stocktake: await index.summary(one), ...change })

  const queue = <Value>(work: () => Promise<Value>): Promise<Value> =>
    sequencer.queue(async () => {
      await shared.show()
      return work()
    })

  const statements = createStatements({ index, directory, shownRows, emit, now })
  const plugged = createPluggedCounter({
    locks,
    queue,
    count: (id, number, operator) => statements.count(id, [number], { by: 'plug', operator }),
    isCounted: statements.isCounted,
    recordDoubles: statements.recordDoubles,
    onFailure: (id, failure) => failures.emit({ id, failure }),
    toFailure: (error) => notSaved(error).error,
  })

  const shared = createSharedCounts({
    index,
    shownRows,
    queue: sequencer.queue,
    rowsOf: statements.rowsOf,
    onUndone: plugged.holdUndone,
    onEnded: plugged.end,
    show: (one, rows) => emit(one, { rows, repeated: [], by: 'input' }),
  })

  const startNow = async ({
    scope: wanted,
    operatorIdentity,
  }: CommandInput<'stocktakes/start'>): Result<Stocktake> => {
    const found = await scopeAndLocks(directory, wanted)
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
    directory.onRefreshed(onLists),
    directory.onLocalChange(onLists),
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
      queue(() => statements.count(id, numbers, { by: 'input', operator: operatorIdentity })),
    undo: (input) => queue(() => statements.undo(input, plugged.holdUndone)),
    countPlugged: plugged.countFor,
    end: (input) => queue(() => statements.end(input, plugged.end)),
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
