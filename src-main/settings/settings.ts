import { z } from 'zod'
import { defaultSettings } from '#shared/model/app/settings'
import type { Settings } from '#shared/model/app/settings'
import { settingFields } from '#shared/model/app/settings-schema'
import { createSequencer } from '../util/async'
import { createEmitter } from '../util/emitter'

/** The storage of settings: settings-file.ts in the app, an object in tests. */
export interface Preferences {
  readonly read: () => Readonly<Record<string, unknown>>
  /** Writes these values and keeps the others. Throws the file system's error. */
  readonly write: (values: Readonly<Record<string, unknown>>) => Promise<void>
}

type SettingFields = typeof settingFields

/** Each invalid field falls back to its default; the others keep their value. */
export const settingsSchema = (defaults: Settings) =>
  z.object(
    Object.fromEntries(
      Object.entries<z.ZodType>(settingFields).map(([name, field]) => [
        name,
        field.catch(defaults[name as keyof Settings]),
      ]),
    ) as { readonly [Name in keyof SettingFields]: z.ZodCatch<SettingFields[Name]> },
  )

export interface SettingsStore {
  readonly read: () => Settings
  /** Throws the file system's error and then keeps the settings. */
  readonly change: (changes: Partial<Settings>) => Promise<Settings>
  readonly onChange: (listener: (settings: Settings) => void) => () => void
}

/** @param managed values of the policy, which are not saved; changes of them are dropped */
export const createSettings = (
  preferences: Preferences,
  operatorIdentity: string,
  managed: Partial<Settings> = {},
): SettingsStore => {
  const schema = settingsSchema({ ...defaultSettings, operatorIdentity })
  const listeners = createEmitter<Settings>()
  let chosen = schema.parse(preferences.read())
  const current = (): Settings => ({ ...chosen, ...managed })
  const sequencer = createSequencer()
  return {
    read: current,
    // In sequence: concurrent changes must not overwrite each other.
    change: (changes) =>
      sequencer.queue(async () => {
        const possibleChanges = Object.entries(changes).filter(([name]) => !(name in managed))
        const next = { ...chosen, ...Object.fromEntries(possibleChanges) }
        await preferences.write({ ...next })
        chosen = next
        listeners.emit(current())
        return current()
      }),
    onChange: listeners.add,
  }
}
