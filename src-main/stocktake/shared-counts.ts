import { stocktakeFields } from '#shared/model/branch/stocktake-fold'
import type { Count } from '#shared/model/branch/stocktake-fold'
import type { StocktakeRow } from '#shared/model/stocktake'
import { createRunOnceScheduler } from '../util/async'
import type { Sequencer } from '../util/async'
import type { KnownStocktake, OpenStocktake } from './known-stocktake'
import type { createShownRows } from './shown-rows'
import type { createStocktakeIndex, SharedChange } from './stocktake-index'

/** How long what others count waits to be shown together; longer where reading it takes long. */
const waits = { min: 50, max: 500, share: 5 }

const isSameCount = (one: Count | undefined, other: Count): boolean =>
  one?.at === other.at && one.by === other.by && one.operator === other.operator

/** Numbers whose count is another one, and those that are not counted anymore. */
const differencesOf = (before: OpenStocktake, after: OpenStocktake) => {
  const changed = [...after.counts].filter(
    ([number, count]) => !isSameCount(before.counts.get(number), count),
  )
  const undone = [...before.counts.keys()].filter((number) => !after.counts.has(number))
  const isReordered = undone.length > 0 || before.doubles.size !== after.doubles.size
  return { changed: changed.map(([number]) => number), undone, isReordered }
}

/** Shows what other desks count, undo and end, and that the computer has joined or left its branch. */
export const createSharedCounts = (deps: {
  readonly index: Pick<ReturnType<typeof createStocktakeIndex>, 'refresh'>
  readonly shownRows: Pick<ReturnType<typeof createShownRows>, 'apply' | 'invalidate'>
  readonly queue: Sequencer['queue']
  readonly rowsOf: (
    one: KnownStocktake,
    open: OpenStocktake,
    numbers: readonly string[],
  ) => Promise<StocktakeRow[]>
  readonly onUndone: (id: string, numbers: readonly string[]) => void
  readonly onEnded: (id: string) => void
  /** Without rows, the whole stocktake has changed. */
  readonly show: (one: KnownStocktake, rows: readonly StocktakeRow[]) => Promise<void>
}) => {
  const { index, shownRows, show } = deps

  const showWhole = (one: KnownStocktake): Promise<void> => {
    shownRows.invalidate()
    return show(one, [])
  }
  const showOne = async ({ one, before }: SharedChange): Promise<void> => {
    const { id } = one.header
    if (one.open === null) deps.onEnded(id)
    if (one.open === null || before?.open == null) return showWhole(one)
    const { changed, undone, isReordered } = differencesOf(before.open, one.open)
    deps.onUndone(id, undone)
    if (isReordered) return showWhole(one)
    if (changed.length === 0) return
    const rows = await deps.rowsOf(one, one.open, changed)
    shownRows.apply(id, rows)
    await show(one, rows)
  }
  const showAll = async (): Promise<void> => {
    for (const change of await index.refresh()) await showOne(change)
  }

  let waitMs = waits.min
  const showing = createRunOnceScheduler(() => {
    const startedAt = performance.now()
    void deps
      .queue(showAll)
      .catch(() => undefined)
      .then(() => {
        const took = (performance.now() - startedAt) * waits.share
        waitMs = Math.min(waits.max, Math.max(waits.min, took))
      })
  })

  return {
    /** Within queued work, so that it is done on what is known. */
    show: showAll,
    onBranch: (fields: ReadonlySet<string>): void => {
      if (stocktakeFields.some((field) => fields.has(field))) showing.schedule(waitMs)
    },
    stop: showing.cancel,
  }
}
