import type { JournaledJob } from '../../journal/journal-index'
import { changeOperations } from '../operations/change-operations'

/**
 * The waiting rows of the next request, in order, at most as many as the operation allows in one.
 * @param from no row before this index waits
 * @param limit how many rows the job may send at most
 */
export const nextRowIndexes = (
  { rowStates, intent }: JournaledJob,
  from: number,
  limit = Infinity,
): number[] => {
  const { rowsPerRequest, requestKeyOf } = changeOperations[intent.operation]
  const maxRows = Math.min(limit, rowsPerRequest(intent.chunkSize))
  const rowIndexes: number[] = []
  let requestKey: string | null = null
  for (let rowIndex = from; rowIndex < rowStates.length && rowIndexes.length < maxRows; rowIndex += 1) {
    const row = intent.rows[rowIndex]
    if (rowStates[rowIndex]?.state !== 'intent' || row === undefined) continue
    if (rowIndexes.length === 0) requestKey = requestKeyOf(row)
    if (requestKeyOf(row) !== requestKey) break
    rowIndexes.push(rowIndex)
  }
  return rowIndexes
}
