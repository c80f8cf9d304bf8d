import { placesKey } from '../../../src-renderer/ui/place/use-place'
import type { Places } from '../../../src-renderer/ui/place/use-place'

/** One place of the history: `leave` keeps its parts, which come back with what is mounted next. */
export const createPlace = () => {
  const parts = new Map<string, () => unknown>()
  const kept = new Map<string, unknown>()
  const places: Places = {
    kept: (name) => {
      const value = kept.get(name)
      kept.delete(name)
      return value
    },
    add: (name, { take }) => {
      parts.set(name, take)
      return () => parts.delete(name)
    },
  }
  return {
    provide: { [placesKey as symbol]: places },
    leave: (): void => {
      for (const [name, take] of parts) kept.set(name, take())
    },
  }
}
