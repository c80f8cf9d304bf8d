/** Simulated locks that can be disabled and are initially enabled (resources/training). */
const candidates = ['8000000017', '8000000023', '8000000024', '8000000025', '6000000011']

/**
 * A random generator, repeatable by its seed (mulberry32, Tommy Ettinger, public domain).
 * @param {number} seed
 */
export function createRandom(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** An integer from `least` to `most`, both inclusive. */
  const between = (/** @type {number} */ min, /** @type {number} */ max) =>
    min + Math.floor(next() * (max - min + 1))
  /**
   * @template Item
   * @param {readonly Item[]} items
   * @returns {Item[]}
   */
  const shuffled = (items) =>
    items
      .map((item) => ({ item, at: next() }))
      .sort((one, other) => one.at - other.at)
      .map(({ item }) => item)
  return { next, between, shuffled }
}

/**
 * The random locks that the tour changes, searches and makes unreadable.
 * @param {number} seed
 */
export function pickLocks(seed) {
  const { next } = createRandom(seed)
  const remaining = [...candidates]
  const draw = () => remaining.splice(Math.floor(next() * remaining.length), 1)[0] ?? ''
  return { changed: draw(), lookedUp: draw(), unreadable: draw() }
}
