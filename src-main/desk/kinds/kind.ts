import type { z } from 'zod'
import type { ChangeReason } from '#shared/model/change'
import type { ChangingOperationId, OperationData, OperationRequest } from '#shared/operations'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import type { Seen } from '#shared/settle-commands'
import type { Ending, Json, JournalRow } from '../../journal/record'
import type { CallOptions, PlatformClient } from '../../platform/client'
import type { Records } from '../../register/records'

export interface Verdict {
  readonly state: Ending
  readonly reason: ChangeReason | null
  /** What the platform gave for the row and gives only once: a new id, shell numbers. Never a secret. */
  readonly result?: Json
}

export const done: Verdict = { state: 'done', reason: null }
export const missing: Verdict = { state: 'unknown', reason: { kind: 'missing-in-answer' } }

export interface ReadingBack {
  readonly client: PlatformClient
  readonly records: Records
  readonly now: () => number
  /** Fires at the end of the desk. */
  readonly signal: AbortSignal
}

/** A row with what its request is made of, as the kind's schema read it. */
export interface SendableRow<Stored> {
  readonly row: JournalRow
  readonly stored: Stored
  /** The password that the journal does not hold; null where none is needed. */
  readonly secret: string | null
}

interface Definition<Id extends ChangingOperationId, Stored> {
  readonly operation: Id
  /** Of `JournalRow.request`. */
  readonly stored: z.ZodType<Stored>
  /** Its rows are not sent without what the journal does not hold. */
  readonly needsSecret?: true
  /** A second one does not take the first one's place: what became of the first matters as much as before. */
  readonly addsUp?: true
  /** How many rows one call may carry, given the setting; one where the operation takes one. */
  readonly rowsPerCall: (setting: number) => number
  /** Rows of which this differs do not share a call, as where it names something in the path; all do otherwise. */
  readonly callOf?: (row: JournalRow) => string | null
  /** The passwords in what the journal does not hold; it is one itself otherwise. */
  readonly secretsIn?: (secret: string) => readonly string[]
  readonly request: (
    rows: readonly SendableRow<Stored>[],
    about: { readonly operatorIdentity: string },
  ) => OperationRequest<Id>
  /** What an answered call says of each row, in their order. */
  readonly read: (rows: readonly SendableRow<Stored>[], data: OperationData<Id>) => readonly Verdict[]
  /** What a refusal says of each row by itself; null where it refused them all alike. */
  readonly readRefusal?: (
    rows: readonly SendableRow<Stored>[],
    failure: PlatformFailure,
  ) => readonly Verdict[] | null
  /** Null where no operation tells: then only a person can say (shared table: README, “Reading back”). */
  readonly readBack: ((row: SendableRow<Stored>, deps: ReadingBack) => Promise<Seen>) | null
}

/** One changing operation, as the engine needs it: the types of its rows stay inside. */
export interface ChangeKind {
  readonly operation: ChangingOperationId
  readonly needsSecret: boolean
  readonly addsUp: boolean
  readonly rowsPerCall: (setting: number) => number
  readonly callOf: (row: JournalRow) => string | null
  readonly secretsIn: (secret: string) => readonly string[]
  readonly send: (
    rows: readonly JournalRow[],
    about: {
      readonly operatorIdentity: string
      readonly secrets: ReadonlyMap<JournalRow, string>
      readonly client: PlatformClient
      readonly options: CallOptions
    },
  ) => Promise<Outcome<readonly Verdict[], PlatformFailure>>
  readonly readRefusal: (rows: readonly JournalRow[], failure: PlatformFailure) => readonly Verdict[] | null
  readonly readBack: ((row: JournalRow, deps: ReadingBack) => Promise<Seen>) | null
}

export const defineKind = <Id extends ChangingOperationId, Stored>(
  definition: Definition<Id, Stored>,
): ChangeKind => {
  const { operation, rowsPerCall, readBack, callOf = () => null } = definition
  const sendable = (row: JournalRow, secret: string | null = null): SendableRow<Stored> => ({
    row,
    stored: definition.stored.parse(row.request),
    secret,
  })
  return {
    operation,
    needsSecret: definition.needsSecret ?? false,
    addsUp: definition.addsUp ?? false,
    rowsPerCall,
    callOf,
    secretsIn: definition.secretsIn ?? ((secret) => [secret]),
    send: async (rows, { operatorIdentity, secrets, client, options }) => {
      // More would leave with the first row's request, and be told its outcome.
      if (rows.length > rowsPerCall(rows.length)) throw new RangeError(`${operation}: too many rows`)
      if (new Set(rows.map(callOf)).size > 1) throw new RangeError(`${operation}: rows of several calls`)
      const all = rows.map((row) => sendable(row, secrets.get(row) ?? null))
      const answer = await client.call(operation, definition.request(all, { operatorIdentity }), options)
      return answer.ok ? { ok: true, value: definition.read(all, answer.value) } : answer
    },
    readRefusal: (rows, failure) =>
      definition.readRefusal?.(
        rows.map((row) => sendable(row)),
        failure,
      ) ?? null,
    readBack: readBack === null ? null : (row, deps) => readBack(sendable(row), deps),
  }
}
