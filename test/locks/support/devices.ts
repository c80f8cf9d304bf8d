import type { HidEntry } from '../../../src-main/locks/hid/hid-port'
import { lockProfileSchema } from '../../../src-main/locks/profiles/profile'
import type { LockProfile } from '../../../src-main/locks/profiles/profile'
import type { Firmware, SimulatedDevice } from '../../../src-main/locks/simulator/simulated-hid-port'
import { trainingResponse, trainingIds, trainingProduct } from '../../../src-main/locks/simulator/firmware'
import trainingLock from '../../../resources/lock-profiles/training-lock.json'

export const trainingProfile: LockProfile = lockProfileSchema.parse(trainingLock)

/** The training lock's profile as in a file, with the given changes. */
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

/** Firmware that responds to each request with the result of `answer`. */
export const answering = (answer: (report: Uint8Array) => Uint8Array | null): Firmware => ({
  onReport: (report, reply) => {
    const answered = answer(report)
    if (answered !== null) reply(answered)
  },
})

export const wellFirmware = (digits: string): Firmware =>
  answering((report) => trainingResponse(report, digits))

/** A lock with the training protocol, plugged into `path`. */
export const lockAt = (
  path: string,
  digits: string,
  entry: Partial<HidEntry> = {},
  firmware: Firmware = wellFirmware(digits),
): SimulatedDevice => ({ entries: [hidEntry({ path, ...entry })], firmware })
