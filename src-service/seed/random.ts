/** mulberry32: small, and the same sequence on every platform. */
export const createRandom = (seed: number) => {
  let state = seed >>> 0
  /** From 0 inclusive to 1 exclusive. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** An integer from `low` to `high`, both inclusive. */
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[between(0, items.length - 1)]
    if (item === undefined) throw new Error('There is nothing to pick from')
    return item
  }
  const chance = (share: number): boolean => next() < share
  /** A random key; the values are the weights. */
  const weighted = <Key extends string>(weights: Readonly<Record<Key, number>>): Key => {
    const entries = Object.entries<number>(weights) as [Key, number][]
    let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [key, weight] of entries) {
      left -= weight
      if (left < 0) return key
    }
    throw new Error('There is nothing to weigh')
  }
  return { between, pick, chance, weighted }
}
export type Random = ReturnType<typeof createRandom>
