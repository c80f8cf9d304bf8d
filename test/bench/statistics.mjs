/**
 * @param {readonly number[]} values at least one
 * @returns {number}
 */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? NaN
  const lower = sorted[Math.ceil(middle) - 1] ?? NaN
  return (lower + upper) / 2
}

/**
 * @param {readonly number[]} values at least one
 * @param {number} share from 0 to 1
 * @returns {number} the smallest value that at least this share of the values do not exceed
 */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN
}

/**
 * Compares two series measured in pairs, so that a slow phase of the machine affects both.
 * @param {readonly number[]} base
 * @param {readonly number[]} ours as many
 * @returns {{ base: number, ours: number, ratio: number }} medians; the ratio is the median of the pairs' ratios
 */
export function compare(base, ours) {
  return {
    base: median(base),
    ours: median(ours),
    ratio: median(ours.map((value, index) => value / (base[index] ?? NaN))),
  }
}
