import { createHash } from 'node:crypto'
import type { AttachedDevice } from '#shared/model/locks/attached-device'
import type { PluggedLock, Reading } from '#shared/model/locks/plugged-lock'
import type { Recognition } from '../lock-source'
import { nearMisses } from '../profiles/near-misses'
import type { PhysicalDevice } from './physical-devices'
import { protectedKind } from './protected-device'
import { recognizeDevice, noCardReasonOf } from '../reader/recognize'

/** An ID for one plug-in without the path: paths differ by system and may contain private data. */
export const deviceIdOf = ({ interfaceKeys }: PhysicalDevice): string =>
  createHash('sha256').update(interfaceKeys.join('\n')).digest('hex').slice(0, 16)

/** A device as the Devices page shows it. */
export const attachedDevice = (
  device: PhysicalDevice,
  {
    source,
    recognition,
    card,
  }: {
    readonly source: PluggedLock['source']
    readonly recognition: Recognition
    /** Null if the device has no card. */
    readonly card: { readonly reading: Reading; readonly pluggedAt: number } | null
  },
): AttachedDevice => {
  const recognised = recognizeDevice(device, recognition)
  const profile = recognised.kind === 'profile' ? recognised.profile : null
  return {
    deviceId: deviceIdOf(device),
    source,
    facts: device.facts,
    interfaces: device.interfaces.map(({ entry, usages }) => ({ interface: entry.interface, usages })),
    profile: profile === null ? null : { id: profile.id, name: profile.name },
    nearMisses: nearMisses(device, recognition.profiles, profile?.id ?? null),
    isProtected: protectedKind(device) !== null,
    noCard: profile === null ? noCardReasonOf(device) : null,
    reading: card?.reading ?? null,
    pluggedAt: card?.pluggedAt ?? null,
  }
}
