import { join } from 'node:path'
import electronLog from 'electron-log/node'
import { redact } from './redact'

export interface Log {
  info(what: string, facts?: object): void
  warn(what: string, facts?: object): void
  error(what: string, facts?: object): void
}

const largestFile = 5 * 1024 * 1024

/** `logs/main.log` in the user-data folder, redacted; electron-log keeps one older file of it. */
export const createLog = (folder: string): Log => {
  const logger = electronLog.create({ logId: 'main' })
  logger.transports.file.resolvePathFn = () => join(folder, 'logs', 'main.log')
  logger.transports.file.maxSize = largestFile
  logger.transports.console.level = 'warn'
  const line = (what: string, facts?: object) =>
    facts === undefined ? what : `${what} ${JSON.stringify(redact(facts))}`
  return {
    info: (what, facts) => logger.info(line(what, facts)),
    warn: (what, facts) => logger.warn(line(what, facts)),
    error: (what, facts) => logger.error(line(what, facts)),
  }
}
