import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { themes } from '#shared/commands'

/**
 * The theme in `settings.json`, or the system's: the window is open before the settings are, and must not flash in the
 * other one's colour. What is wrong with the file is `openPreferences`' to say.
 */
export const chosenTheme = (folder: string): (typeof themes)[number] => {
  try {
    const { theme } = JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')) as { theme?: unknown }
    return themes.find((known) => known === theme) ?? 'system'
  } catch {
    return 'system'
  }
}
