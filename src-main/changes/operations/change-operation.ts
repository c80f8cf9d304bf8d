import type { z } from 'zod'
import type { ChangeReason } from '#shared/model/changes/change'
import type { ChangingOperationId, OperationData, OperationRequest } from '#shared/operations'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { ReadBackFinding } from '#shared/bridge/review-commands'
import type { FinalState, Json, JournalRow } from '../../journal/record'
import type { CallOptions, PlatformClient } from '../../platform/client'
import type { AssetDirectory } from '../../directory/asset-directory'

export interface RowOutcome {
  readonly state: FinalState
  readonly reason: ChangeReason | null
  /** Data that the platform returns only once: a new ID or shell numbers. Never a secret. */
  readonly result?: Json
}

export const completed: RowOutcome = { state: 'done', reason: null }
export const notInResponse: RowOutcome = { state: 'unknown', reason: { kind: 'missing-in-answer' } }

export interface ReadBackDeps {
  readonly client: PlatformClient
  readonly directory: AssetDirectory
  readonly now: () => number
  /** Aborted when the session ends. */
  readonly signal: AbortSignal
}

/** A row with its request data, parsed by the operation's schema. */
export interface SendableRow<Stored> {
  readonly row: JournalRow
  readonly stored: Stored
  /** The password, which the journal does not contain; null if none is needed. */
  readonly secret: string | null
}

interface OperationDefinition<Id extends ChangingOperationId, Stored> {
  readonly operation: Id
  /** The schema of `JournalRow.request`. */
  readonly stored: z.ZodType<Stored>
  /** Rows cannot be sent without their secret. */
  readonly needsSecret?: true
  /** A later row does not replace an earlier one; the result of each matters. */
  readonly isCumulative?: true
  /** The maximum number of rows per request, given the setting; 1 for operations on one row. */
  readonly rowsPerRequest: (setting: number) => number
  /**
   * Rows with different values cannot share a request, e.g. because the path names an enterprise. Without it,
   * all can.
   */
  readonly requestKeyOf?: (row: JournalRow) => string | null
  /** Extracts passwords from the secret; by default the secret itself is one. */
  readonly secretsIn?: (secret: string) => readonly string[]
  readonly request: (
    rows: readonly SendableRow<Stored>[],
    context: { readonly operatorIdentity: string },
  ) => OperationRequest<Id>
  /** Returns the result of each row from a response, in row order. */
  readonly read: (rows: readonly SendableRow<Stored>[], data: OperationData<Id>) => readonly RowOutcome[]
  /** Returns results per row from a rejection, or null if it applies to all rows. */
  readonly readRejection?: (
    rows: readonly SendableRow<Stored>[],
    failure: PlatformFailure,
  ) => readonly RowOutcome[] | null
  /**
   * Null if no operation shows the result; then it needs a manual review (docs/changes-and-recovery.md,
   * “Reading back”).
   */
  readonly readBack: ((row: SendableRow<Stored>, deps: ReadBackDeps) => Promise<ReadBackFinding>) | null
}

/** A changing operation with its row types hidden. */
export interface ChangeOperation {
  readonly operation: ChangingOperationId
  readonly needsSecret: boolean
  readonly isCumulative: boolean
  readonly rowsPerRequest: (setting: number) => number
  readonly requestKeyOf: (row: JournalRow) => string | null
  readonly secretsIn: (secret: string) => readonly string[]
  readonly send: (
    rows: readonly JournalRow[],
    context: {
      readonly operatorIdentity: string
      readonly secrets: ReadonlyMap<JournalRow, string>
      readonly client: PlatformClient
      readonly options: CallOptions
    },
  ) => Promise<Outcome<readonly RowOutcome[], PlatformFailure>>
  readonly readRejection: (
    rows: readonly JournalRow[],
    failure: PlatformFailure,
  ) => readonly RowOutcome[] | null
  readonly readBack: ((row: JournalRow, deps: ReadBackDeps) => Promise<ReadBackFinding>) | null
}

export const defineOperation = <Id extends ChangingOperationId, Stored>(
  definition: OperationDefinition<Id, Stored>,
): ChangeOperation => {
  const { operation, rowsPerRequest, readBack, requestKeyOf = () => null } = definition
  const sendable = (row: JournalRow, secret: string | null = null): SendableRow<Stored> => ({
    row,
    stored: definition.stored.parse(row.request),
    secret,
  })
  return {
    operation,
    needsSecret: definition.needsSecret ?? false,
    isCumulative: definition.isCumulative ?? false,
    rowsPerRequest,
    requestKeyOf,
    secretsIn: definition.secretsIn ?? ((secret) => [secret]),
    send: async (rows, { operatorIdentity, secrets, client, options }) => {
      // Further rows would be dropped but get the first row's result.
      if (rows.length > rowsPerRequest(rows.length)) throw new RangeError(`${operation}: too many rows`)
      if (new Set(rows.map(requestKeyOf)).size > 1)
        throw new RangeError(`${operation}: rows of several requests`)
      const all = rows.map((row) => sendable(row, secrets.get(row) ?? null))
      const answer = await client.call(operation, definition.request(all, { operatorIdentity }), options)
      return answer.ok ? { ok: true, value: definition.read(all, answer.value) } : answer
    },
    readRejection: (rows, failure) =>
      definition.readRejection?.(
        rows.map((row) => sendable(row)),
        failure,
      ) ?? null,
    readBack: readBack === null ? null : (row, deps) => readBack(sendable(row), deps),
  }
}
