import { fail } from '#shared/outcome'
import { newestFirst } from './lock-source'
import type { LockSource } from './lock-source'

/** Several sources as one: real locks beside the simulated ones in training. */
export const combineLockSources = (...sources: readonly LockSource[]): LockSource => {
  const list = () => newestFirst(sources.flatMap((source) => source.list()))
  return {
    list,
    onChange: (listener) => {
      const unsubscribe = sources.map((source) => source.onChange(() => listener(list())))
      return () => {
        for (const end of unsubscribe) end()
      }
    },
    rescan: () => {
      for (const source of sources) source.rescan()
    },
    recognise: (recognition) => {
      for (const source of sources) source.recognise(recognition)
    },
    identify: async (plugId, signal) => {
      const holder = sources.find((source) => source.list().some((lock) => lock.plugId === plugId))
      return holder === undefined
        ? fail({ code: 'gone', message: 'This lock is not plugged in any more.' })
        : holder.identify(plugId, signal)
    },
    stop: async () => {
      await Promise.all(sources.map((source) => source.stop()))
    },
  }
}
