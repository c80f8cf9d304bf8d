import type { Settings } from '#shared/model/app/settings'
import type { AttachedDevice, AttachedDevices } from '#shared/model/locks/attached-device'
import type { PlatformList } from '#shared/model/app/saved-platform'
import { hexId, usbId } from '#shared/usb-id'
import type { Journal } from '../../journal/journal'
import { formatVersion } from '../../journal/record'
import { listCrashDumps } from '../crash-dumps'
import type { CrashRecord } from '../crash-records'
import type { Scrubber } from './scrub'

/**
 * Settings that are plain choices; operators and label contents are not included. Allowlist: new settings are
 * not in the bundle until added here.
 */
export const redactSettings = (settings: Settings) => ({
  language: settings.language,
  theme: settings.theme,
  railCollapsed: settings.railCollapsed,
  timeUnit: settings.timeUnit,
  idleLockMinutes: settings.idleLockMinutes,
  sound: settings.sound,
  notifications: settings.notifications,
  signatures: settings.signatures,
  signatureDays: settings.signatureDays,
  chunkSize: settings.chunkSize,
  employeesPerCall: settings.employeesPerCall,
  assetsPerCall: settings.assetsPerCall,
  numbersPerCall: settings.numbersPerCall,
  maxFailedPercent: settings.maxFailedPercent,
  queueHours: settings.queueHours,
  commandLineChanges: settings.commandLineChanges,
  operators: settings.operators.length,
  operatorIsNamed: settings.operatorIdentity !== '',
  labels: { paperId: settings.labels.paperId, code: settings.labels.code },
})

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '')

/** Platform names and hosts only: no credentials, accounts or URL paths. */
export const redactPlatforms = ({ current, launched, environments }: PlatformList, scrub: Scrubber) => ({
  open: current === 'training' || current === 'launched' ? current : 'saved',
  launched: launched === null ? null : hostOf(launched.baseUrl),
  environments: environments.map((one) => ({
    name: scrub.plain(one.name),
    isOpen: one.id === current,
    host: hostOf(one.baseUrl),
    userCentre: hostOf(one.userCentreUrl),
    verified: one.verified,
    orderSecret: one.orderAppKey === null ? 'no key' : one.secrets.order,
    memberSecret: one.memberAppKey === null ? 'no key' : one.secrets.member,
    signIn: one.signIn,
  })),
})

/** Enough for two people on the phone to identify a lock, without revealing its number. */
export const lastDigits = (number: string | null): string | null =>
  number === null ? null : `…${number.slice(-3)}`

const redactDevice = (device: AttachedDevice, scrub: Scrubber) => {
  const { facts, reading } = device
  const text = (value: string | null) => (value === null ? null : scrub.strict(value))
  return {
    ids: usbId(facts),
    manufacturer: text(facts.manufacturer),
    product: text(facts.product),
    serialNumber: lastDigits(facts.serialNumber),
    source: device.source,
    interfaces: device.interfaces.map((each) => ({
      interface: each.interface,
      usages: each.usages.map(({ page, usage }) => `${hexId(page)}/${hexId(usage)}`),
    })),
    profile: device.profile?.id ?? null,
    noCard: device.noCard,
    notBy: device.nearMisses.map(({ profileId, mismatches }) => ({
      profile: profileId,
      because: mismatches.map(({ what }) => what),
    })),
    reading: reading?.state ?? null,
    failure: reading?.state === 'failed' ? reading.reason : null,
    detail: reading?.state === 'failed' ? scrub.strict(reading.detail) : null,
    number: reading?.state === 'read' ? lastDigits(reading.shellNumber) : null,
  }
}

export const redactDevices = ({ state, problem, devices }: AttachedDevices, scrub: Scrubber) => ({
  state,
  problem: problem === null ? null : scrub.strict(problem),
  devices: devices.map((device) => redactDevice(device, scrub)),
})

/** The size and checksum of the journal, no rows. */
export const redactJournal = (journal: Journal) => {
  const jobs = journal.jobs()
  const counts: Record<string, number> = {}
  for (const job of jobs) {
    for (const [state, count] of Object.entries(job.counts)) counts[state] = (counts[state] ?? 0) + count
  }
  return {
    isOpen: journal.folder !== '',
    version: formatVersion,
    head: journal.head(),
    jobs: jobs.length,
    rows: journal.rows(),
    counts,
    files: journal.files().map(({ bytes }) => bytes),
  }
}

/** Times, processes and dump sizes of crashes; dump contents are never included. */
export const redactCrashes = async (folder: string, records: readonly CrashRecord[], scrub: Scrubber) => ({
  processes: records.map(({ at, process, reason, exitCode }) => ({
    at,
    process: scrub.strict(process),
    reason: scrub.strict(reason),
    exitCode,
  })),
  dumps: (await listCrashDumps(folder)).map(({ at, bytes }) => ({ at: at.toISOString(), bytes })),
})
