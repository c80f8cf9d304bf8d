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
  const drop = (row: number, reason: ChangeReason) => ends.push({ row, state: 'not-sent', reason })
  // A row without a plugged lock has nothing to wait for, and most have none.
  const pointedAt: {
    readonly place: number
    readonly plugId: string
    readonly shellNumber: string | null
  }[] = []
  for (const place of places) {
    const change = changeAt(job, place)
    if (change === null) continue
    const plugId = plugIds.get(place)
    if (journal.hasLater(change)) drop(place, { kind: 'superseded' })
    else if (plugId === undefined) kept.push(place)
    else pointedAt.push({ place, plugId, shellNumber: change.row.shellNumber })
  }
  await Promise.all(
    pointedAt.map(async ({ place, plugId, shellNumber }) => {
      const reason = await objectionTo(plugId, shellNumber, locks)
      if (reason === null) kept.push(place)
      else drop(place, reason)
    }),
  )
  return { kept: kept.sort((one, other) => one - other), ends }
}
