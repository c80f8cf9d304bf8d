import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { messageOf } from '#shared/error-message'
import { lastGoodPath } from '../util/files/durable-file'
import { readOrQuarantine } from '../util/files/json-file'
import type { ReadOnlyReason } from '../util/files/json-file'
import { copyOlderVersion } from '../util/files/older-copies'
import type { Preferences } from '../settings/settings'
import { updateChoices } from '../settings/update-choices'

/** `updates.json`, the former file of the update settings. */
const formerChoices = {
  version: 1,
  schema: z.object({ version: z.literal(1), choices: updateChoices.nullable() }),
  migrations: {},
}

/** Migrates the file once: its choice becomes the setting `updates`; the file stays as a copy. */
export const migrateUpdateChoices = async (
  path: string,
  preferences: Preferences,
): Promise<{ readonly quarantinedAs: string | null; readonly readOnlyReason: ReadOnlyReason | null }> => {
  const { found, from, quarantinedAs: place } = await readOrQuarantine(path, formerChoices)
  const quarantinedAs = place === null ? null : basename(place)
  if ('because' in found) return { quarantinedAs, readOnlyReason: found }
  if (!('value' in found)) return { quarantinedAs, readOnlyReason: null }
  const { choices } = found.value
  try {
    const isChosen = preferences.read()['updates'] !== undefined
    if (choices !== null && !isChosen) await preferences.write({ updates: choices })
    await copyOlderVersion(path, formerChoices.version, { from })
    for (const name of [path, lastGoodPath(path)]) await rm(name, { force: true })
    return { quarantinedAs, readOnlyReason: null }
  } catch (error) {
    // The file stays for the next start.
    const message = messageOf(error)
    return { quarantinedAs, readOnlyReason: { because: 'unreachable', message } }
  }
}
