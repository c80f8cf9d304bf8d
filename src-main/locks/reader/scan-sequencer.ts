import { createSequencer } from '../../util/async'

/**
 * What is read again besides new devices; each depth includes the previous ones. `blocked`: devices in use,
 * gone or not permitted, keeping the card's state until it works. `verify`: locks that may have been swapped
 * undetected, where the system does not distinguish plug-ins. `failed`: all failed reads.
 */
const scanDepths = ['new', 'blocked', 'verify', 'failed'] as const
export type ScanDepth = (typeof scanDepths)[number]

export const includesDepth = (depth: ScanDepth, required: ScanDepth): boolean =>
  scanDepths.indexOf(depth) >= scanDepths.indexOf(required)

/** Runs one scan at a time; requests during a scan share the next one at the greatest requested depth. */
export const createScanSequencer = (
  scanOnce: (depth: ScanDepth) => Promise<void>,
): ((depth: ScanDepth) => Promise<void>) => {
  const sequencer = createSequencer()
  let next: { depth: ScanDepth; done: Promise<void> } | null = null

  return (depth) => {
    if (next !== null) {
      if (includesDepth(depth, next.depth)) next.depth = depth
      return next.done
    }
    const request = { depth, done: Promise.resolve() }
    next = request
    request.done = sequencer.queue(() => {
      next = null
      return scanOnce(request.depth)
    })
    return request.done
  }
}
