export interface Emitter<Value> {
  /** @returns a function that unsubscribes */
  readonly add: (listener: (value: Value) => void) => () => void
  readonly emit: (value: Value) => void
  /** Removes all listeners. */
  readonly clear: () => void
}

/** A list of listeners. Adding or removing one during a call does not affect the others. */
export const createEmitter = <Value>(): Emitter<Value> => {
  const listeners = new Set<(value: Value) => void>()
  return {
    add: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    emit: (value) => {
      for (const listener of [...listeners]) listener(value)
    },
    clear: () => listeners.clear(),
  }
}
