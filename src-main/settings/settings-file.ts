import { z } from 'zod'
import { openJsonFile } from '../files/json-file'
import type { OpenedJsonFile } from '../files/json-file'
import type { Migrations } from '../files/versioned'
import type { Preferences } from './settings'

/** `settings.json`. Its fields are looked at one by one (settings.ts), and those of another version are kept. */
export const settingsFileSchema = z.looseObject({ version: z.literal(1) })
export type SettingsContent = z.infer<typeof settingsFileSchema>

export const noSettings: SettingsContent = { version: 1 }

/** The first ones said no version; their fields are the same. */
export const settingsMigrations: Migrations = { 0: (content) => ({ ...content, version: 1 }) }

/**
 * The preferences of this desk. Of a later version's file what makes sense is taken, the language above all; what is
 * changed then holds until the app ends.
 */
export const openPreferences = async (
  path: string,
): Promise<{ preferences: Preferences } & OpenedJsonFile<SettingsContent>> => {
  const opened = await openJsonFile(path, settingsFileSchema, noSettings, settingsMigrations)
  const { file, leftAlone } = opened
  return {
    ...opened,
    preferences: {
      read: () => (leftAlone?.because === 'newer' ? leftAlone.content : file.read()),
      write: async (values) => {
        if (leftAlone === null) await file.update((content) => ({ ...content, ...values }))
      },
    },
  }
}
