import { languageOf, readEarlyPreferences } from '../settings/early-preferences'
import type { Language } from '../command-line/texts'

/** Electron does not know it before it is ready. */
export const systemLanguage = (): Language => {
  // On Linux, this variable names the language where the locale does not.
  const chosen = process.env['LANGUAGE'] ?? ''
  return languageOf(chosen === '' ? Intl.DateTimeFormat().resolvedOptions().locale : chosen)
}

/** The language chosen in Settings, otherwise the system's. @param folder the user-data folder */
export const languageIn = (folder: string): Language => {
  const { language } = readEarlyPreferences(folder)
  return language === 'system' ? systemLanguage() : language
}
