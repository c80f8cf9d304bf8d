import type { ChangeReason } from '#shared/model/change'
import { changeAt } from '../journal/book'
import type { JournaledJob } from '../journal/book'
import type { RowEnd } from '../journal/journal'
import { objectionTo } from './send-rows'
import type { Sending } from './send-rows'

/** Rows of the next call, in their order, and endings of those that must not go out. */
export const sift = async (
  job: JournaledJob,
  places: readonly number[],
  /** The plugged lock a row is for, by the row's place. */
  plugIds: ReadonlyMap<number, string>,
  { journal, locks }: Pick<Sending, 'journal' | 'locks'>,
) => {
  const kept: number[] = []
  const ends: RowEnd[] = []
  await Promise.all(
    places.map(async (place) => {
      const change = changeAt(job, place)
      if (change === null) return
      const reason: ChangeReason | null = journal.hasLater(change)
        ? { kind: 'superseded' }
        : await objectionTo(plugIds.get(place) ?? null, change.row.shellNumber, locks)
      if (reason === null) kept.push(place)
      else ends.push({ row: place, state: 'not-sent', reason })
    }),
  )
  return { kept: kept.sort((one, other) => one - other), ends }
}
