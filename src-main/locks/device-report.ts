import { homedir, release, type, userInfo } from 'node:os'
import type { AttachedDevice, AttachedDevices } from '#shared/model/attached-device'
import type { ProfileEntry } from '#shared/model/lock-profile'
import type { BrokenProfile, EnabledModel } from '#shared/model/plugged-lock'

export interface ReportParts {
  readonly version: string
  readonly now: Date
  readonly devices: AttachedDevices
  readonly profiles: readonly ProfileEntry[]
  readonly broken: readonly BrokenProfile[]
  readonly models: readonly EnabledModel[]
}

const hex = (id: number) => id.toString(16).padStart(4, '0')
const ids = ({ vendorId, productId }: { vendorId: number; productId: number }) =>
  `${hex(vendorId)}:${hex(productId)}`

const readBy = ({ profile, noCard, reading, nearMisses }: AttachedDevice): string[] => {
  const lines = [
    profile === null
      ? `  profile: none${noCard === null ? ', shown as an unknown model' : `, no card: ${noCard}`}`
      : `  profile: ${profile.id}`,
  ]
  if (reading?.state === 'read') lines.push(`  read: ${reading.shellNumber}`)
  if (reading?.state === 'failed') lines.push(`  not read: ${reading.reason}: ${reading.detail}`)
  for (const { profileId, mismatches } of nearMisses) {
    const why = mismatches.map(
      ({ what, wanted, found }) => `${what} wanted ${wanted}, found ${found ?? 'none'}`,
    )
    lines.push(`  not by ${profileId}: ${why.length === 0 ? 'another profile comes first' : why.join('; ')}`)
  }
  return lines
}

const deviceLines = (device: AttachedDevice, index: number): string[] => {
  const { facts, interfaces } = device
  return [
    `${index + 1}. ${ids(facts)} ${facts.manufacturer ?? '-'} / ${facts.product ?? '-'}`,
    `  id ${device.deviceId}, ${device.source}, serial number ${facts.serialNumber ?? 'none'}`,
    ...interfaces.map(
      (each) =>
        `  interface ${each.interface ?? '-'}: usages ${each.usages.map(({ page, usage }) => `${hex(page)}/${hex(usage)}`).join(' ') || 'none'}`,
    ),
    ...readBy(device),
  ]
}

/** The names of the person and of their home are nobody's business, wherever a message of the system carries them. */
export const withoutPerson = (
  text: string,
  home: string = homedir(),
  user: string = userInfo().username,
): string => {
  const withoutHome = home.length > 1 ? text.replaceAll(home, '~') : text
  const literal = user.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  // As a part of a path only: a user called “lock” must not take that word out of every line.
  return user === ''
    ? withoutHome
    : withoutHome.replace(new RegExp(`(?<=[\\\\/])${literal}(?=[\\\\/]|$)`, 'gm'), '…')
}

/** What support asks for first, in English. It holds what the system tells of the devices, and nothing secret. */
export const deviceReport = ({ version, now, devices, profiles, broken, models }: ReportParts): string =>
  withoutPerson(
    [
      `Lock Desk ${version}, ${type()} ${release()}, ${process.platform} ${process.arch}`,
      now.toISOString(),
      '',
      `Devices: ${devices.devices.length} (${devices.state}${devices.problem === null ? '' : `: ${devices.problem}`})`,
      ...devices.devices.flatMap(deviceLines),
      '',
      'Profiles, in the order they are tried',
      ...profiles.map((profile) => `  ${profile.id} (${profile.origin}): ${ids(profile)} by ${profile.by}`),
      '',
      `Models read by their USB serial number: ${models.map(ids).join(', ') || 'none'}`,
      `Profile files that cannot be used: ${broken.map(({ file, problem }) => `${file}: ${problem}`).join('; ') || 'none'}`,
      '',
    ].join('\n'),
  )
