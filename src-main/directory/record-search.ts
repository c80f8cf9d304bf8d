import type { AssetsFound } from '#shared/bridge/list-commands'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { runTimeSliced } from '../util/async'
import { findRecords } from './find-records'

/** Searches the cached lists for a part of a number; a newer search cancels a running one. */
export const createRecordSearch = (deps: {
  lists: () => readonly (readonly LockRecord[])[]
  withLocalChanges: (record: LockRecord) => LockRecord
}) => {
  const { lists, withLocalChanges } = deps
  let running = new AbortController()

  return {
    find: async (text: string, limit: number): Promise<AssetsFound> => {
      running.abort()
      const own = new AbortController()
      running = own
      const found = await runTimeSliced(findRecords(lists(), text, limit), own.signal).catch(
        (error: unknown) => {
          if (own.signal.aborted) return null
          throw error
        },
      )
      return found === null
        ? { state: 'superseded' }
        : { state: 'found', rows: found.rows.map(withLocalChanges), total: found.total }
    },
    stop: () => running.abort(),
  }
}
