import { createHash } from 'node:crypto'
import type { AttachedDevice } from '#shared/model/attached-device'
import type { PluggedLock, Reading } from '#shared/model/plugged-lock'
import type { Recognition } from './lock-source'
import { nearMisses } from './near-misses'
import type { PhysicalDevice } from './physical-devices'
import { recogniseDevice, whyNoCard } from './recognise'

/** A name for one plugging-in that shows no path: paths differ between systems and may hold more than they should. */
export const deviceIdOf = ({ seats }: PhysicalDevice): string =>
  createHash('sha256').update(seats.join('\n')).digest('hex').slice(0, 16)

/** A device as the technician's page shows it. */
export const attachedDevice = (
  device: PhysicalDevice,
  {
    source,
    recognition,
    reading,
  }: {
    readonly source: PluggedLock['source']
    readonly recognition: Recognition
    readonly reading: Reading | null
  },
): AttachedDevice => {
  const recognised = recogniseDevice(device, recognition)
  const profile = recognised.kind === 'profile' ? recognised.profile : null
  return {
    deviceId: deviceIdOf(device),
    source,
    facts: device.facts,
    interfaces: device.interfaces.map(({ entry, usages }) => ({ interface: entry.interface, usages })),
    profile: profile === null ? null : { id: profile.id, name: profile.name },
    nearMisses: nearMisses(device, recognition.profiles, profile?.id ?? null),
    noCard: profile === null ? whyNoCard(device) : null,
    reading,
  }
}
