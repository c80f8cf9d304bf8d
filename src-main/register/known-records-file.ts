import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { LockRecord } from '#shared/model/lock-record'
import { isShellNumber } from '#shared/model/shell-number'
import { inSlices } from '../in-slices'

/** One file an enterprise, its name no more than a digest: ids come from the network. */
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24)

export const knownRecordsFolder = (userData: string, environment: string): string =>
  join(userData, 'known-records', digest(environment))

export const knownRecordsFile = (folder: string, enterpriseGlobalId: string): string =>
  join(folder, `${digest(enterpriseGlobalId)}.jsonl`)

const version = 1

/** The first line. A later version's file is left alone (`standingVersion`). */
export const knownHeaderSchema = z.object({
  version: z.literal(version),
  environment: z.string(),
  enterpriseGlobalId: z.string(),
  readAt: z.number(),
})
export type KnownHeader = z.infer<typeof knownHeaderSchema>

// A field that is missing, or makes no sense, is one that is not known.
const text = z.string().nullable().catch(null)
const flag = z.boolean().nullable().catch(null)
const time = z.number().nullable().catch(null)
/** A record without what the header says of all: the lines after it. */
export const knownRecordSchema = z.object({
  shellNumber: z.string().refine(isShellNumber).nullable().catch(null),
  assetNum: z.string(),
  assetId: text,
  enterpriseName: text,
  licenseType: text,
  chipGeneration: z
    .union([z.literal(4), z.literal(5)])
    .nullable()
    .catch(null),
  locked: flag,
  freezing: flag,
  borrowedUsbKey: flag,
  lent: flag,
  holder: z.object({ memberGlobalId: z.string(), name: text }).nullable().catch(null),
  limitStart: time,
  limitEnd: time,
  createdAt: time,
  updatedAt: time,
  grantable: flag,
  assignStatus: text,
  extensions: z
    .array(z.object({ code: z.string(), value: text }))
    .nullable()
    .catch(null),
  customerId: text,
})

const rowsPerStep = 100

function* parse(lines: readonly string[], about: KnownHeader): Generator<undefined, LockRecord[]> {
  const { enterpriseGlobalId, readAt } = about
  const records: LockRecord[] = []
  for (const [number, line] of lines.entries()) {
    if (number % rowsPerStep === 0) yield
    try {
      const read = knownRecordSchema.safeParse(JSON.parse(line))
      // Who was using it then is nobody's news now.
      if (read.success) records.push({ ...read.data, enterpriseGlobalId, online: null, readAt })
    } catch {
      // One line less; the file is a memory, not a record.
    }
  }
  return records
}

/** What was kept of an enterprise's list, or null where there is nothing, or nothing that can be used. */
export const readKnownRecords = async (
  folder: string,
  about: Pick<KnownHeader, 'environment' | 'enterpriseGlobalId'>,
  signal?: AbortSignal,
): Promise<{ readonly records: readonly LockRecord[]; readonly readAt: number } | null> => {
  try {
    const content = await readFile(knownRecordsFile(folder, about.enterpriseGlobalId), 'utf8')
    const [first = '', ...lines] = content.split('\n')
    const { environment, enterpriseGlobalId, readAt } = knownHeaderSchema.parse(JSON.parse(first))
    const isIts = environment === about.environment && enterpriseGlobalId === about.enterpriseGlobalId
    if (!isIts) return null
    const records = await inSlices(parse(lines, { version, environment, enterpriseGlobalId, readAt }), signal)
    return { records, readAt }
  } catch {
    return null
  }
}

const longestHeader = 4_096

/** The version of the file that stands there: null where there is none, `damaged` where its first line says nothing. */
const standingVersion = async (path: string): Promise<number | 'damaged' | null> => {
  let first: string
  try {
    const file = await open(path, 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(longestHeader), 0, longestHeader, 0)
      first = buffer.toString('utf8', 0, bytesRead).split('\n')[0] ?? ''
    } finally {
      await file.close()
    }
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : 'damaged'
  }
  try {
    return z.looseObject({ version: z.int() }).parse(JSON.parse(first)).version
  } catch {
    return 'damaged'
  }
}

/** Whether a later version of the app wrote an enterprise's file: it is not written over, and its version is told. */
export const laterKnownRecords = async (
  folder: string,
  enterpriseGlobalId: string,
): Promise<number | null> => {
  const found = await standingVersion(knownRecordsFile(folder, enterpriseGlobalId))
  return typeof found === 'number' && found > version ? found : null
}

const lineOf = ({ enterpriseGlobalId: _id, readAt: _at, online: _now, ...record }: LockRecord): string =>
  `${JSON.stringify(record)}\n`

/**
 * Writes an enterprise's list in slices, as `next` gives them until one is empty; null gives the writing up. The file
 * before stays until the new one is whole, and only its owner may read either. One that made no sense is put aside.
 */
export const writeKnownRecords = async (
  folder: string,
  about: KnownHeader,
  next: (from: number) => readonly LockRecord[] | null,
): Promise<boolean> => {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = knownRecordsFile(folder, about.enterpriseGlobalId)
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(`${JSON.stringify(about)}\n`)
      for (let from = 0; ;) {
        const rows = next(from)
        if (rows === null) return false
        if (rows.length === 0) break
        await handle.writeFile(rows.map(lineOf).join(''))
        from += rows.length
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    if ((await standingVersion(path)) === 'damaged') await rename(path, `${path}.unreadable`)
    await rename(temporary, path)
    return true
  } finally {
    await rm(temporary, { force: true })
  }
}
