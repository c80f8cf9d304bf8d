import { z } from 'zod'
import type { KeptList } from '#shared/bridge/draft-commands'
import type { JsonFile } from '../util/files/json-file'
import type { Migrations } from '../util/files/versioned-file'
import { createSequencer } from '../util/async'

const keptList = z.object({ action: z.enum(['disable', 'enable']).nullable(), numbers: z.array(z.string()) })

/** `lists.json`: by platform, so that training has its own lists. */
export const keptListsSchema = z.object({
  version: z.literal(2),
  platforms: z.record(z.string(), keptList.extend({ others: z.array(keptList) })),
})
export type KeptListsContent = z.infer<typeof keptListsSchema>
export const noKeptLists: KeptListsContent = { version: 2, platforms: {} }

const firstVersion = z.object({ platforms: z.record(z.string(), keptList) })
/** Version 1 has one list for a platform: lists for different actions were one, without an action. */
export const keptListsMigrations: Migrations = {
  1: (content) => ({
    version: 2,
    platforms: Object.fromEntries(
      Object.entries(firstVersion.parse(content).platforms).map(([id, list]) => [
        id,
        { ...list, others: [] },
      ]),
    ),
  }),
}

export interface KeptLists {
  /** One for each action. */
  read(): readonly KeptList[]
  /** None deletes them. Throws the file system's error. */
  save(lists: readonly KeptList[]): Promise<void>
  /** Resolves when pending writes are on disk. */
  stop(): Promise<void>
}

/** The lists of one platform that were not sent yet; they outlive the window. */
export const createKeptLists = (file: JsonFile<KeptListsContent>, platformId: string): KeptLists => {
  const sequencer = createSequencer()
  const written = ({ action, numbers }: KeptList) => ({ action, numbers: [...numbers] })
  return {
    read: () => {
      const kept = file.read().platforms[platformId]
      if (kept === undefined) return []
      const { others, ...list } = kept
      return [list, ...others]
    },
    save: ([list, ...others]) =>
      sequencer.queue(async () => {
        if (list === undefined && file.read().platforms[platformId] === undefined) return
        await file.update(({ platforms: { [platformId]: _before, ...ofOthers }, ...content }) => ({
          ...content,
          platforms:
            list === undefined
              ? ofOthers
              : { ...ofOthers, [platformId]: { ...written(list), others: others.map(written) } },
        }))
      }),
    stop: sequencer.settled,
  }
}
