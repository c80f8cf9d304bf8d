import type { HidEntry } from '../../../src-main/locks/hid-port'
import { lockProfileSchema } from '../../../src-main/locks/profile'
import type { LockProfile } from '../../../src-main/locks/profile'
import type { Firmware, SimulatedDevice } from '../../../src-main/locks/simulated-hid-port'
import { trainingAnswer, trainingIds, trainingProduct } from '../../../src-main/locks/training-lock'
import trainingLock from '../../../resources/lock-profiles/training-lock.json'

export const trainingProfile: LockProfile = lockProfileSchema.parse(trainingLock)

/** A profile as a file would have it, the training lock's but for what is given. */
export const profileFile = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...structuredClone(trainingLock),
  ...changes,
})

export const hidEntry = (changes: Partial<HidEntry> = {}): HidEntry => ({
  path: '/dev/hidraw0',
  ...trainingIds,
  usagePage: 0xff00,
  usage: 1,
  interface: 0,
  product: trainingProduct,
  manufacturer: 'Test',
  serialNumber: null,
  instance: null,
  physical: null,
  ...changes,
})

/** Firmware that answers each request with what `answer` makes of it. */
export const answering = (answer: (report: Uint8Array) => Uint8Array | null): Firmware => ({
  onReport: (report, reply) => {
    const answered = answer(report)
    if (answered !== null) reply(answered)
  },
})

export const wellFirmware = (digits: string): Firmware =>
  answering((report) => trainingAnswer(report, digits))

/** A lock that speaks the training protocol, plugged into `path`. */
export const lockAt = (
  path: string,
  digits: string,
  entry: Partial<HidEntry> = {},
  firmware: Firmware = wellFirmware(digits),
): SimulatedDevice => ({ entries: [hidEntry({ path, ...entry })], firmware })
