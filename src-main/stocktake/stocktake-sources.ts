import { randomUUID } from 'node:crypto'
import { pendingStamp } from '#shared/model/branch/registers'
import { foldStocktake } from '#shared/model/branch/stocktake-fold'
import type { StocktakeFields } from '#shared/model/branch/stocktake-fold'
import type { Sequencer } from '../util/async'
import type { PlatformBranch } from '../util/folded-list'
import { toKnown } from './known-stocktake'
import type { KnownStocktake } from './known-stocktake'
import type { Membership } from './membership'
import { contentOfFields } from './stocktake-copies'
import type { StocktakeFile } from './stocktake-file'
import { factsOfLine } from './stocktake-lines'

// A stocktake states its lines in its file, or in the branch if all desks count it.

export const stocktakeOfFile = (
  file: StocktakeFile,
  { membership, writes }: { readonly membership: Membership; readonly writes: Sequencer },
): KnownStocktake =>
  toKnown(file.content, false, (expected) => ({
    expected,
    counts: file.content.counts,
    doubles: file.content.doubles,
    isCountedHere: (number) => file.content.counts.has(number),
    append: async (line) => {
      await membership.assertSame()
      await writes.queue(() => file.append(line))
    },
    close: () => file.close(),
  }))

/** Null if the fields are not those of a whole stocktake. */
export const stocktakeOfFields = (
  id: string,
  fields: StocktakeFields,
  deps: {
    readonly platformId: string
    readonly branch: Pick<PlatformBranch, 'append'>
    readonly membership: Membership
  },
): KnownStocktake | null => {
  const { platformId, branch, membership } = deps
  const folded = foldStocktake(id, fields)
  const content = contentOfFields(folded, platformId)
  if (content === null) return null
  const computer = () => membership.computer() ?? ''
  let stated = 0
  return toKnown(content, true, (expected) => ({
    expected,
    counts: folded.counts,
    doubles: folded.doubles,
    isCountedHere: (number) => folded.isCountedBy(computer(), number),
    append: async (line, unlisted) => {
      await membership.assertSame()
      const facts = factsOfLine(folded, line, randomUUID(), unlisted)
      await branch.append(facts)
      for (const fact of facts) {
        stated += 1
        // The number of the own event is not known here, so it counts as later than every other one.
        folded.addFact(fact, pendingStamp(computer(), Number.MAX_SAFE_INTEGER - 1_000_000 + stated))
      }
    },
    close: () => Promise.resolve(),
  }))
}
