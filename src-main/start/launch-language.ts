import { readFirstPreferences } from '../settings/first-preferences'
import type { Language } from '../command-line/texts'

/** Electron does not know it before it is ready. */
export const systemLanguage = (): Language =>
  Intl.DateTimeFormat().resolvedOptions().locale.startsWith('zh') ? 'zh' : 'en'

/** The language chosen in Settings, otherwise the system's. @param folder the user-data folder */
export const languageIn = (folder: string): Language => {
  const { language } = readFirstPreferences(folder)
  return language === 'system' ? systemLanguage() : language
}
