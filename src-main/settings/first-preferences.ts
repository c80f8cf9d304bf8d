import { join } from 'node:path'
import { themes } from '#shared/model/settings'
import { readTextSync } from '../util/files/regular-file'
import { isWindowPlacement } from './window-placement'
import type { WindowPlacement } from './window-placement'

/**
 * Reads the theme and the window bounds from `settings.json`. The window opens before the settings are loaded and
 * would otherwise flash or move. `openPreferences` reports problems in the file.
 */
export const readFirstPreferences = (
  folder: string,
): { theme: (typeof themes)[number]; window: WindowPlacement | null } => {
  let content: Record<string, unknown> = {}
  try {
    content = { ...(JSON.parse(readTextSync(join(folder, 'settings.json'))) as object | null) }
  } catch {
    // A missing or unreadable file: the defaults apply.
  }
  return {
    theme: themes.find((known) => known === content['theme']) ?? 'system',
    window: isWindowPlacement(content['window']) ? content['window'] : null,
  }
}
