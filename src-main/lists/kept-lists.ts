import { z } from 'zod'
import type { KeptList } from '#shared/bridge/draft-commands'
import type { JsonFile } from '../util/files/json-file'
import { createSequencer } from '../util/async'

/** `lists.json`: by platform, so that training has its own list. */
export const keptListsSchema = z.object({
  version: z.literal(1),
  platforms: z.record(
    z.string(),
    z.object({ action: z.enum(['disable', 'enable']).nullable(), numbers: z.array(z.string()) }),
  ),
})
export type KeptListsContent = z.infer<typeof keptListsSchema>
export const noKeptLists: KeptListsContent = { version: 1, platforms: {} }

export interface KeptLists {
  read(): KeptList | null
  /** Null deletes it. Throws the file system's error. */
  save(list: KeptList | null): Promise<void>
  /** Resolves when pending writes are on disk. */
  stop(): Promise<void>
}

/** The list of one platform that was not sent yet; it outlives the window. */
export const createKeptLists = (file: JsonFile<KeptListsContent>, platformId: string): KeptLists => {
  const sequencer = createSequencer()
  return {
    read: () => file.read().platforms[platformId] ?? null,
    save: (list) =>
      sequencer.queue(async () => {
        if (list === null && file.read().platforms[platformId] === undefined) return
        await file.update(({ platforms: { [platformId]: _before, ...others }, ...content }) => ({
          ...content,
          platforms:
            list === null
              ? others
              : { ...others, [platformId]: { action: list.action, numbers: [...list.numbers] } },
        }))
      }),
    stop: sequencer.settled,
  }
}
