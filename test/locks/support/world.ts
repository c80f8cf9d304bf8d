import type { DeviceDeps } from '../../../src-main/locks/hid/device-deps'
import type { Logger } from '../../../src-main/util/logger'
import { createManualClock } from './manual-clock'
import type { ManualClock } from './manual-clock'

export interface TestWorld extends DeviceDeps {
  readonly clock: ManualClock
  readonly log: Logger
  readonly logged: readonly string[]
}

/** A manual clock, counting plug IDs and tags, and a recorded log. */
export const createWorld = (): TestWorld => {
  const logged: string[] = []
  const write = (level: string) => (message: string) => void logged.push(`${level}: ${message}`)
  let plugs = 0
  let tags = 0
  return {
    clock: createManualClock(),
    newPlugId: () => `plug-${(plugs += 1)}`,
    randomBytes: (length) => new Uint8Array(length).fill((tags += 1)),
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    logged,
  }
}
