import type { BusinessCode } from '#shared/model/api/business-codes'
import { operations } from '#shared/operations'
import type { DocumentedData, OperationId } from '#shared/operations'
import type { Policy } from '../policy'
import { BusinessException } from '../handlers/business-exception'
import { handlers } from '../handlers/handlers'
import type { OperationCall, RequestContext } from '../handlers/request-context'
import { inTransaction } from '../store/database'
import type { Database } from '../store/database'
import { recordEffects } from '../training/effects'
import type { EffectSource } from '../training/effects'
import { ExecutionFailure } from './execution-failure'

export interface ExecuteOperationDeps {
  readonly db: Database
  readonly policy: Policy
  readonly now: () => number
  readonly faults: object | null
  /** Called after each committed change. */
  readonly onCommitted: (operation: OperationId) => void
}

/** Creates the context of a handler after its transaction is known. */
export const createRequestContext =
  (source: EffectSource, policy: Policy, recordsEffects: boolean) =>
  (db: Database, partialFailure: RequestContext['partialFailure'] = () => undefined): RequestContext => ({
    db,
    now: source.at,
    policy,
    record: async (changes) => {
      if (recordsEffects) await recordEffects(db, source, changes)
    },
    partialFailure,
  })

interface ExecutionResult<Id extends OperationId> {
  readonly data: DocumentedData<Id>
  /** Set if the request was completed only in part. */
  readonly partialFailure: { readonly code: BusinessCode; readonly message: string } | null
}

/**
 * Runs the handler of an operation. A handler that changes state runs in one transaction with the record of its
 * changes. Throws a BusinessException if the handler rejects the request, and ExecutionFailure if the store fails.
 */
export const executeOperation = async <Id extends OperationId>(
  id: Id,
  call: OperationCall<Id>,
  deps: ExecuteOperationDeps,
): Promise<ExecutionResult<Id>> => {
  try {
    return await runHandler(id, call, deps)
  } catch (error) {
    throw error instanceof BusinessException ? error : new ExecutionFailure(id, error)
  }
}

const runHandler = async <Id extends OperationId>(
  id: Id,
  call: OperationCall<Id>,
  { db, policy, now, faults, onCommitted }: ExecuteOperationDeps,
): Promise<ExecutionResult<Id>> => {
  const contextFor = createRequestContext(
    { operation: id, nonce: call.nonce, at: now() },
    policy,
    faults !== null,
  )
  if (!operations[id].changesState)
    return { data: await handlers[id](call, contextFor(db)), partialFailure: null }
  const result = await inTransaction(db, async (tx) => {
    let partialFailure: ExecutionResult<Id>['partialFailure'] = null
    const context = contextFor(tx, (code, message) => (partialFailure = { code, message }))
    const data = await handlers[id](call, context)
    return { data, partialFailure }
  })
  onCommitted(id)
  return result
}
