import { lstatSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import electronLog from 'electron-log/node'
import { makeContentPrivate, makePrivateFolder } from '../../src-system/private-folder'
import { redact } from './redact'

export interface Log {
  info(what: string, facts?: object): void
  warn(what: string, facts?: object): void
  error(what: string, facts?: object): void
}

/** Counts since the app started. */
export interface LogCounts {
  readonly errors: number
  readonly warnings: number
  /** Time of the last error, in ms since 1970. */
  readonly lastErrorAt: number | null
}

export const logFolder = (folder: string): string => join(folder, 'logs')

const maxFileBytes = 5 * 1024 * 1024

/** Appending to a pipe would wait for a reader, with the whole app. */
const setAsideUnlessFile = (path: string): void => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isFile() === false) renameSync(path, `${path}.unreadable-${Date.now()}`)
}

/** Writes `logs/main.log` in the user-data folder with secrets redacted; electron-log keeps one older file. */
export const createLog = (folder: string): Log & { counts(): LogCounts } => {
  makePrivateFolder(logFolder(folder))
  makeContentPrivate(logFolder(folder))
  setAsideUnlessFile(join(logFolder(folder), 'main.log'))
  const logger = electronLog.create({ logId: 'main' })
  logger.transports.file.resolvePathFn = () => join(logFolder(folder), 'main.log')
  logger.transports.file.maxSize = maxFileBytes
  logger.transports.file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  logger.transports.console.level = 'warn'
  const line = (what: string, facts?: object) =>
    facts === undefined ? what : `${what} ${JSON.stringify(redact(facts))}`
  let counts: LogCounts = { errors: 0, warnings: 0, lastErrorAt: null }
  return {
    info: (what, facts) => logger.info(line(what, facts)),
    warn: (what, facts) => {
      counts = { ...counts, warnings: counts.warnings + 1 }
      logger.warn(line(what, facts))
    },
    error: (what, facts) => {
      counts = { ...counts, errors: counts.errors + 1, lastErrorAt: Date.now() }
      logger.error(line(what, facts))
    },
    counts: () => counts,
  }
}
