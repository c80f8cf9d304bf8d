import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { readEnd } from '#shared/model/api/timestamp'
import type { EndTime } from '#shared/model/api/timestamp'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { isShellNumber } from '#shared/model/locks/shell-number'
import { openFileToRead, readText } from '../util/files/regular-file'
import { runTimeSliced } from '../util/async'

/** The file name is a digest, because enterprise IDs come from the network. */
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24)

export const persistedAssetsFolder = (userData: string, platformId: string): string =>
  join(userData, 'known-records', digest(platformId))

export const persistedAssetsFile = (folder: string, enterpriseGlobalId: string): string =>
  join(folder, `${digest(enterpriseGlobalId)}.jsonl`)

export const persistedAssetsVersion = 2

/** The first line. A file of a newer version is not changed (`findNewerVersion`). */
export const persistedHeaderSchema = z.object({
  version: z.literal(persistedAssetsVersion),
  environment: z.string(),
  enterpriseGlobalId: z.string(),
  readAt: z.number(),
})
/** Version 1 has no unknown ends; its numbers are read as today's. */
const readableHeader = persistedHeaderSchema.extend({
  version: z.union([z.literal(1), z.literal(persistedAssetsVersion)]),
})
export type PersistedHeader = z.infer<typeof persistedHeaderSchema>

// A missing or invalid field becomes null.
const text = z.string().nullable().catch(null)
const flag = z.boolean().nullable().catch(null)
const time = z.number().nullable().catch(null)
/** An invalid one is unknown, never “no end”. */
const endTime = z
  .union([
    // Version 1 kept implausible and negative numbers, too.
    z.number().transform((ms): EndTime => readEnd(ms, { unit: 'milliseconds', zone: null })),
    z.null(),
    z.object({ unknown: z.string() }),
  ])
  .catch({ unknown: '' })
/** A record without the fields of the header; one per line. */
export const persistedRecordSchema = z.object({
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
  limitStart: endTime,
  limitEnd: endTime,
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

function* parse(lines: readonly string[], header: PersistedHeader): Generator<undefined, LockRecord[]> {
  const { enterpriseGlobalId, readAt } = header
  const records: LockRecord[] = []
  for (const [number, line] of lines.entries()) {
    if (number % rowsPerStep === 0) yield
    try {
      const read = persistedRecordSchema.safeParse(JSON.parse(line))
      // The online state is outdated after a restart.
      if (read.success) records.push({ ...read.data, enterpriseGlobalId, online: null, readAt })
    } catch {
      // Skips a broken line; the file is only a cache.
    }
  }
  return records
}

/** The stored records of an enterprise, or null if there are none usable. */
export const readPersistedAssets = async (
  folder: string,
  header: Pick<PersistedHeader, 'environment' | 'enterpriseGlobalId'>,
  signal?: AbortSignal,
): Promise<{ readonly records: readonly LockRecord[]; readonly readAt: number } | null> => {
  try {
    const content = await readText(persistedAssetsFile(folder, header.enterpriseGlobalId))
    const [first = '', ...lines] = content.split('\n')
    const { environment, enterpriseGlobalId, readAt } = readableHeader.parse(JSON.parse(first))
    const isIts = environment === header.environment && enterpriseGlobalId === header.enterpriseGlobalId
    if (!isIts) return null
    const records = await runTimeSliced(
      parse(lines, { version: persistedAssetsVersion, environment, enterpriseGlobalId, readAt }),
      signal,
    )
    return { records, readAt }
  } catch {
    return null
  }
}

const maxHeaderBytes = 4_096

/** The version of the existing file; null if there is none, `damaged` if its first line is invalid. */
const existingVersion = async (path: string): Promise<number | 'damaged' | null> => {
  let first: string
  try {
    const file = await openFileToRead(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, 0)
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

/**
 * The version of the file if a newer version of the app wrote it, otherwise null. Such a file is not
 * overwritten.
 */
export const findNewerVersion = async (
  folder: string,
  enterpriseGlobalId: string,
): Promise<number | null> => {
  const found = await existingVersion(persistedAssetsFile(folder, enterpriseGlobalId))
  return typeof found === 'number' && found > persistedAssetsVersion ? found : null
}

const lineOf = ({ enterpriseGlobalId: _id, readAt: _at, online: _now, ...record }: LockRecord): string =>
  `${JSON.stringify(record)}\n`

/**
 * Writes an enterprise's list in slices until `next` returns an empty one; null cancels. The previous file
 * stays until the new one is complete; only its owner can read either. A damaged file is renamed.
 */
export const writePersistedAssets = async (
  folder: string,
  header: PersistedHeader,
  next: (from: number) => readonly LockRecord[] | null,
): Promise<boolean> => {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = persistedAssetsFile(folder, header.enterpriseGlobalId)
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(`${JSON.stringify(header)}\n`)
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
    if ((await existingVersion(path)) === 'damaged') await rename(path, `${path}.unreadable`)
    await rename(temporary, path)
    return true
  } finally {
    await rm(temporary, { force: true })
  }
}
