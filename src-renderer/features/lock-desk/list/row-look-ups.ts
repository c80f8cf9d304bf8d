import { ref } from 'vue'
import type { Ref } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { ListLookupResult } from '#shared/model/locks/lookup-result'
import { command } from '../../../bridge'
import { needsRefresh, withLookup } from './list-rows'
import type { ListRow } from './list-rows'

/** The numbers in one look-up request. */
const lookUpBatchSize = 2000

/** Looks the rows up, and keeps how far that is and how it ended. */
export const useRowLookUps = (rows: Ref<readonly ListRow[]>) => {
  const searching = ref<{
    readonly done: number
    readonly total: number
    readonly isPlatformSearch: boolean
  } | null>(null)
  /** Why the last look-up failed, or why main has no current lists. */
  const failure = ref<CommandFailure | null>(null)
  /** The number of enterprises with lists; null before the first look-up. */
  const enterprises = ref<number | null>(null)
  /** Of these, the number whose assets were never loaded. */
  const unread = ref(0)

  /**
   * Looks rows up and resolves when all have a result. The numbers are sent to main in steps, so that each
   * response fits into a frame; the rows are updated together, because each update checks the whole list.
   */
  const lookUp = async (ids: readonly number[], freshness: 'known' | 'fresh'): Promise<void> => {
    const idSet = new Set(ids)
    const rowsToSearch = rows.value.filter(({ id }) => idSet.has(id))
    const isPlatformSearch = freshness === 'fresh'
    const responses = new Map<
      number,
      {
        readonly number: string
        readonly lookup: ListLookupResult | undefined
        readonly isFromPlatform: boolean
      }
    >()
    for (let done = 0; done < rowsToSearch.length; done += lookUpBatchSize) {
      searching.value = { done, total: rowsToSearch.length, isPlatformSearch }
      const step = rowsToSearch.slice(done, done + lookUpBatchSize)
      const numbers = step.map(({ number }) => number)
      const outcome = await command('locks/look-up-many', { numbers, freshness })
      if (!outcome.ok) {
        failure.value = outcome.error
        break
      }
      failure.value = outcome.value.failure
      enterprises.value = outcome.value.enterprises
      unread.value = outcome.value.unread
      const isFromPlatform = isPlatformSearch && outcome.value.failure === null
      step.forEach(({ id, number }, index) =>
        responses.set(id, { number, lookup: outcome.value.results[index], isFromPlatform }),
      )
    }
    rows.value = rows.value.map((row) => {
      const answer = responses.get(row.id)
      // A row that was corrected meanwhile is looked up by its own number.
      return answer?.number !== row.number ? row : withLookup(row, answer.lookup, answer.isFromPlatform)
    })
    searching.value = null
  }

  return {
    searching,
    failure,
    enterprises,
    unread,
    lookUp,
    /** Looks rows without a record up on the platform again; a second look-up allows sending them. */
    lookUpMissing: (): Promise<void> =>
      lookUp(
        rows.value
          .filter(({ lookup }) => lookup === null || lookup.state === 'not-listed')
          .map(({ id }) => id),
        'fresh',
      ),
    /** Cached data is shown at once; then outdated data is read from the platform. */
    lookUpNew: async (ids: readonly number[]): Promise<void> => {
      await lookUp(ids, 'known')
      const now = Date.now()
      const isNew = new Set(ids)
      const outdated = rows.value.filter((row) => isNew.has(row.id) && needsRefresh(row, now))
      if (outdated.length === 0) return
      await lookUp(
        outdated.map(({ id }) => id),
        'fresh',
      )
    },
  }
}
