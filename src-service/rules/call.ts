import type { z } from 'zod'
import type { BusinessCode } from '#shared/model/business-codes'
import type { OperationId, PathParameter, StatedData, operations } from '#shared/operations'
import type { Policy } from '../policy'
import type { Database } from '../store/database'

type Table = typeof operations
type BodyOf<Id extends OperationId> = Table[Id]['body'] extends z.ZodType ? z.output<Table[Id]['body']> : null

/** A call whose caller is known and whose parameters have the types of the operations table. */
export interface Call<Id extends OperationId> {
  readonly path: Readonly<Record<PathParameter<Table[Id]['path']>, string>>
  readonly query: z.output<Table[Id]['query']>
  readonly body: BodyOf<Id>
  readonly applicationKey: string
  readonly nonce: string
}

/** A state that a change takes something from, or brings it to; null where there is nothing. */
export type State = Readonly<Record<string, unknown>> | null

export interface Change {
  /** The asset number, shell number or id of what was changed. */
  readonly target: string
  readonly from: State
  readonly to: State
}

/** What a rule works with. */
export interface Desk {
  /** For an operation that changes state: its transaction. */
  readonly db: Database
  readonly now: number
  readonly policy: Policy
  /** Writes down what was changed, in the same transaction (only a service started with `--faults` keeps it). */
  readonly record: (changes: readonly Change[]) => Promise<void>
  /** The call is carried out, but not all of it: its answer has `data` and this code (60027). */
  readonly partly: (code: BusinessCode, message: string) => void
}

export type Rule<Id extends OperationId> = (call: Call<Id>, desk: Desk) => Promise<StatedData<Id>>
