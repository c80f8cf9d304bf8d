import type { z } from 'zod'
import type { BusinessCode } from '#shared/model/api/business-codes'
import type { OperationId, PathParameter, DocumentedData, operations } from '#shared/operations'
import type { Policy } from '../policy'
import type { Database } from '../store/database'

type Table = typeof operations
type BodyOf<Id extends OperationId> = Table[Id]['body'] extends z.ZodType ? z.output<Table[Id]['body']> : null

/** An authenticated request with validated parameters. */
export interface OperationCall<Id extends OperationId> {
  readonly path: Readonly<Record<PathParameter<Table[Id]['path']>, string>>
  readonly query: z.output<Table[Id]['query']>
  readonly body: BodyOf<Id>
  readonly applicationKey: string
  readonly nonce: string
}

/** State before or after a change; null if the object does not exist. */
export type State = Readonly<Record<string, unknown>> | null

export interface Change {
  /** Asset number, shell number or ID of the changed object. */
  readonly target: string
  readonly from: State
  readonly to: State
}

/** What a handler can use besides the request. */
export interface RequestContext {
  /** The transaction, for an operation that changes state. */
  readonly db: Database
  readonly now: number
  readonly policy: Policy
  /** Records changes in the same transaction; only a service started with `--faults` stores them. */
  readonly record: (changes: readonly Change[]) => Promise<void>
  /** Reports that only a part of the request succeeded: the response has `data` and this code (60027). */
  readonly partialFailure: (code: BusinessCode, message: string) => void
}

export type Handler<Id extends OperationId> = (
  call: OperationCall<Id>,
  context: RequestContext,
) => Promise<DocumentedData<Id>>
