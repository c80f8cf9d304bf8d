import type { CommandFailure, CommandInput } from '#shared/commands'
import type { ChangeReason, JournalEntry } from '#shared/model/change'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { ToSettle } from '#shared/settle-commands'
import type { JournaledChange } from '../journal/book'
import type { Journal, RowEnd } from '../journal/journal'
import { entryOf } from './entry'
import { changeKinds } from './kinds/kinds'
import { settleAfterMs } from './settle'
import type { Settler } from './settle'

export interface Unsettled {
  list(): ToSettle
  lookUp(entryIds: readonly string[]): Promise<readonly JournalEntry[]>
  /** What somebody says counts; what has been settled meanwhile stays as it is. */
  byHand(
    said: CommandInput<'changes/settle-by-hand'>,
  ): Promise<Outcome<readonly JournalEntry[], CommandFailure>>
}

/** The most that cross the bridge at once; the oldest come first, and the next follow as these are settled. */
const mostListed = 1_000

/** The changes of which nobody knows what became: what may be learnt of each, and what a person says of it. */
export const createUnsettled = (deps: {
  journal: Journal
  settler: Settler
  environment: string
}): Unsettled => {
  const { journal, settler, environment } = deps

  const waits = ({ state, reason }: JournaledChange) => state === 'unknown' && reason?.kind !== 'left-unknown'
  const find = (entryIds: readonly string[]) => entryIds.flatMap((id) => journal.change(id) ?? [])
  const entriesOf = (changes: readonly JournaledChange[]) =>
    find(changes.map(({ entryId }) => entryId)).map(entryOf)

  return {
    list: () => {
      const open = journal.open().filter(waits)
      const oldest = open.toSorted((one, other) => one.job.askedAt - other.job.askedAt).slice(0, mostListed)
      const changes = oldest.map((change) => {
        const { intent, askedAt } = change.job
        return {
          entry: entryOf(change),
          sentAt: change.sentAt,
          readable: changeKinds[intent.operation].readBack !== null,
          look: settler.lastLook(change.entryId),
          certainFrom: (change.sentAt ?? askedAt) + settleAfterMs,
          overtaken: journal.hasLaterSent(change),
          elsewhere: intent.environment !== environment,
          environment: intent.environment,
        }
      })
      return { total: open.length, changes }
    },
    lookUp: async (entryIds) => {
      const found = find(entryIds)
      await settler.settle(found)
      return entriesOf(found)
    },
    byHand: async ({ entryIds, as, note, operatorIdentity }) => {
      const open = find(entryIds).filter(
        (change) => waits(change) && (as !== 'left' || journal.hasLaterSent(change)),
      )
      if (open.length === 0) return fail({ code: 'not-found', message: 'none of these is to be settled' })
      const reason: ChangeReason = {
        kind: as === 'left' ? 'left-unknown' : 'said-by-person',
        operatorIdentity,
        note: note.trim(),
      }
      const byJob = new Map<string, RowEnd[]>()
      for (const { job, place } of open) {
        const ends = byJob.get(job.jobId) ?? []
        byJob.set(job.jobId, ends)
        ends.push({ row: place, state: as === 'left' ? 'unknown' : as, reason })
      }
      const written = await Promise.all([...byJob].map(([jobId, ends]) => journal.end(jobId, ends)))
      const refused = written.find((each) => !each.ok)
      if (refused?.ok === false) return fail({ code: 'not-saved', message: refused.error.message })
      return succeed(entriesOf(open))
    },
  }
}
