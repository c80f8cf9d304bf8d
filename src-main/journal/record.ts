import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { ChangeReason } from '#shared/model/change'
import { operationIds } from '#shared/operations'
import type { OperationId } from '#shared/operations'

/** What a change is about, frozen when it was asked for. Never a password, never a token. */
export interface Intent {
  readonly operation: OperationId
  readonly assetNum: string
  readonly shellNumber: string | null
  readonly enterpriseGlobalId: string | null
  readonly enterpriseName: string | null
  readonly operatorIdentity: string
  /** The platform it is asked of. */
  readonly environment: string
  readonly training: boolean
}

const intent = z.object({
  operation: z.enum(operationIds as [OperationId, ...OperationId[]]),
  assetNum: z.string(),
  shellNumber: z.string().nullable(),
  enterpriseGlobalId: z.string().nullable(),
  enterpriseName: z.string().nullable(),
  operatorIdentity: z.string(),
  environment: z.string(),
  training: z.boolean(),
})

/** How an entry ended; `unknown` may be followed by another end once the record has been read. */
export const endings = ['done', 'failed', 'not-sent', 'unknown'] as const
export type Ending = (typeof endings)[number]

const reason = z.custom<ChangeReason>(
  (value) => typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string',
)

const common = {
  /** Of the format; a later one is refused, not guessed at. */
  v: z.literal(1),
  /** Counts the records of a file from 1. */
  n: z.int(),
  /** When, in ms since 1970, by this machine's clock. */
  at: z.int(),
  /** SHA-256 of the line before (64 zeros on the first): a record cannot be taken out or changed unseen. */
  previous: z.string().length(64),
}

export const recordSchema = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('intent'), entry: z.string(), intent }),
  z.object({ ...common, kind: z.literal('sent'), entry: z.string() }),
  z.object({ ...common, kind: z.enum(endings), entry: z.string(), reason: reason.nullable() }),
  /** Damage that was found, told and copied aside, so that it is not told again. */
  z.object({ ...common, kind: z.literal('damage'), lines: z.array(z.int()), copy: z.string() }),
])
export type JournalRecord = z.infer<typeof recordSchema>

type Unlinked<Of> = Of extends unknown ? Omit<Of, keyof typeof common> : never
/** A record as its author gives it; the writer adds number, time and link. */
export type NewRecord = Unlinked<JournalRecord>

export const noPrevious = '0'.repeat(64)

export const hashOf = (line: string): string => createHash('sha256').update(line).digest('hex')

const checksum = (json: string): string => crc32(json).toString(16).padStart(8, '0')

/** One line of the file, without its line feed: a CRC-32 in 8 hex digits, a space, the record as JSON. */
export const writeLine = (record: JournalRecord): string => {
  const json = JSON.stringify(record)
  return `${checksum(json)} ${json}`
}

/** The record of a line, or null where the line is not, or no longer, what was written. */
export const readLine = (line: string): JournalRecord | null => {
  const json = line.slice(9)
  if (line[8] !== ' ' || line.slice(0, 8) !== checksum(json)) return null
  try {
    const read = recordSchema.safeParse(JSON.parse(json))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
