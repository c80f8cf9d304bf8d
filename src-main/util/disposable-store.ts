import { withDeadline } from './async'

/** A function, or a part that can be stopped. */
export type Disposable = (() => unknown) | { readonly stop: () => unknown }

export interface DisposableStore {
  /** Returns the part, which is stopped with the store. */
  readonly add: <Part extends Disposable>(part: Part) => Part
  /**
   * Stops everything in reverse order; a failure or timeout does not stop the rest. Throws the first failure.
   */
  readonly stop: () => Promise<void>
}

/** Time limits for stopping. A session contains its platform, so the outer limit is longer. */
export const stopTimeoutsMs = { platform: 6_000, session: 15_000, app: 4_000 } as const

/** Started parts with a common lifetime. Each gets `limitMs` to stop. */
export const createDisposableStore = (limitMs: number): DisposableStore => {
  const parts: Disposable[] = []
  return {
    add: (part) => {
      parts.push(part)
      return part
    },
    stop: async () => {
      const failures: unknown[] = []
      for (const part of parts.splice(0).reverse()) {
        try {
          await withDeadline(limitMs, null, () =>
            Promise.resolve(typeof part === 'function' ? part() : part.stop()),
          )
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}
