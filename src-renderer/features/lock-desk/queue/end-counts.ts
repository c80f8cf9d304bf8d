import type { QueueEnd } from '#shared/model/changes/queued-change'

export type EndCount = 'endedCount' | 'failedCount' | 'unknownCount' | 'notSentCount'
const names: readonly EndCount[] = ['endedCount', 'failedCount', 'unknownCount', 'notSentCount']

const nameOf = ({ how, state }: QueueEnd): EndCount => {
  if (how === 'expired' || how === 'replaced' || state === 'not-sent') return 'notSentCount'
  if (state === 'failed') return 'failedCount'
  return state === 'unknown' ? 'unknownCount' : 'endedCount'
}

/** “2 finished, 1 not sent”: what failed, is not confirmed or was never sent is not finished. */
export const endCountsOf = (
  ended: readonly QueueEnd[],
): { readonly name: EndCount; readonly count: number }[] =>
  names
    .map((name) => ({ name, count: ended.filter((end) => nameOf(end) === name).length }))
    .filter(({ count }) => count > 0)
