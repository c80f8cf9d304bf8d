/** Training locks that can be disabled and are not disabled to begin with (resources/training). */
const candidates = ['8000000017', '8000000023', '8000000024', '8000000025', '6000000011']

/**
 * Numbers from a seed, the same at every call with the same seed (mulberry32, Tommy Ettinger, public domain).
 * @param {number} seed
 */
export function createDraw(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** A whole number from `least` to `most`, both among them. */
  const between = (/** @type {number} */ least, /** @type {number} */ most) =>
    least + Math.floor(next() * (most - least + 1))
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
 * The locks a tour uses one by one.
 * @param {number} seed
 */
export function drawLocks(seed) {
  const { next } = createDraw(seed)
  const left = [...candidates]
  const draw = () => left.splice(Math.floor(next() * left.length), 1)[0] ?? ''
  return { changed: draw(), lookedUp: draw(), unreadable: draw() }
}
