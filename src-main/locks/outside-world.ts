import { randomBytes, randomUUID } from 'node:crypto'
import { systemClock } from './clock'
import type { Clock } from './clock'

/** Time and chance, so that tests can set both. */
export interface OutsideWorld {
  readonly clock: Clock
  readonly randomBytes: (length: number) => Uint8Array
  readonly newPlugId: () => string
}

export const outsideWorld: OutsideWorld = { clock: systemClock, randomBytes, newPlugId: randomUUID }
