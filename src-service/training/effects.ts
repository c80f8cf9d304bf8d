import type { OperationId } from '#shared/operations'
import type { Change } from '../handlers/request-context'
import type { Database } from '../store/database'

/** The request that caused a change, and its time. */
export interface EffectSource {
  readonly operation: OperationId
  readonly nonce: string
  readonly at: number
}

/** PostgreSQL allows 65,535 parameters in a statement. */
const rowsPerInsert = 5000

/** Stores `changes` in the transaction that makes them. */
export const recordEffects = async (
  db: Database,
  source: EffectSource,
  changes: readonly Change[],
): Promise<void> => {
  for (let start = 0; start < changes.length; start += rowsPerInsert) {
    const rows = changes.slice(start, start + rowsPerInsert).map(({ target, from, to }) => ({
      ...source,
      target,
      from_state: JSON.stringify(from),
      to_state: JSON.stringify(to),
    }))
    await db.insertInto('effects').values(rows).execute()
  }
}

/** The committed changes after number `after`, in insertion order. */
export const listEffects = async (db: Database, after: number) => {
  const rows = await db.selectFrom('effects').selectAll().where('n', '>', after).orderBy('n').execute()
  return rows.map(({ n, operation, target, from_state, to_state, at, nonce }) => ({
    n,
    operation,
    target,
    from: JSON.parse(from_state) as unknown,
    to: JSON.parse(to_state) as unknown,
    at,
    nonce,
  }))
}
