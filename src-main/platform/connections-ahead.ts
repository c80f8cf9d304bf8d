import { originOf } from '../origin-of'
import { goodForMs } from './fresh-connection'
import type { FreshConnection } from './fresh-connection'

interface Ahead {
  readonly connection: FreshConnection
  readonly timer: NodeJS.Timeout
}

/**
 * Connections opened for requests that are about to follow, one for each origin. Each is given away once; one that
 * nobody has come for is closed as soon as it is too old to be used.
 */
export const createConnectionsAhead = () => {
  const waiting = new Map<string, Ahead>()
  let isStopped = false

  const take = (url: string): FreshConnection | null => {
    const origin = originOf(url)
    const found = waiting.get(origin)
    if (found === undefined) return null
    waiting.delete(origin)
    clearTimeout(found.timer)
    return found.connection
  }
  const drop = (url: string): void => take(url)?.discard()

  return {
    open: (url: string, connect: () => FreshConnection): void => {
      const origin = originOf(url)
      if (isStopped || waiting.has(origin)) return
      const timer = setTimeout(() => drop(url), goodForMs)
      timer.unref()
      waiting.set(origin, { connection: connect(), timer })
    },
    take,
    drop,
    stop: (): void => {
      isStopped = true
      for (const origin of [...waiting.keys()]) drop(origin)
    },
  }
}
