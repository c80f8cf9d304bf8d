import { openedFacts } from '#shared/model/branch/stocktake-facts'
import { foldStocktake, stocktakeFieldsIn } from '#shared/model/branch/stocktake-fold'
import type { DomainFailure } from '#shared/model/failure'
import { resultOfStored } from '#shared/model/stocktake'
import type { Stocktake } from '#shared/model/stocktake'
import { notFound, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { Sequencer } from '../util/async'
import type { PlatformBranch } from '../util/folded-list'
import { formerOf, summaryOf } from './known-stocktake'
import type { KnownStocktake } from './known-stocktake'
import { createMembership } from './membership'
import { stocktakeOfFields, stocktakeOfFile } from './stocktake-sources'
import { contentOfFields } from './stocktake-copies'
import type { StocktakeFolder } from './stocktake-file'
import type { StocktakeContent, StocktakeHeader } from './stocktake-lines'
import type { FormerResults } from './stocktake-rows'

/** A stocktake that other desks have changed, or that is another one since the computer joined or left. */
export interface SharedChange {
  readonly one: KnownStocktake
  readonly before: KnownStocktake | null
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
  const membership = createMembership(branch)
  let known: Promise<Map<string, KnownStocktake>> | null = null
  let lastFormer: { readonly id: string; readonly results: FormerResults } | null = null
  /** Which fields of a stocktake were read. */
  const versions = new Map<string, string>()
  let unseen: SharedChange[] = []

  /** Takes what the branch states and was not read yet. */
  const takeShared = (found: Map<string, KnownStocktake>): void => {
    const now = branch.current()
    if (now === null) return
    for (const [id, fields] of stocktakeFieldsIn(now.registers)) {
      if (versions.get(id) === fields.version) continue
      const one = stocktakeOfFields(id, fields, { platformId, branch, membership })
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
    await folder.readAll(platformId, (file) =>
      found.set(file.content.header.id, stocktakeOfFile(file, { membership, writes })),
    )
    membership.renew()
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
      await membership.assertSame()
      if (membership.computer() === null) {
        const file = await writes.queue(() => folder.create(header))
        const one = stocktakeOfFile(file, { membership, writes })
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
      if (membership.isSame()) takeShared(found)
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
      const rows = content.end?.rows ?? []
      const results = new Map(rows.map((row) => [row.number, resultOfStored(row, 'finish')]))
      lastFormer = { id, results }
      return results
    },
    /** Closes the files of those that are counted. */
    close: closeFiles,
  }
}
