import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { ZipFile } from 'yazl'
import { dayOf } from '#shared/model/calendar-day'
import type { BundleFile, BundleManifest } from '#shared/model/app/support-bundle'
import { bundleExclusions } from '#shared/model/app/support-bundle'
import type { Diagnosis } from '#shared/model/app/diagnosis'
import type { PlatformList } from '#shared/model/app/saved-platform'
import type { CrashRecord } from '../crash-records'
import type { DiagnosisSources } from '../sources'
import { openFileToRead } from '../../util/files/regular-file'
import { fileDescriptions, omissionTexts } from './manifest-texts'
import { redactCrashes, redactDevices, redactPlatforms, redactJournal, redactSettings } from './redact-facts'
import { redactDiagnosis } from './redact-diagnosis'
import { createScrubber } from './scrub'
import type { KnownValues } from './scrub'
import { scrubLog } from './scrub-log'

export interface BundleSources {
  readonly diagnosisSources: DiagnosisSources
  readonly diagnosis: () => Diagnosis
  readonly savedPlatforms: () => Promise<PlatformList>
  /** Known secrets and names; read again for each bundle. */
  readonly known: () => Promise<KnownValues>
  readonly logFolder: string
  readonly crashFolder: string
  readonly crashes: () => Promise<readonly CrashRecord[]>
}

export interface PreparedBundle {
  readonly manifest: BundleManifest
  readonly report: Diagnosis
  /** Builds the zip with the page's text version of `report`, which is redacted again. */
  readonly finish: (text: string) => Promise<Buffer>
}

/** Per log; covers weeks of normal use. */
const maxLogBytes = 2 * 1024 * 1024
const logs = ['logs/main.log', 'logs/main.old.log'] as const satisfies readonly BundleFile[]

const asJson = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

/** The last bytes of a file, starting at a line; null if the file does not exist. */
export const readTail = async (path: string, maxBytes: number): Promise<string | null> => {
  try {
    const handle = await openFileToRead(path)
    try {
      const { size } = await handle.stat()
      const bytes = Buffer.alloc(Math.min(size, maxBytes))
      await handle.read(bytes, 0, bytes.length, size - bytes.length)
      const text = bytes.toString('utf8')
      return size > maxBytes ? text.slice(text.indexOf('\n') + 1) : text
    } finally {
      await handle.close()
    }
  } catch {
    return null
  }
}

/** Zips the files off the main thread, all with the same time. */
const pack = async (
  files: readonly { readonly name: string; readonly bytes: Buffer }[],
  mtime: Date,
): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const { name, bytes } of files) zip.addBuffer(bytes, name, { mtime, mode: 0o100600 })
  const chunks: Buffer[] = []
  zip.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk))
  zip.end()
  await once(zip.outputStream, 'end')
  return Buffer.concat(chunks)
}

/** Prepares one file for support: the findings and their context without secrets, names and numbers. */
export const prepareBundle = async (sources: BundleSources): Promise<PreparedBundle> => {
  const { diagnosisSources } = sources
  const known = await sources.known()
  const scrub = createScrubber(known)
  const createdAt = new Date(diagnosisSources.now())
  const report = redactDiagnosis(sources.diagnosis(), scrub)
  const files = new Map<BundleFile, Buffer>([
    [
      'report.json',
      asJson({
        format: 1,
        made: createdAt.toISOString(),
        versions: { ...diagnosisSources.versions, system: scrub.strict(diagnosisSources.versions.system) },
        notices: diagnosisSources.notices().map(({ code }) => code),
        diagnosis: report,
      }),
    ],
    ['settings.json', asJson(redactSettings(diagnosisSources.settings()))],
    ['environments.json', asJson(redactPlatforms(await sources.savedPlatforms(), scrub))],
    ['devices.json', asJson(redactDevices(diagnosisSources.devices(), scrub))],
    ['journal.json', asJson(redactJournal(diagnosisSources.journal))],
    ['crashes.json', asJson(await redactCrashes(sources.crashFolder, await sources.crashes(), scrub))],
  ])
  for (const name of logs) {
    const text = await readTail(join(sources.logFolder, name.slice('logs/'.length)), maxLogBytes)
    if (text !== null) files.set(name, Buffer.from(await scrubLog(text, scrub)))
  }
  const name = `lock-desk-support-${dayOf(createdAt)}`
  const manifest: BundleManifest = {
    bundleId: randomUUID(),
    name,
    files: [
      { file: 'manifest.json', bytes: null },
      { file: 'report.txt', bytes: null },
      ...[...files].map(([file, bytes]) => ({ file, bytes: bytes.length })),
    ],
    excluded: bundleExclusions,
    hidden: scrub.hidden(),
  }

  const finish = (text: string): Promise<Buffer> => {
    const bundleFiles = new Map<BundleFile, Buffer>([
      ['report.txt', Buffer.from(scrub.plain(text))],
      ...files,
    ])
    const listed = [...bundleFiles].map(([file, bytes]) => ({
      file,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      holds: fileDescriptions[file],
    }))
    const manifestFile = {
      format: 1,
      made: createdAt.toISOString(),
      app: diagnosisSources.versions.app,
      files: listed,
      excluded: bundleExclusions.map((code) => ({ code, what: omissionTexts[code] })),
      hidden: scrub.hidden(),
    }
    const packed = [['manifest.json', asJson(manifestFile)] as const, ...bundleFiles].map(
      ([file, bytes]) => ({
        name: file,
        bytes,
      }),
    )
    return pack(packed, createdAt)
  }
  return { manifest, report, finish }
}
