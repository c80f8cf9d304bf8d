import type { JournalEntry } from '#shared/model/change'

export type UsedBefore = 'unknown' | 'done' | null

/** Whether this desk has sent a batch of that number before: one answered, or one of which nobody knows. */
export const usedBefore = (
  entries: readonly JournalEntry[],
  { channelCode, channelOrderId }: { readonly channelCode: string; readonly channelOrderId: string },
  training: boolean,
): UsedBefore => {
  if (channelOrderId.trim() === '') return null
  const key = `${channelCode.trim()}/${channelOrderId.trim()}`
  const same = entries.filter(
    (entry) => entry.action === 'order' && entry.key === key && entry.training === training,
  )
  if (same.some(({ state }) => state === 'unknown' || state === 'sent')) return 'unknown'
  return same.some(({ state }) => state === 'done') ? 'done' : null
}
