import { homedir, release, type, userInfo } from 'node:os'
import type { AttachedDevice, AttachedDevices } from '#shared/model/locks/attached-device'
import type { BrokenProfile, ProfileEntry } from '#shared/model/locks/lock-profile'
import type { EnabledModel } from '#shared/model/locks/plugged-lock'
import { hexId, usbId } from '#shared/usb-id'

export interface ReportParts {
  readonly version: string
  readonly now: Date
  readonly devices: AttachedDevices
  readonly profiles: readonly ProfileEntry[]
  readonly broken: readonly BrokenProfile[]
  readonly models: readonly EnabledModel[]
}

const readBy = ({ profile, noCard, reading, nearMisses }: AttachedDevice): string[] => {
  const lines = [
    profile === null
      ? `  profile: none${noCard === null ? ', shown as an unknown model' : `, no card: ${noCard}`}`
      : `  profile: ${profile.id}`,
  ]
  if (reading?.state === 'read') lines.push(`  read: ${reading.shellNumber}`)
  if (reading?.state === 'failed') lines.push(`  read failed: ${reading.reason}: ${reading.detail}`)
  for (const { profileId, mismatches } of nearMisses) {
    const why = mismatches.map(
      ({ what, expected, found }) => `${what} expected ${expected}, found ${found ?? 'none'}`,
    )
    lines.push(
      why.length === 0
        ? `  ${profileId} matches, but another profile comes first`
        : `  ${profileId} does not match: ${why.join('; ')}`,
    )
  }
  return lines
}

const deviceLines = (device: AttachedDevice, index: number): string[] => {
  const { facts, interfaces } = device
  return [
    `${index + 1}. ${usbId(facts)} ${facts.manufacturer ?? '-'} / ${facts.product ?? '-'}`,
    `  id ${device.deviceId}, ${device.source}, serial number ${facts.serialNumber ?? 'none'}`,
    ...interfaces.map(
      (each) =>
        `  interface ${each.interface ?? '-'}: usages ${each.usages.map(({ page, usage }) => `${hexId(page)}/${hexId(usage)}`).join(' ') || 'none'}`,
    ),
    ...readBy(device),
  ]
}

/** Removes the user name and the home folder from system messages. */
export const withoutUserName = (
  text: string,
  home: string = homedir(),
  user: string = userInfo().username,
): string => {
  const withoutHome = home.length > 1 ? text.replaceAll(home, '~') : text
  const literal = user.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  // Only as a path segment: for a user called “lock”, the word must stay in other texts.
  return user === ''
    ? withoutHome
    : withoutHome.replace(new RegExp(`(?<=[\\\\/])${literal}(?=[\\\\/]|$)`, 'gm'), '…')
}

/**
 * A device report for support, in English. Contains what the system reports about the devices, and nothing
 * secret.
 */
export const deviceReport = ({ version, now, devices, profiles, broken, models }: ReportParts): string =>
  withoutUserName(
    [
      `Lock Desk ${version}, ${type()} ${release()}, ${process.platform} ${process.arch}`,
      now.toISOString(),
      '',
      `Devices: ${devices.devices.length} (${devices.state}${devices.problem === null ? '' : `: ${devices.problem}`})`,
      ...devices.devices.flatMap(deviceLines),
      '',
      'Profiles, in the order they are tried',
      ...profiles.map((profile) => `  ${profile.id} (${profile.origin}): ${usbId(profile)} by ${profile.by}`),
      '',
      `Models read by their USB serial number: ${models.map(usbId).join(', ') || 'none'}`,
      `Invalid profile files: ${broken.map(({ file, message }) => `${file}: ${message}`).join('; ') || 'none'}`,
      '',
    ].join('\n'),
  )
