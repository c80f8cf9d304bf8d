import { hash } from 'node:crypto'
import { z } from 'zod'
import { createSequencer } from '../util/async'
import type { JsonFile } from '../util/files/json-file'
import type { WorkOrderResult } from './file-forms'

/** `saved-results.json`: the results of used orders that a person saved; newest last. */
export const savedResultsSchema = z.object({
  version: z.literal(1),
  results: z.array(
    z.object({
      /** Of the order. */
      id: z.string(),
      /** SHA-256 of the rows as they were saved, in hex: a row that changes later is not in the file. */
      rows: z.string().length(64),
    }),
  ),
})
export type SavedResultsContent = z.infer<typeof savedResultsSchema>
export const noSavedResults: SavedResultsContent = { version: 1, results: [] }

/** The oldest one is dropped: its result counts as not saved. */
const maxSavedResults = 1_000

const hashOf = ({ rows }: Pick<WorkOrderResult, 'rows'>): string => hash('sha256', JSON.stringify(rows))

/** Which results of this computer are saved as files, also after the app was closed. */
export const createSavedResults = (file: JsonFile<SavedResultsContent>) => {
  const sequencer = createSequencer()
  return {
    isSaved: (result: Pick<WorkOrderResult, 'order' | 'rows'>): boolean =>
      file.read().results.some(({ id, rows }) => id === result.order.id && rows === hashOf(result)),
    /** On disk when it resolves. Throws the file system's error. */
    note: (result: WorkOrderResult): Promise<void> =>
      sequencer.queue(() =>
        file.update(({ results, ...content }) => ({
          ...content,
          results: [
            ...results.filter(({ id }) => id !== result.order.id),
            { id: result.order.id, rows: hashOf(result) },
          ].slice(-maxSavedResults),
        })),
      ),
    stop: sequencer.settled,
  }
}
