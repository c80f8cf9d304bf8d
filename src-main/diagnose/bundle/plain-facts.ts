import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '#shared/commands'
import type { AttachedDevice, AttachedDevices } from '#shared/model/attached-device'
import type { EnvironmentList } from '#shared/model/environment'
import type { Journal } from '../../journal/journal'
import { formatVersion } from '../../journal/record'
import type { Scrubber } from './scrub'

// Each of these names what it gives. What is added to a setting or a device later is in no bundle until it stands here.

/** Preferences that are choices; who works here and what stands on labels is not among them. */
export const plainSettings = (settings: Settings) => ({
  language: settings.language,
  theme: settings.theme,
  railCollapsed: settings.railCollapsed,
  timeUnit: settings.timeUnit,
  idleLockMinutes: settings.idleLockMinutes,
  sound: settings.sound,
  chunkSize: settings.chunkSize,
  queueHours: settings.queueHours,
  operators: settings.operators.length,
  operatorIsNamed: settings.operatorIdentity !== '',
  labels: { paperId: settings.labels.paperId, code: settings.labels.code },
})

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '')

/** Names as the person gave them and hosts; no keys, no accounts, nothing of an address behind its host. */
export const plainEnvironments = ({ current, launched, environments }: EnvironmentList, scrub: Scrubber) => ({
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

/** By the end of it two people on the phone mean the same lock, and nobody else learns which. */
export const lastDigits = (number: string | null): string | null =>
  number === null ? null : `…${number.slice(-3)}`

const hex = (id: number) => id.toString(16).padStart(4, '0')

const plainDevice = (device: AttachedDevice, scrub: Scrubber) => {
  const { facts, reading } = device
  const text = (given: string | null) => (given === null ? null : scrub.strict(given))
  return {
    ids: `${hex(facts.vendorId)}:${hex(facts.productId)}`,
    manufacturer: text(facts.manufacturer),
    product: text(facts.product),
    serialNumber: lastDigits(facts.serialNumber),
    source: device.source,
    interfaces: device.interfaces.map((each) => ({
      interface: each.interface,
      usages: each.usages.map(({ page, usage }) => `${hex(page)}/${hex(usage)}`),
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

export const plainDevices = ({ state, problem, devices }: AttachedDevices, scrub: Scrubber) => ({
  state,
  problem: problem === null ? null : scrub.strict(problem),
  devices: devices.map((device) => plainDevice(device, scrub)),
})

/** How much there is and what its head is; not a row of it. */
export const plainJournal = (journal: Journal) => {
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

const mostDumps = 100

/** When there were crashes and how large their dumps are: what is in a dump may be anything. */
export const plainCrashes = async (folder: string) => {
  const names = await readdir(folder, { recursive: true }).catch((): string[] => [])
  const dumps = names.filter((name) => name.endsWith('.dmp')).slice(0, mostDumps)
  const found = await Promise.all(
    dumps.map(async (name) => {
      const about = await stat(join(folder, name)).catch(() => null)
      return about === null ? [] : [{ at: about.mtime.toISOString(), bytes: about.size }]
    }),
  )
  return { dumps: found.flat() }
}
