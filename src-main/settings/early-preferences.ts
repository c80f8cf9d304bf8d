import { join } from 'node:path'
import { languages, themes } from '#shared/model/app/settings'
import { readTextSync } from '../util/files/regular-file'
import { isWindowPlacement } from './window-placement'
import type { WindowPlacement } from './window-placement'

/** The app's language for a locale of the system, such as `zh-Hans-CN`. */
export const languageOf = (locale: string): 'en' | 'zh' =>
  locale.toLowerCase().startsWith('zh') ? 'zh' : 'en'

/**
 * Reads the language, the theme and the window bounds from `settings.json`. The window opens before the settings are loaded and
 * would otherwise flash or move. `openPreferences` reports problems in the file.
 */
export const readEarlyPreferences = (
  folder: string,
): {
  language: (typeof languages)[number]
  theme: (typeof themes)[number]
  window: WindowPlacement | null
} => {
  let content: Record<string, unknown> = {}
  try {
    content = { ...(JSON.parse(readTextSync(join(folder, 'settings.json'))) as object | null) }
  } catch {
    // A missing or unreadable file: the defaults apply.
  }
  return {
    language: languages.find((known) => known === content['language']) ?? 'system',
    theme: themes.find((known) => known === content['theme']) ?? 'system',
    window: isWindowPlacement(content['window']) ? content['window'] : null,
  }
}
