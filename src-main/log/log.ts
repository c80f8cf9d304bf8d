import { join } from 'node:path'
import electronLog from 'electron-log/node'
import { redact } from './redact'

export interface Log {
  info(what: string, facts?: object): void
  warn(what: string, facts?: object): void
  error(what: string, facts?: object): void
}

/** What was written since the app was started. */
export interface LogCounts {
  readonly errors: number
  readonly warnings: number
  /** Of the last error, ms since 1970. */
  readonly lastErrorAt: number | null
}

export const logFolder = (folder: string): string => join(folder, 'logs')

const largestFile = 5 * 1024 * 1024

/** `logs/main.log` in the user-data folder, redacted; electron-log keeps one older file of it. */
export const createLog = (folder: string): Log & { counts(): LogCounts } => {
  const logger = electronLog.create({ logId: 'main' })
  logger.transports.file.resolvePathFn = () => join(logFolder(folder), 'main.log')
  logger.transports.file.maxSize = largestFile
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
