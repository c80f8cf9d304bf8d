export interface Listeners<Value> {
  /** @returns the unsubscribe */
  readonly add: (listener: (value: Value) => void) => () => void
  readonly tell: (value: Value) => void
  /** Whoever tells is at its end. */
  readonly clear: () => void
}

/** Who wants to know of something. One that leaves, or comes, while the others are told disturbs nobody. */
export const createListeners = <Value>(): Listeners<Value> => {
  const listeners = new Set<(value: Value) => void>()
  return {
    add: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell: (value) => {
      for (const listener of [...listeners]) listener(value)
    },
    clear: () => listeners.clear(),
  }
}
