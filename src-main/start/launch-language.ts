import { languageOf, readEarlyPreferences } from '../settings/early-preferences'
import type { Language } from '../command-line/texts'

/** Electron does not know it before it is ready. */
export const systemLanguage = (): Language => languageOf(Intl.DateTimeFormat().resolvedOptions().locale)

/** The language chosen in Settings, otherwise the system's. @param folder the user-data folder */
export const languageIn = (folder: string): Language => {
  const { language } = readEarlyPreferences(folder)
  return language === 'system' ? systemLanguage() : language
}
