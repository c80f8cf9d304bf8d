import { z } from 'zod'
import { languages, themes } from '#shared/commands'
import type { Settings } from '#shared/commands'
import { queueHours } from '#shared/outbox-commands'
import { usualLabels } from '#shared/model/label'
import { labelSettings } from '#shared/model/label-schema'
import { freshOpening } from '#shared/model/opening'
import { openingSettings } from '#shared/model/opening-schema'
import { timeUnits } from '#shared/model/timestamp'
import { createListeners } from '../listeners'

/** Where preferences lie: settings-file.ts in the app, an object in tests. */
export interface Preferences {
  readonly read: () => Readonly<Record<string, unknown>>
  /** Throws what the disk said. */
  readonly write: (values: Settings) => Promise<void>
}

/** Every field stands by itself: one that makes no sense falls back, the others keep their value. */
export const settingsSchema = (defaults: Settings) =>
  z.object({
    language: z.enum(languages).catch(defaults.language),
    theme: z.enum(themes).catch(defaults.theme),
    railCollapsed: z.boolean().catch(defaults.railCollapsed),
    operatorIdentity: z.string().max(200).catch(defaults.operatorIdentity),
    timeUnit: z.enum(timeUnits).catch(defaults.timeUnit),
    operators: z.array(z.string().max(200)).max(100).readonly().catch(defaults.operators),
    idleLockMinutes: z.int().min(0).max(240).catch(defaults.idleLockMinutes),
    sound: z.boolean().catch(defaults.sound),
    chunkSize: z.int().min(1).max(1000).catch(defaults.chunkSize),
    labels: labelSettings.catch(defaults.labels),
    queueHours: z.int().min(queueHours.least).max(queueHours.most).catch(defaults.queueHours),
    opening: openingSettings.catch(defaults.opening),
  })

export interface SettingsStore {
  readonly read: () => Settings
  /** Throws what the disk said; the settings then stay as they were. */
  readonly change: (changes: Partial<Settings>) => Promise<Settings>
  readonly onChange: (listener: (settings: Settings) => void) => () => void
}

/** What a fresh desk has. */
export const usualSettings: Settings = {
  language: 'system',
  theme: 'system',
  railCollapsed: false,
  operatorIdentity: '',
  timeUnit: 'auto',
  operators: [],
  idleLockMinutes: 0,
  sound: true,
  chunkSize: 100,
  labels: usualLabels,
  queueHours: queueHours.usual,
  opening: freshOpening,
}

export const createSettings = (preferences: Preferences, operatorIdentity: string): SettingsStore => {
  const schema = settingsSchema({ ...usualSettings, operatorIdentity })
  const listeners = createListeners<Settings>()
  let current = schema.parse(preferences.read())
  let turn: Promise<unknown> = Promise.resolve()
  return {
    read: () => current,
    change: (changes) => {
      // One after the other: two changes at once must not take each other's back.
      const changed = turn.then(async () => {
        const next = { ...current, ...changes }
        await preferences.write(next)
        current = next
        listeners.tell(current)
        return current
      })
      turn = changed.catch(() => undefined)
      return changed
    },
    onChange: listeners.add,
  }
}
