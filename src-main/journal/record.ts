import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { ChangeReason } from '#shared/model/change'
import { changingOperationIds } from '#shared/operations'
import type { ChangingOperationId } from '#shared/operations'
import { isRecord } from './is-record'
import { endings, formatVersion } from './record-form'
import { recordSchemaOfVersion1, upgradeFromVersion1 } from './record-version-1'
import { likeLaterVersion2 } from './record-version-2'

export { endings, formatVersion } from './record-form'
export type { Ending } from './record-form'

const row = z.object({
  /** What an answer's results are matched by: the asset number, an account, a sequence. */
  key: z.string(),
  shellNumber: z.string().nullable(),
  enterpriseGlobalId: z.string().nullable(),
  enterpriseName: z.string().nullable(),
  /** Whether the record said “disabled” when this was asked for; null where it did not say. */
  lockedBefore: z.boolean().nullable(),
  /** The employee it is about, and how they were called then. */
  memberGlobalId: z.string().nullable(),
  memberName: z.string().nullable(),
  /** What else its request is made of; null where the key says it all. */
  request: z.json(),
})
/** What one row of a job is about. Never a password, never a token. */
export type JournalRow = z.infer<typeof row>

const intent = z.object({
  operation: z.enum(changingOperationIds as [ChangingOperationId, ...ChangingOperationId[]]),
  operatorIdentity: z.string(),
  /** The platform it is asked of. */
  environment: z.string(),
  training: z.boolean(),
  /** How many rows go out in one call. */
  chunkSize: z.int().min(1),
  /** The job whose refused rows these are. */
  retryOf: z.string().nullable(),
  rows: z.array(row).min(1),
})
/** What a job is about, frozen when it was asked for. */
export type Intent = z.infer<typeof intent>

export type Json = z.infer<ReturnType<typeof z.json>>

const reason = z.custom<ChangeReason>(
  (value) => typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string',
)

const common = {
  /** Of the format: 3 has `begins`, and journals of several files; nothing else is other than in 2. */
  v: z.literal([2, formatVersion]),
  /** Counts the records of a journal from 1, through all of its files. */
  n: z.int(),
  /** When, in ms since 1970, by this machine's clock. */
  at: z.int(),
  /** SHA-256 of the line before (64 zeros on the first): a record cannot be taken out or changed unseen. */
  previous: z.string().length(64),
}

const rows = z.array(z.int().min(0))

export const recordSchema = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('job'), job: z.string(), intent }),
  /** These rows are about to leave. */
  z.object({ ...common, kind: z.literal('sent'), job: z.string(), rows }),
  /** It is certain that they were not carried out: they wait again. */
  z.object({ ...common, kind: z.literal('returned'), job: z.string(), rows }),
  z.object({
    ...common,
    kind: z.literal('ended'),
    job: z.string(),
    ends: z.array(
      z.object({
        row: z.int().min(0),
        state: z.enum(endings),
        reason: reason.nullable(),
        /** What the platform gave for it and gives only once: a new id, shell numbers. */
        result: z.json().optional(),
      }),
    ),
  }),
  /** What still waits will not be sent any more. */
  z.object({ ...common, kind: z.literal('closed'), job: z.string(), reason }),
  /** Damage that was found, told and copied aside, so that it is not told again; of its own file where none is named. */
  z.object({
    ...common,
    kind: z.literal('damage'),
    lines: z.array(z.int()),
    copy: z.string(),
    file: z.int().exactOptional(),
  }),
  /** The first of a further file; it links to the last line of the file before. */
  z.object({ ...common, kind: z.literal('begins'), file: z.int().min(2) }),
])
export type JournalRecord = z.infer<typeof recordSchema>

type Unlinked<Of> = Of extends unknown ? Omit<Of, keyof typeof common> : never
/** A record as its author gives it; the writer adds number, time and link. */
export type NewRecord = Unlinked<JournalRecord>

export const noPrevious = '0'.repeat(64)

/** The record last written, and what the next one links to. */
export interface Head {
  readonly n: number
  readonly hash: string
}
export const noHead: Head = { n: 0, hash: noPrevious }

/** Of a line without its line feed. */
export const hashOf = (line: string | Uint8Array): string => hash('sha256', line)

const checksum = (json: string | Uint8Array): string => crc32(json).toString(16).padStart(8, '0')

/** One line of the file, without its line feed: a CRC-32 in 8 hex digits, a space, the record as JSON. */
export const writeLine = (record: JournalRecord): string => {
  const json = JSON.stringify(record)
  return `${checksum(json)} ${json}`
}

const jsonFrom = 9

/** A line that is what was written, by a version of the app that knows more than this one. */
export interface NewerLine {
  readonly newer: number
}

const versionOf = (parsed: unknown): number =>
  typeof parsed === 'object' && parsed !== null && 'v' in parsed && typeof parsed.v === 'number'
    ? parsed.v
    : 0

/** The record of a line's bytes, or null where the line is not, or no longer, what was written. */
export const readLineBytes = (line: Buffer): JournalRecord | NewerLine | null => {
  const json = line.subarray(jsonFrom)
  if (line[jsonFrom - 1] !== 0x20 || line.toString('latin1', 0, jsonFrom - 1) !== checksum(json)) return null
  try {
    const parsed: unknown = JSON.parse(json.toString('utf8'))
    if (isRecord(parsed)) return parsed
    if (versionOf(parsed) > formatVersion) return { newer: versionOf(parsed) }
    const early = likeLaterVersion2(parsed)
    if (isRecord(early)) return early
    const older = recordSchemaOfVersion1.safeParse(parsed)
    return older.success ? upgradeFromVersion1(older.data) : null
  } catch {
    return null
  }
}

/** As `readLineBytes`, of text; null too where a newer version wrote it. */
export const readLine = (line: string): JournalRecord | null => {
  const read = readLineBytes(Buffer.from(line, 'utf8'))
  return read === null || 'newer' in read ? null : read
}
