import { randomBytes, randomUUID } from 'node:crypto'
import { systemClock } from '../../util/clock'
import type { Clock } from '../../util/clock'

/** Clock and randomness, replaced in tests. */
export interface DeviceDeps {
  readonly clock: Clock
  readonly randomBytes: (length: number) => Uint8Array
  readonly newPlugId: () => string
}

export const systemDeviceDeps: DeviceDeps = { clock: systemClock, randomBytes, newPlugId: randomUUID }
