import type { ChangeReason } from '#shared/model/change'
import type { JournaledJob } from '../journal/book'
import type { RowEnd } from '../journal/journal'
import type { NotWritten } from './course'
import { changeKinds } from './kinds/kinds'
import { objectionTo } from './send-rows'
import type { Sending } from './send-rows'

/** Rows of the next call, in their order, and endings of those that must not go out. */
export const sift = async (
  job: JournaledJob,
  places: readonly number[],
  { plugIds, secrets }: NotWritten,
  { journal, locks }: Pick<Sending, 'journal' | 'locks'>,
) => {
  const { needsSecret } = changeKinds[job.intent.operation]
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
    const row = job.intent.rows[place]
    if (row === undefined) continue
    const plugId = plugIds.get(place)
    if (journal.hasLater({ job, row })) drop(place, { kind: 'superseded' })
    else if (needsSecret && !secrets.has(row)) drop(place, { kind: 'password-gone' })
    else if (plugId === undefined) kept.push(place)
    else pointedAt.push({ place, plugId, shellNumber: row.shellNumber })
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
