/**
 * The main thread's work per key, from a Chromium trace. A task belongs to the last key that the page received
 * before the task ended, so the task that delivers the key counts in full.
 * @typedef {object} KeyWork
 * @property {number} work thread time in milliseconds of all tasks up to the next key
 * @property {number} elapsed wall time in milliseconds of those tasks, including time taken by other processes
 * @property {number} longest wall time in milliseconds of the longest task, during which the page is blocked
 */

/**
 * @typedef {object} TraceEvent
 * @property {string} name
 * @property {string} ph
 * @property {number} pid
 * @property {number} tid
 * @property {number} ts microseconds
 * @property {number} [dur] microseconds
 * @property {number} [tdur] microseconds of the thread's own time
 */

const markName = /^bench-key-\d+$/

/**
 * @param {readonly TraceEvent[]} events
 * @returns {KeyWork[]} one per key, in their order
 */
export function workPerKey(events) {
  const marks = events.filter(({ name }) => markName.test(name)).toSorted((a, b) => a.ts - b.ts)
  const [first] = marks
  if (first === undefined) return []
  const tasks = events
    .filter(
      ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === first.pid && tid === first.tid,
    )
    .map(({ ts, dur = 0, tdur = dur }) => ({ end: ts + dur, elapsed: dur / 1000, work: tdur / 1000 }))
    .toSorted((a, b) => a.end - b.end)
  const work = marks.map(() => ({ work: 0, elapsed: 0, longest: 0 }))
  let key = -1
  for (const { end, elapsed, work: own } of tasks) {
    while (key + 1 < marks.length && (marks[key + 1]?.ts ?? Infinity) <= end) key += 1
    const of = work[key]
    if (of === undefined) continue
    of.work += own
    of.elapsed += elapsed
    of.longest = Math.max(of.longest, elapsed)
  }
  return work
}
