import type { DomainFailure } from '#shared/model/failure'
import { sameScope } from '#shared/model/stocktake'
import type { Stocktake } from '#shared/model/stocktake'
import { notFound, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type {
  ExpectedLock,
  StocktakeEnd,
  StocktakeFile,
  StocktakeFolder,
  StocktakeHeader,
} from './stocktake-file'
import type { FormerResults } from './stocktake-rows'

/** A stocktake in memory; the locks of an ended one stay in its file. */
export interface KnownStocktake {
  readonly header: Omit<StocktakeHeader, 'expected'>
  readonly expectedCount: number
  present: number
  others: number
  end: Pick<StocktakeEnd, 'at' | 'by' | 'how'> | null
  /** Null once it has ended. */
  open: OpenStocktake | null
}

export interface OpenStocktake {
  readonly file: StocktakeFile
  readonly expected: ReadonlyMap<string, ExpectedLock>
}

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

/** The stocktakes of one platform in memory. Their files are read when a stocktake is first needed. */
export const createStocktakeIndex = ({
  folder,
  environment,
}: {
  folder: Pick<StocktakeFolder, 'readAll' | 'readContent'>
  environment: string
}) => {
  let known: Promise<Map<string, KnownStocktake>> | null = null
  let lastFormer: { readonly id: string; readonly results: FormerResults } | null = null

  const readAll = async (): Promise<Map<string, KnownStocktake>> => {
    const found = new Map<string, KnownStocktake>()
    await folder.readAll(environment, (file) => found.set(file.content.header.id, toKnown(file)))
    return found
  }
  /** Throws the file system's error; the next call then reads again. */
  const all = async (): Promise<Map<string, KnownStocktake>> => {
    known ??= readAll()
    try {
      return await known
    } catch (error) {
      known = null
      throw error
    }
  }

  return {
    find: async (id: string): Promise<Outcome<KnownStocktake, DomainFailure>> => {
      const one = (await all()).get(id)
      return one === undefined ? notFound('the stocktake') : succeed(one)
    },
    add: async (file: StocktakeFile): Promise<KnownStocktake> => {
      const one = toKnown(file)
      ;(await all()).set(file.content.header.id, one)
      return one
    },
    /** The start of the newest stocktake; 0 without one. */
    lastStart: async (): Promise<number> =>
      Math.max(0, ...[...(await all()).values()].map((one) => one.header.startedAt)),
    summary: async (one: KnownStocktake): Promise<Stocktake> => summaryOf(one, (await all()).values()),
    /** Newest first. */
    summaries: async (): Promise<readonly Stocktake[]> => {
      const stocktakes = [...(await all()).values()]
      return stocktakes
        .sort((one, other) => other.header.startedAt - one.header.startedAt)
        .map((one) => summaryOf(one, stocktakes))
    },
    /** The results with which this one is compared; null without any. */
    formerResults: async (one: KnownStocktake): Promise<FormerResults | null> => {
      const id = formerOf(one, (await all()).values())?.header.id
      if (id === undefined) return null
      if (lastFormer?.id === id) return lastFormer.results
      // Without the earlier file there is no comparison, but locks still count.
      const content = await folder.readContent(id).catch(() => null)
      if (content === null) return null
      const results = new Map((content.end?.rows ?? []).map(({ number, result }) => [number, result]))
      lastFormer = { id, results }
      return results
    },
    /** Closes the files of those that are counted. */
    close: async (): Promise<void> => {
      for (const { open } of (await known?.catch(() => null))?.values() ?? []) await open?.file.close()
    },
  }
}
