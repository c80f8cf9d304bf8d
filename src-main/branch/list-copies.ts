import type { BranchFact } from '#shared/model/branch/branch-event'
import type { Registers } from '#shared/model/branch/registers'
import type { LoanFact } from '#shared/model/changes/loan-fact'
import { normalizeAddress } from '#shared/model/app/saved-platform'
import { loanList } from '../changes/loans/loan-facts'
import type { LoanFactsContent } from '../changes/loans/loan-facts'
import { nameFacts, nameList } from '../directory/lock-names'
import type { LockNamesContent } from '../directory/lock-names'
import type { StocktakeCopies } from '../stocktake/stocktake-copies'
import type { JsonFile } from '../util/files/json-file'
import type { ListForm } from '../util/folded-list'
import type { Stated } from './own-events'

/** Of this computer: the key of their data, and their address. */
type Platforms = readonly { readonly platformId: string; readonly baseUrl: string }[]

export interface CopiedLists {
  readonly files: {
    readonly loans: JsonFile<LoanFactsContent>
    readonly lockNames: JsonFile<LockNamesContent>
  }
  /** Missing where no stocktakes are shared. */
  readonly stocktakes?: StocktakeCopies
  readonly platforms: () => Platforms
}

/** What is known of a loan. Nothing where nothing is: another desk may know more. */
const loanFactsOf = ({ dueOn, note, returned, closed, ...loan }: LoanFact): BranchFact[] => {
  if (closed !== null)
    return [{ kind: 'loan.closed', body: { loan: { ...loan, dueOn, note, returned, closed } } }]
  const facts: BranchFact[] = []
  if (dueOn !== null) facts.push({ kind: 'loan.due', body: { loan, dueOn } })
  if (note !== '') facts.push({ kind: 'loan.note', body: { loan, note } })
  if (returned !== null) facts.push({ kind: 'loan.returned', body: { loan, returned } })
  return facts
}

/**
 * The files that a computer without a branch has. They say what it states when it joins, and are copies of what the branch
 * states from then on, until it leaves.
 */
export const createListCopies = ({ files: { loans, lockNames }, stocktakes, platforms }: CopiedLists) => {
  /** Each once, however often its address is spelled. */
  const platformsNow = (): Platforms => {
    const byId = new Map(platforms().map((platform) => [platform.platformId, platform]))
    return [...byId.values()]
  }

  const copyList = async <Entry, Content extends { readonly platforms: Readonly<Record<string, Entry[]>> }>(
    file: JsonFile<Content>,
    entriesOf: (address: string) => Entry[],
  ): Promise<void> => {
    const copies = platforms().map(
      ({ platformId, baseUrl }) => [platformId, entriesOf(normalizeAddress(baseUrl))] as const,
    )
    const kept = file.read().platforms
    const changed = copies.filter(
      ([id, entries]) => JSON.stringify(entries) !== JSON.stringify(kept[id] ?? []),
    )
    if (changed.length === 0) return
    await file.update((content) => ({
      ...content,
      platforms: { ...content.platforms, ...Object.fromEntries(changed) },
    }))
  }

  return {
    /** What the files say of each platform. */
    async *facts(): AsyncGenerator<Stated> {
      // What is being changed is in the file afterwards.
      await loans.update((content) => content)
      await lockNames.update((content) => content)
      for (const { platformId, baseUrl } of platformsNow()) {
        const facts = [
          ...(loans.read().platforms[platformId] ?? []).flatMap(loanFactsOf),
          ...(lockNames.read().platforms[platformId] ?? []).flatMap((name) => nameFacts(name)),
          ...((await stocktakes?.factsOf(platformId)) ?? []),
        ]
        yield { platform: normalizeAddress(baseUrl), facts }
      }
    },
    /** Brings the files to what the branch states to this computer. Throws the file system's error. */
    copy: async (registersOf: (address: string) => Registers, computer: string): Promise<void> => {
      const entriesBy =
        <Entry>(form: ListForm<Entry>) =>
        (address: string) =>
          form.entriesIn(registersOf(address), computer)
      await copyList(loans, entriesBy(loanList))
      await copyList(lockNames, entriesBy(nameList))
      for (const { platformId, baseUrl } of platformsNow())
        await stocktakes?.copy(platformId, registersOf(normalizeAddress(baseUrl)))
    },
  }
}
