import type { StocktakeRow } from '#shared/model/stocktake'
import type { AssetDirectory } from '../directory/asset-directory'
import type { KnownStocktake, OpenStocktake } from './known-stocktake'
import type { StocktakeContent } from './stocktake-lines'
import { endedRows, recordIn, rowOf } from './stocktake-rows'
import type { FormerResults } from './stocktake-rows'

/** The rows of the stocktake that the page shows. */
interface ShownRows {
  readonly id: string
  readonly version: number
  readonly rows: StocktakeRow[]
  /** The place of each number. */
  readonly places: Map<string, number>
}

/** Replaces or adds rows. */
const applyRows = (
  { rows, places }: Pick<ShownRows, 'rows' | 'places'>,
  changed: readonly StocktakeRow[],
): void => {
  for (const row of changed) {
    const at = places.get(row.number) ?? rows.length
    places.set(row.number, at)
    rows[at] = row
  }
}

const numbersOf = ({ expected, counts }: OpenStocktake): string[] => [
  ...expected.keys(),
  ...[...counts.keys()].filter((number) => !expected.has(number)),
]

/** Keeps the rows of the last stocktake that was read, so that reading slices and counting do not build them again. */
export const createShownRows = (deps: {
  contentOf: (id: string) => Promise<StocktakeContent>
  directory: Pick<AssetDirectory, 'lookUpMany'>
  formerResults: (one: KnownStocktake) => Promise<FormerResults | null>
  now: () => number
}) => {
  const { contentOf, directory, now } = deps
  let shown: ShownRows | null = null
  let version = 1
  /** Rows that are counted while others are built. */
  const builds = new Set<{ readonly id: string; readonly late: StocktakeRow[] }>()

  const buildRows = async (one: OpenStocktake, former: FormerResults | null): Promise<StocktakeRow[]> => {
    const numbers = numbersOf(one)
    const { results } = await directory.lookUpMany(numbers, 'known', false)
    return numbers.map((number, at) => {
      const expected = one.expected.get(number)
      const record = recordIn(results[at], expected)
      const { counts, doubles } = one
      const count = counts.get(number)
      const isDouble = doubles.has(number)
      return rowOf(number, { expected, count, isDouble, record, former, now: now() })
    })
  }

  return {
    read: async (one: KnownStocktake): Promise<ShownRows> => {
      const { id } = one.header
      if (shown?.id === id && shown.version === version) return shown
      const before = version
      const build = { id, late: [] }
      builds.add(build)
      try {
        const former = await deps.formerResults(one)
        const rows =
          one.open === null ? endedRows(await contentOf(id), former) : await buildRows(one.open, former)
        const places = new Map(rows.map(({ number }, at) => [number, at]))
        const built = { id, version: before, rows, places }
        applyRows(built, build.late)
        // Other lists may have been read meanwhile.
        if (before === version) shown = built
        return built
      } finally {
        builds.delete(build)
      }
    },
    /** Replaces or adds rows, also in what is being built. */
    apply: (id: string, rows: readonly StocktakeRow[]): void => {
      if (shown?.id === id) applyRows(shown, rows)
      for (const build of builds) if (build.id === id) build.late.push(...rows)
    },
    /** The rows are built again when they are read next. */
    invalidate: (): void => {
      version += 1
    },
    /** The stocktake whose rows are kept. */
    shownId: (): string | null => shown?.id ?? null,
  }
}
