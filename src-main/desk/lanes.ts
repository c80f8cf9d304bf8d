/** The order in which changes of one lock were asked for is the order in which they go out. */
export const createLanes = () => {
  const tails = new Map<string, Promise<unknown>>()

  return {
    /** Begins when whatever was asked for any of the keys before has ended. */
    inOrder: <Value>(keys: readonly string[], work: () => Promise<Value>): Promise<Value> => {
      const before = new Set(keys.flatMap((key) => tails.get(key) ?? []))
      const result = Promise.all(before).then(work)
      const tail = result
        .catch(() => undefined)
        .then(() => {
          for (const key of keys) if (tails.get(key) === tail) tails.delete(key)
        })
      for (const key of keys) tails.set(key, tail)
      return result
    },
    settled: async (): Promise<void> => {
      await Promise.all(tails.values())
    },
  }
}
export type Lanes = ReturnType<typeof createLanes>
