import { isDeepStrictEqual } from 'node:util'
import type { CommandFailure, CommandInput } from '#shared/commands'
import type { ChangeReason, JournalEntry } from '#shared/model/change'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { ToSettle } from '#shared/settle-commands'
import type { JournaledChange } from '../journal/book'
import type { Journal, RowEnd } from '../journal/journal'
import { entryOf } from './entry'
import { changeKinds } from './kinds/kinds'
import type { Settler } from './settle'
import type { SettleClock } from './settle-clock'

export interface Unsettled {
  list(): ToSettle
  lookUp(entryIds: readonly string[]): Promise<readonly JournalEntry[]>
  /**
   * What somebody says counts; what has been settled meanwhile stays as it is. “It was done” may be said at any time,
   * as nothing that arrives late makes it untrue. “It was not done”, and that it no longer matters, only once nothing
   * can arrive any more: `too-early` where that is so of none of them.
   */
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
  clock: SettleClock
  now: () => number
  environment: string
}): Unsettled => {
  const { journal, settler, clock, now, environment } = deps

  const waits = ({ state, reason }: JournaledChange) => state === 'unknown' && reason?.kind !== 'left-unknown'
  /** A later one has taken its place; of what adds up, like orders, a later one says nothing of the first. */
  const isOvertaken = (change: JournaledChange) =>
    !changeKinds[change.job.intent.operation].addsUp && journal.hasLaterSent(change)
  const leftFor = ({ sentAt, job }: JournaledChange) => clock.leftFor(sentAt ?? job.askedAt)
  const find = (entryIds: readonly string[]) => entryIds.flatMap((id) => journal.change(id) ?? [])
  const entriesOf = (changes: readonly JournaledChange[]) =>
    find(changes.map(({ entryId }) => entryId)).map(entryOf)

  return {
    list: () => {
      const open = journal.open().filter(waits)
      const oldest = open.toSorted((one, other) => one.job.askedAt - other.job.askedAt).slice(0, mostListed)
      const changes = oldest.map((change) => {
        const { intent } = change.job
        return {
          entry: entryOf(change),
          sentAt: change.sentAt,
          readable: changeKinds[intent.operation].readBack !== null,
          look: settler.lastLook(change.entryId),
          certainFrom: now() + leftFor(change),
          overtaken: isOvertaken(change),
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
      const waiting = find(entryIds).filter(
        (change) => waits(change) && (as !== 'left' || isOvertaken(change)),
      )
      if (waiting.length === 0) return fail({ code: 'not-found', message: 'none of these is to be settled' })
      const open = as === 'done' ? waiting : waiting.filter((change) => leftFor(change) <= 0)
      if (open.length === 0) return fail({ code: 'too-early', message: 'it may still arrive' })
      const reason: ChangeReason = {
        kind: as === 'left' ? 'left-unknown' : 'said-by-person',
        operatorIdentity,
        note: note.trim(),
      }
      const state = as === 'left' ? 'unknown' : as
      const byJob = new Map<string, RowEnd[]>()
      for (const { job, place } of open) {
        const ends = byJob.get(job.jobId) ?? []
        byJob.set(job.jobId, ends)
        ends.push({ row: place, state, reason })
      }
      const written = await Promise.all([...byJob].map(([jobId, ends]) => journal.end(jobId, ends)))
      const refused = written.find((each) => !each.ok)
      if (refused?.ok === false) return fail({ code: 'not-saved', message: refused.error.message })
      // The word that came first counts (book.ts): another may have come while the disk was written to.
      const taken = find(open.map(({ entryId }) => entryId)).filter(
        (change) => change.state === state && isDeepStrictEqual(change.reason, reason),
      )
      if (taken.length === 0) return fail({ code: 'not-found', message: 'they were settled meanwhile' })
      return succeed(taken.map(entryOf))
    },
  }
}
