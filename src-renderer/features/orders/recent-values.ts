import type { JournalEntry } from '#shared/model/changes/change'
import { joinKey } from '#shared/model/join-key'

export type PreviousUse = 'unknown' | 'done' | null

/** Whether this computer has sent a batch with this number before, completed or unconfirmed. `entries`: of one platform. */
export const usedBefore = (
  entries: readonly JournalEntry[],
  { channelCode, channelOrderId }: { readonly channelCode: string; readonly channelOrderId: string },
): PreviousUse => {
  if (channelOrderId.trim() === '') return null
  const key = joinKey(channelCode.trim(), channelOrderId.trim())
  const same = entries.filter((entry) => entry.action === 'order' && entry.key === key)
  if (same.some(({ state }) => state === 'unknown' || state === 'sent')) return 'unknown'
  return same.some(({ state }) => state === 'done') ? 'done' : null
}
