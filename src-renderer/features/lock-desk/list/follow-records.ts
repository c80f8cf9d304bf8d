import { onScopeDispose } from 'vue'
import { onEvent } from '../../../bridge'
import { throttle } from '../../../ui/throttle'
import type { ListRow } from './list-rows'

/** Lists of several enterprises arrive together; the rows are looked up once for all of them. */
const batchDelayMs = 200
/** A running job reports progress every second; this limits the share of time spent on looking up a long list. */
const pauseFactor = 20

/** Looks up again which rows new records may concern: all when lists were read, some while a job changes locks. */
export const followRecords = (
  lookUpAgain: (isConcerned: (row: ListRow) => boolean) => Promise<void>,
): void => {
  let batchTimer: ReturnType<typeof setTimeout> | undefined
  const changedIds = new Set<string>()
  const localChanges = throttle(
    async () => {
      const ids = new Set(changedIds)
      changedIds.clear()
      await lookUpAgain(
        ({ lookup }) => lookup?.state === 'found' && ids.has(lookup.record.enterpriseGlobalId),
      )
    },
    batchDelayMs,
    pauseFactor,
  )
  onEvent('records/refreshed', () => {
    clearTimeout(batchTimer)
    batchTimer = setTimeout(() => void lookUpAgain(() => true), batchDelayMs)
  })
  onEvent('records/changed-locally', ({ enterpriseGlobalIds }) => {
    for (const id of enterpriseGlobalIds) changedIds.add(id)
    localChanges.schedule()
  })
  onScopeDispose(() => {
    localChanges.stop()
    clearTimeout(batchTimer)
  })
}
