import { runSystemProgram } from '../util/system-program'

// On Linux, Chromium reads the names of files by the encoding of the locale, and leaves out files whose names it cannot
// read: a chosen or dropped file is not there, without a message. It reads the locale before any code of the app runs.

type Environment = Readonly<Record<string, string | undefined>>

/** Comes with the C library everywhere, with Debian's since 2013 and without a file of its own since version 2.35. */
const locale = 'C.UTF-8'

/** Of the C locale, which is also in use when the chosen one is not installed. */
const ascii = 'ANSI_X3.4-1968'

/** The encoding of the locale as the C library reads it; empty if the program is missing. */
const systemCharmap = async (environment: Environment): Promise<string> => {
  const variables: Record<string, string> = {}
  for (const name of ['LC_ALL', 'LC_CTYPE', 'LANG']) variables[name] = environment[name] ?? ''
  const limits = { maxBytes: 1000, timeoutMs: 2000, variables }
  const printed = await runSystemProgram('/usr/bin/locale', ['charmap'], limits).catch(() => '')
  return printed.toString().trim()
}

const chosenLocale = (environment: Environment, category: 'LC_CTYPE' | 'LC_MESSAGES'): string =>
  [environment['LC_ALL'], environment[category], environment['LANG']].find(Boolean) ?? ''

const isPlainC = (name: string): boolean => name === '' || name === 'C' || name === 'POSIX'

/** Whether Chromium reads only names of ASCII characters. Other encodings than UTF-8 are a choice, and stay. */
export const losesFileNames = async (
  environment: Environment,
  platform: NodeJS.Platform,
  charmap = systemCharmap,
): Promise<boolean> => {
  if (platform !== 'linux') return false
  return isPlainC(chosenLocale(environment, 'LC_CTYPE')) || (await charmap(environment)) === ascii
}

/** The variables with which the app reads all file names, in the language of before; null if that was tried. */
export const fileNameVariables = (environment: Environment): Readonly<Record<string, string>> | null => {
  if (environment['LC_ALL'] === locale) return null
  const messages = chosenLocale(environment, 'LC_MESSAGES')
  const language = environment['LANGUAGE'] ?? ''
  return {
    LC_ALL: locale,
    ...(language === '' && !isPlainC(messages) ? { LANGUAGE: messages } : {}),
  }
}
