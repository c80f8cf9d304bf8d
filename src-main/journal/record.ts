import { z } from 'zod'
import type { ChangeReason } from '#shared/model/changes/change'
import { changingOperationIds } from '#shared/operations'
import type { ChangingOperationId } from '#shared/operations'
import { finalStates, formatVersion } from './format/record-form'

export { finalStates, formatVersion } from './format/record-form'
export type { FinalState } from './format/record-form'

const row = z.object({
  /** Matches the row in a response: the asset number, an account, or a sequence number. */
  key: z.string(),
  shellNumber: z.string().nullable(),
  enterpriseGlobalId: z.string().nullable(),
  enterpriseName: z.string().nullable(),
  /** Whether the record was disabled at the time of the request; null if unknown. */
  lockedBefore: z.boolean().nullable(),
  /**
   * All states of the lock at the time of the request, most important first; null without a record. Missing in
   * earlier versions. Strings, so that a state of a later version is not treated as damage.
   */
  statesBefore: z.exactOptional(z.array(z.string()).nullable()),
  /** The affected employee, and the name at that time. */
  memberGlobalId: z.string().nullable(),
  memberName: z.string().nullable(),
  /** Further request data; null if the key is enough. */
  request: z.json(),
})
/** One row of a job. Never contains a password or a token. */
export type JournalRow = z.infer<typeof row>

const intent = z.object({
  operation: z.enum(changingOperationIds as [ChangingOperationId, ...ChangingOperationId[]]),
  operatorIdentity: z.string(),
  /** The target platform: its ID, which is the address it had at first, or `training`. */
  environment: z.string(),
  training: z.boolean(),
  /** Rows per request. */
  chunkSize: z.int().min(1),
  /** The job whose failed rows are retried. */
  retryOf: z.string().nullable(),
  /** The job that this one reverses. Missing for other jobs and in earlier versions. */
  reverses: z.exactOptional(z.string()),
  /** The signed work order that it carries out, and the name of its signer. Missing like `reverses`. */
  workOrder: z.exactOptional(z.object({ id: z.string(), signer: z.string() })),
  rows: z.array(row).min(1),
})
/** The content of a job, fixed when it is requested. */
export type Intent = z.infer<typeof intent>

export type Json = z.infer<ReturnType<typeof z.json>>

const reason = z.custom<ChangeReason>(
  (value) => typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string',
)

const common = {
  /**
   * The format version: 3 adds `begins` and journals of several files; 4 adds `statesBefore`; 5 adds
   * `reverses`; 6 adds `signed`, `signature-deleted` and `workOrder`; 7 adds `look-only`.
   */
  v: z.literal([2, 3, 4, 5, 6, formatVersion]),
  /** Numbers the journal's records from 1 across all files. */
  n: z.int(),
  /** Wall-clock time in ms since 1970. */
  at: z.int(),
  /** SHA-256 of the previous line (64 zeros for the first), so that removed or changed records are detected. */
  previous: z.string().length(64),
}

const rows = z.array(z.int().min(0))

export const recordSchema = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('job'), job: z.string(), intent }),
  /** These rows are about to be sent. */
  z.object({ ...common, kind: z.literal('sent'), job: z.string(), rows }),
  /** These rows were certainly not carried out; they wait again. */
  z.object({ ...common, kind: z.literal('returned'), job: z.string(), rows }),
  z.object({
    ...common,
    kind: z.literal('ended'),
    job: z.string(),
    ends: z.array(
      z.object({
        row: z.int().min(0),
        state: z.enum(finalStates),
        reason: reason.nullable(),
        /** Data that the platform returns only once: a new ID or shell numbers. */
        result: z.json().optional(),
      }),
    ),
  }),
  /** The waiting rows of the job will not be sent. */
  z.object({ ...common, kind: z.literal('closed'), job: z.string(), reason }),
  /**
   * Damage already reported and copied aside, so that it is not reported again; in this file unless another is
   * named.
   */
  z.object({
    ...common,
    kind: z.literal('damage'),
    lines: z.array(z.int()),
    copy: z.string(),
    file: z.int().exactOptional(),
  }),
  /** The first record of each further file; it links to the last line of the previous file. */
  z.object({ ...common, kind: z.literal('begins'), file: z.int().min(2) }),
  /**
   * A signature drawn on a line of a receipt or a handover note. Its file is on disk before the record (signatures.ts).
   * The line is a string, so that one of a later version is not treated as damage.
   */
  z.object({
    ...common,
    kind: z.literal('signed'),
    /** The name of its file in `signatures/`, without `.svg`. */
    signature: z.string(),
    /** Of the file, in hex. */
    sha256: z.string().length(64),
    line: z.string(),
    /** The jobs of the receipt; none for a handover note. */
    jobs: z.array(z.string()),
    /** The loan of the handover note; null for a receipt. */
    loan: z.string().nullable(),
  }),
  /** The app deletes the file: by the setting, or because the line was signed again. */
  z.object({
    ...common,
    kind: z.literal('signature-deleted'),
    signature: z.string(),
    because: z.string(),
  }),
  /** From now on no change is sent to the platform, or changes may be sent again. */
  z.object({ ...common, kind: z.literal('look-only'), platform: z.string(), isOn: z.boolean() }),
])
export type JournalRecord = z.infer<typeof recordSchema>

type Unlinked<Of> = Of extends unknown ? Omit<Of, keyof typeof common> : never
/** A record before the writer adds number, time and link. */
export type NewRecord = Unlinked<JournalRecord>
