import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The first file of a journal; the next ones are `journal.0002.log` and so on. */
export const journalFile = 'journal.log'

/** A restored backup is one file; this is room for two million changes. */
export const maxBytesToRead = 1024 * 1024 * 1024

export interface JournalFile {
  /** Starts at 1. */
  readonly number: number
  readonly name: string
  readonly path: string
}

export const journalFileAt = (folder: string, number: number): JournalFile => {
  const name = number === 1 ? journalFile : `journal.${String(number).padStart(4, '0')}.log`
  return { number, name, path: join(folder, name) }
}

const further = /^journal\.(\d{4,9})\.log$/

/** The files of a folder's journal, oldest first, without copies of damaged files. */
export const findJournalFiles = async (folder: string): Promise<JournalFile[]> => {
  const numbers = (await readdir(folder)).flatMap((name) => {
    const number = name === journalFile ? 1 : Number(further.exec(name)?.[1] ?? 0)
    return number > 0 && journalFileAt(folder, number).name === name ? [number] : []
  })
  return numbers.sort((a, b) => a - b).map((number) => journalFileAt(folder, number))
}

/** A timestamp for names of copies. */
export const timestampOf = (now: number): string => new Date(now).toISOString().replaceAll(':', '')
