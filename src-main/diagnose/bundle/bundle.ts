import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { BundleFile, BundleManifest } from '#shared/diagnose-commands'
import { leftOut } from '#shared/diagnose-commands'
import type { Diagnosis } from '#shared/model/diagnosis'
import type { EnvironmentList } from '#shared/model/environment'
import type { DiagnoseParts } from '../parts'
import { contents, leavings } from './manifest-words'
import { pack } from './pack'
import { plainCrashes, plainDevices, plainEnvironments, plainJournal, plainSettings } from './plain-facts'
import { readTail } from './read-tail'
import { redactDiagnosis } from './redact-diagnosis'
import { createScrubber } from './scrub'
import type { KnownValues } from './scrub'
import { scrubLog } from './scrub-log'

export interface BundleSources {
  readonly parts: DiagnoseParts
  readonly diagnosis: () => Diagnosis
  readonly environments: () => Promise<EnvironmentList>
  /** Everything that this desk knows to be secret or somebody's; asked anew for each bundle. */
  readonly known: () => Promise<KnownValues>
  readonly logFolder: string
  readonly crashFolder: string
}

export interface PreparedBundle {
  readonly manifest: BundleManifest
  readonly report: Diagnosis
  /** The zip, with the words that the page has made of `report`; they are looked through once more. */
  readonly finish: (text: string) => Promise<Buffer>
}

/** Of each log; weeks of an ordinary desk. */
const longestLog = 2 * 1024 * 1024
const logs = ['logs/main.log', 'logs/main.old.log'] as const satisfies readonly BundleFile[]

const asJson = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

/** One file for support: what was found, and what lies around it, without secrets, names and numbers. */
export const prepareBundle = async (sources: BundleSources): Promise<PreparedBundle> => {
  const { parts } = sources
  const known = await sources.known()
  const scrub = createScrubber(known)
  const made = new Date(parts.now())
  const report = redactDiagnosis(sources.diagnosis(), scrub)
  const files = new Map<BundleFile, Buffer>([
    [
      'report.json',
      asJson({
        format: 1,
        made: made.toISOString(),
        versions: { ...parts.versions, system: scrub.strict(parts.versions.system) },
        notices: parts.notices().map(({ code }) => code),
        diagnosis: report,
      }),
    ],
    ['settings.json', asJson(plainSettings(parts.settings()))],
    ['environments.json', asJson(plainEnvironments(await sources.environments(), scrub))],
    ['devices.json', asJson(plainDevices(parts.devices(), scrub))],
    ['journal.json', asJson(plainJournal(parts.journal))],
    ['crashes.json', asJson(await plainCrashes(sources.crashFolder))],
  ])
  for (const name of logs) {
    const text = await readTail(join(sources.logFolder, name.slice('logs/'.length)), longestLog)
    if (text !== null) files.set(name, Buffer.from(await scrubLog(text, scrub)))
  }
  const name = `lock-desk-support-${made.toISOString().slice(0, 10)}`
  const manifest: BundleManifest = {
    bundleId: randomUUID(),
    name,
    files: [
      { file: 'manifest.json', bytes: null },
      { file: 'report.txt', bytes: null },
      ...[...files].map(([file, bytes]) => ({ file, bytes: bytes.length })),
    ],
    leftOut,
    hidden: scrub.hidden(),
  }

  const finish = (text: string): Promise<Buffer> => {
    const whole = new Map<BundleFile, Buffer>([['report.txt', Buffer.from(scrub.plain(text))], ...files])
    const listed = [...whole].map(([file, bytes]) => ({
      file,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      holds: contents[file],
    }))
    const told = {
      format: 1,
      made: made.toISOString(),
      app: parts.versions.app,
      files: listed,
      leftOut: leftOut.map((code) => ({ code, what: leavings[code] })),
      hidden: scrub.hidden(),
    }
    const packed = [['manifest.json', asJson(told)] as const, ...whole].map(([file, bytes]) => ({
      name: file,
      bytes,
    }))
    return pack(packed, made)
  }
  return { manifest, report, finish }
}
