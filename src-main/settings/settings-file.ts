import { rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { defaultSettings } from '#shared/model/app/settings'
import { lastGoodPath } from '../util/files/durable-file'
import { readOrQuarantine } from '../util/files/json-file'
import type { ReadOnlyReason } from '../util/files/json-file'
import { copyOlderVersion } from '../util/files/older-copies'
import type { FileForm } from '../util/files/versioned-file'
import { updateChoices } from './update-choices'
import { settingsSchema } from './settings'
import type { Preferences } from './settings'
import type { WindowPlacement } from './window-placement'
import type { Content, OpenStore, OpenedStore, StoreOptions } from './settings-store'

export const settingsVersion = 7

const pixels = z.int()
const windowPlacement = z.object({
  x: pixels,
  y: pixels,
  width: pixels,
  height: pixels,
  isMaximized: z.boolean(),
}) satisfies z.ZodType<WindowPlacement>

/** The schema of each setting. `version` is the file's version. */
export const settingsFields = z.object({
  version: z.literal(settingsVersion),
  ...settingsSchema(defaultSettings).shape,
  updates: updateChoices,
  window: windowPlacement,
})

/** Schemas without fallbacks, to detect invalid values. */
const fieldSchemas = new Map<string, z.ZodType>(
  Object.entries(settingsFields.shape).map(([name, field]) => [
    name,
    field instanceof z.ZodCatch ? field.unwrap() : field,
  ]),
)

/** Drops invalid values, so that one does not affect the others or the start. Unknown fields stay. */
const validFields = (content: Content): Content =>
  Object.fromEntries(
    Object.entries(content).filter(
      ([name, value]) => fieldSchemas.get(name)?.safeParse(value).success ?? true,
    ),
  )

type FieldSchema = NonNullable<StoreOptions['schema']>[string]
const jsonSchemaOf = (field: z.ZodType): FieldSchema => {
  const all: Record<string, unknown> = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' })
  const { $schema: _, ...schema } = all
  return schema
}

const storeOptions = (path: string): StoreOptions => ({
  cwd: dirname(path),
  name: basename(path, '.json'),
  configFileMode: 0o600,
  accessPropertiesByDotNotation: false,
  schema: Object.fromEntries([...fieldSchemas].map(([name, field]) => [name, jsonSchemaOf(field)])),
  // Defaults depend on the platform and come from settings.ts.
  ajvOptions: { useDefaults: false },
  deserialize: (text) => validFields(z.record(z.string(), z.unknown()).parse(JSON.parse(text))),
  // The file has its own version, so that app updates do not trigger migrations.
  projectVersion: `${settingsVersion}.0.0`,
  // Later versions only have more fields, which start with their defaults. In version 1 one number limited every
  // kind of request; it now applies to locks.
  migrations: { [`${settingsVersion}.0.0`]: (store) => store.set('version', settingsVersion) },
})

const unchanged = (content: Content): Content => content
/** electron-store does not check whether a newer app wrote the file or whether it is readable. */
const settingsForm: FileForm<Content> = {
  version: settingsVersion,
  schema: z.looseObject({}),
  migrations: {
    0: unchanged,
    1: unchanged,
    2: unchanged,
    3: unchanged,
    4: unchanged,
    5: unchanged,
    6: unchanged,
  },
}

export interface OpenedPreferences {
  readonly preferences: Preferences
  /** The new name of an unreadable file; null if the file was readable. */
  readonly quarantinedAs: string | null
  readonly readOnlyReason: ReadOnlyReason | null
}

/** Settings last until the app quits. */
const inMemory = (initial: Content): Preferences => {
  let content = initial
  return {
    read: () => content,
    write: (values) => {
      content = { ...content, ...values }
      return Promise.resolve()
    },
  }
}

const inStore = (initial: Content, openStore: () => Promise<OpenedStore>): Preferences => {
  let content = initial
  return {
    read: () => content,
    write: async (values) => {
      const opened = await openStore()
      const next = { ...content, ...values, version: settingsVersion }
      opened.store = next
      // Verifies the write: on a full disk, a write can report success and leave a short file.
      const stored = { ...opened.store }
      if (!isDeepStrictEqual(stored, { ...stored, ...next }))
        throw new Error('the file on disk is shorter than what was written')
      content = next
    },
  }
}

/** A failed open is retried at the next access. */
const memoizeOpen = (open: () => Promise<OpenedStore>): (() => Promise<OpenedStore>) => {
  let opening: Promise<OpenedStore> | null = null
  return () => {
    opening ??= open().catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }
}

/**
 * Opens the settings file, `settings.json`, with electron-store. A file of an earlier version is copied and
 * migrated at once; otherwise electron-store is loaded at the first change to keep the start fast. A file of a
 * newer version is read as far as it is valid, above all the language, and not changed; new settings then last
 * until the app quits.
 */
export const openPreferences = async (path: string, openStore: OpenStore): Promise<OpenedPreferences> => {
  const { found, from, quarantinedAs: quarantinePath } = await readOrQuarantine(path, settingsForm)
  const quarantinedAs = quarantinePath === null ? null : basename(quarantinePath)
  if ('because' in found) {
    const content = found.because === 'newer' ? found.content : {}
    return { preferences: inMemory(content), quarantinedAs, readOnlyReason: found }
  }
  let currentPath = from
  const open = memoizeOpen(async () => {
    if (found.state === 'older') await copyOlderVersion(path, found.version, { from: currentPath })
    if (currentPath !== path && 'value' in found) await rename(currentPath, path)
    currentPath = path
    const store = await openStore(storeOptions(path))
    // The last valid copy of an earlier version is outdated now.
    await rm(lastGoodPath(path), { force: true })
    return store
  })
  const initialContent = 'value' in found ? validFields(found.value) : {}
  const content =
    found.state === 'older'
      ? await open().then(
          ({ store }): Content => ({ ...store }),
          // If the write fails now, the first change reports it.
          () => initialContent,
        )
      : initialContent
  return { preferences: inStore(content, open), quarantinedAs, readOnlyReason: null }
}
