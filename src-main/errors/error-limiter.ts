import type { Log } from '../log/log'

const windowMs = 60_000
const maxPerWindow = 10

/**
 * Logs at most ten errors a minute and then the number dropped, so that an error loop neither fills the disk
 * nor rotates earlier entries out.
 */
export const createErrorLimiter = (log: Pick<Log, 'error'>, now: () => number = () => performance.now()) => {
  let from = -Infinity
  let written = 0
  let dropped = 0
  return (what: string, facts: object): void => {
    if (now() - from >= windowMs) {
      if (dropped > 0)
        log.error('errors dropped by the rate limit', { what: `${dropped} more in the minute before` })
      from = now()
      written = 0
      dropped = 0
    }
    if (written < maxPerWindow) {
      written += 1
      log.error(what, facts)
    } else dropped += 1
  }
}
