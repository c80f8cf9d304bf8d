/** A random source with the same values for the same seed and run, so that one run can be repeated. */
export interface Draw {
  /** A whole number from 0 up to but excluding `below`. */
  below(below: number): number
  between(from: number, to: number): number
  chance(share: number): boolean
  one<Item>(items: readonly Item[]): Item
  bytes(length: number): Uint8Array
}

/** Mulberry32: small, fast and good enough for test inputs. */
export const drawFor = (seed: number, run: number): Draw => {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(run + 1, 0x85ebca6b)) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    between: (from, to) => from + below(to - from + 1),
    chance: (share) => next() < share,
    one: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
  }
}
