/**
 * How much is read again beside what is new, each with what stands before it. `blocked`: what was held, gone or not
 * permitted, without a word on the card until it works. `verify`: locks that may have been swapped unseen, where the
 * system does not tell one plugging-in from the next. `failed`: everything that could not be read.
 */
const depths = ['new', 'blocked', 'verify', 'failed'] as const
export type ScanDepth = (typeof depths)[number]

export const reaches = (depth: ScanDepth, wanted: ScanDepth): boolean =>
  depths.indexOf(depth) >= depths.indexOf(wanted)

/** One scan at a time; requests that come meanwhile share the one after it, which goes as deep as any of them asked. */
export const takingTurns = (
  scanOnce: (depth: ScanDepth) => Promise<void>,
): ((depth: ScanDepth) => Promise<void>) => {
  let running: Promise<void> = Promise.resolve()
  let next: { depth: ScanDepth; done: Promise<void> } | null = null

  return (depth) => {
    if (next !== null) {
      if (reaches(depth, next.depth)) next.depth = depth
      return next.done
    }
    const mine = { depth, done: Promise.resolve() }
    next = mine
    mine.done = running.then(() => {
      next = null
      return scanOnce(mine.depth)
    })
    running = mine.done.catch(() => undefined)
    return mine.done
  }
}
