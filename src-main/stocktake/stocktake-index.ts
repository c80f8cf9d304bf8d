import { randomUUID } from 'node:crypto'
import { pendingStamp } from '#shared/model/branch/registers'
import { openedFacts } from '#shared/model/branch/stocktake-facts'
import { foldStocktake, stocktakeFieldsIn } from '#shared/model/branch/stocktake-fold'
import type { Count, ExpectedLock, StocktakeFields } from '#shared/model/branch/stocktake-fold'
import type { DomainFailure } from '#shared/model/failure'
import { resultOfStored, sameScope } from '#shared/model/stocktake'
import type { Stocktake } from '#shared/model/stocktake'
import { notFound, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { Sequencer } from '../util/async'
import type { PlatformBranch } from '../util/folded-list'
import { contentOfFields } from './stocktake-copies'
import type { StocktakeFile, StocktakeFolder } from './stocktake-file'
import { factsOfLine } from './stocktake-lines'
import type { StocktakeContent, StocktakeEnd, StocktakeHeader, StocktakeLine } from './stocktake-lines'
import type { FormerResults } from './stocktake-rows'

/** A stocktake in memory; the locks of an ended one stay in its file. */
export interface KnownStocktake {
  readonly header: Omit<StocktakeHeader, 'expected'>
  readonly expectedCount: number
  present: number
  /** Counted at the end. */
  lent: number
  others: number
  end: Pick<StocktakeEnd, 'at' | 'by' | 'how'> | null
  /** Null once it has ended. */
  open: OpenStocktake | null
  /** The desks of a branch count it together. */
  readonly isShared: boolean
}

export interface OpenStocktake {
  readonly expected: ReadonlyMap<string, ExpectedLock>
  readonly counts: ReadonlyMap<string, Count>
  readonly doubles: ReadonlySet<string>
  /** Whether this desk has counted it, too. */
  isCountedHere(number: string): boolean
  /**
   * The line is on disk, and counts, when it resolves. Throws why it is not.
   * @param unlisted the counted numbers that are on none of the lists
   */
  state(line: StocktakeLine, unlisted?: ReadonlySet<string>): Promise<void>
  close(): Promise<void>
}

/** A stocktake that other desks have changed, or that is another one since the computer joined or left. */
export interface SharedChange {
  readonly one: KnownStocktake
  readonly before: KnownStocktake | null
}

const toKnown = (
  { header, counts, end }: StocktakeContent,
  isShared: boolean,
  open: (expected: ReadonlyMap<string, ExpectedLock>) => OpenStocktake,
): KnownStocktake => {
  const { expected, ...rest } = header
  const byNumber = new Map(expected.map((one) => [one.number, one]))
  let present = 0
  for (const number of counts.keys()) if (byNumber.has(number)) present += 1
  return {
    header: rest,
    expectedCount: byNumber.size,
    present,
    lent: (end?.rows ?? []).filter((row) => resultOfStored(row) === 'lent').length,
    others: counts.size - present,
    end: end === null ? null : { at: end.at, by: end.by, how: end.how },
    open: end === null ? open(byNumber) : null,
    isShared,
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
    lent: one.lent,
    others: one.others,
    comparedWith: formerOf(one, others)?.end?.at ?? null,
    isShared: one.isShared,
  }
}

/**
 * The stocktakes of one platform in memory. Their files are read when a stocktake is first needed. In a branch, what all
 * its desks state comes before the files, which are copies then.
 */
export const createStocktakeIndex = (deps: {
  readonly folder: Pick<StocktakeFolder, 'readAll' | 'readContent' | 'create'>
  readonly platformId: string
  readonly branch: PlatformBranch
  /** Orders what is written to the files of all platforms. */
  readonly writes: Sequencer
}) => {
  const { folder, platformId, branch, writes } = deps
  let known: Promise<Map<string, KnownStocktake>> | null = null
  let lastFormer: { readonly id: string; readonly results: FormerResults } | null = null
  /** This computer in its branch, as of the last reading. */
  let computer: string | null = null
  /** Which fields of a stocktake were read. */
  const versions = new Map<string, string>()
  let unseen: SharedChange[] = []

  const computerNow = (): string | null => branch.current()?.computer ?? null
  const assertSame = async (): Promise<void> => {
    const before = computer
    await branch.ready()
    if (computerNow() !== before) throw new Error('the computer has joined or left its branch meanwhile')
  }

  const ofFile = (file: StocktakeFile): KnownStocktake =>
    toKnown(file.content, false, (expected) => ({
      expected,
      counts: file.content.counts,
      doubles: file.content.doubles,
      isCountedHere: (number) => file.content.counts.has(number),
      state: async (line) => {
        await assertSame()
        await writes.queue(() => file.append(line))
      },
      close: () => file.close(),
    }))

  const ofFields = (id: string, fields: StocktakeFields): KnownStocktake | null => {
    const folded = foldStocktake(id, fields)
    const content = contentOfFields(folded, platformId)
    if (content === null) return null
    let stated = 0
    return toKnown(content, true, (expected) => ({
      expected,
      counts: folded.counts,
      doubles: folded.doubles,
      isCountedHere: (number) => folded.isCountedBy(computer ?? '', number),
      state: async (line, unlisted) => {
        await assertSame()
        const facts = factsOfLine(folded, line, randomUUID(), unlisted)
        await branch.append(facts)
        for (const fact of facts) {
          stated += 1
          folded.addFact(fact, pendingStamp(computer ?? '', Number.MAX_SAFE_INTEGER - 1_000_000 + stated))
        }
      },
      close: () => Promise.resolve(),
    }))
  }

  /** Takes what the branch states and was not read yet. */
  const takeShared = (found: Map<string, KnownStocktake>): void => {
    const now = branch.current()
    if (now === null) return
    for (const [id, fields] of stocktakeFieldsIn(now.registers)) {
      if (versions.get(id) === fields.version) continue
      const one = ofFields(id, fields)
      if (one === null) continue
      versions.set(id, fields.version)
      unseen.push({ one, before: found.get(id) ?? null })
      found.set(id, one)
      lastFormer = null
    }
  }

  const readAll = async (): Promise<Map<string, KnownStocktake>> => {
    // Where the branch cannot be read, its copies are shown.
    await branch.ready().catch(() => undefined)
    const found = new Map<string, KnownStocktake>()
    await folder.readAll(platformId, (file) => found.set(file.content.header.id, ofFile(file)))
    computer = computerNow()
    versions.clear()
    takeShared(found)
    unseen = []
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
  const closeFiles = async (): Promise<void> => {
    for (const { open } of (await known?.catch(() => null))?.values() ?? []) await open?.close()
  }

  const sharedContent = (id: string): StocktakeContent | null => {
    const now = branch.current()
    const fields = now === null ? undefined : stocktakeFieldsIn(now.registers).get(id)
    return fields === undefined ? null : contentOfFields(foldStocktake(id, fields), platformId)
  }
  const contentOf = (id: string): Promise<StocktakeContent> => {
    const shared = sharedContent(id)
    return shared === null ? folder.readContent(id) : Promise.resolve(shared)
  }

  return {
    find: async (id: string): Promise<Outcome<KnownStocktake, DomainFailure>> => {
      const one = (await all()).get(id)
      return one === undefined ? notFound('the stocktake') : succeed(one)
    },
    /** Throws why it cannot be saved; then there is none. */
    create: async (header: StocktakeHeader): Promise<KnownStocktake> => {
      const found = await all()
      await assertSame()
      if (computer === null) {
        const file = await writes.queue(() => folder.create(header))
        const one = ofFile(file)
        found.set(header.id, one)
        return one
      }
      await branch.append(openedFacts(header.id, header))
      takeShared(found)
      const one = found.get(header.id)
      if (one === undefined) throw new Error('the stocktake is not in the branch')
      return one
    },
    /** What changed since it was read last; everything, if the computer has joined or left. */
    refresh: async (): Promise<readonly SharedChange[]> => {
      if (known === null) return []
      const found = await all()
      if (computerNow() === computer) takeShared(found)
      else {
        await closeFiles()
        known = null
        lastFormer = null
        unseen = [...(await all()).values()].map((one) => ({ one, before: null }))
      }
      const changes = unseen
      unseen = []
      return changes
    },
    /** Reads one again. Throws the file system's error, or an error if it is damaged. */
    contentOf,
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
      const content = await contentOf(id).catch(() => null)
      if (content === null) return null
      const results = new Map((content.end?.rows ?? []).map((row) => [row.number, resultOfStored(row)]))
      lastFormer = { id, results }
      return results
    },
    /** Closes the files of those that are counted. */
    close: closeFiles,
  }
}
