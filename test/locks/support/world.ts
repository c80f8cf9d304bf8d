import type { OutsideWorld } from '../../../src-main/locks/outside-world'
import type { RoomLog } from '../../../src-main/locks/log'
import { createManualClock } from './manual-clock'
import type { ManualClock } from './manual-clock'

export interface TestWorld extends OutsideWorld {
  readonly clock: ManualClock
  readonly log: RoomLog
  readonly logged: readonly string[]
}

/** Time that stands still until it is moved, plug ids that count up, tags that count up, a log that is kept. */
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
