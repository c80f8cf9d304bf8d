import { Kysely, Migrator, PostgresDialect } from 'kysely'
import type { Transaction } from 'kysely'
import { Pool, TypeOverrides } from 'pg'
import type { PoolConfig } from 'pg'
import { migrations } from './migrations'
import type { Tables } from './schema'

/** A connection or a transaction; handlers accept both. */
export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>

const int8 = 20
/**
 * PostgreSQL codes after which a transaction is retried: serialization failure, deadlock, and a unique key
 * inserted by another transaction (the retry finds that row and responds accordingly).
 */
const retryCodes = new Set(['40001', '40P01', '23505'])
const attempts = 4

/** A bigint column as a number, or as a bigint if a number would not be exact. */
const exactInteger = (text: string): number | bigint => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

/** Limits of a pool, so that no database problem blocks a request forever. */
export interface PoolLimits {
  readonly connectTimeoutMs: number
  readonly statementTimeoutMs: number
}

/**
 * For a database server, which ends a slow statement itself. The client's timeout applies only if the server
 * does not respond.
 */
export const serverLimits = ({ connectTimeoutMs, statementTimeoutMs }: PoolLimits): PoolConfig => ({
  connectionTimeoutMillis: connectTimeoutMs,
  statement_timeout: statementTimeoutMs,
  query_timeout: statementTimeoutMs + 5000,
  // Releases the row locks of a service whose computer has disappeared.
  idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
  keepAlive: true,
  application_name: 'licensing-service',
})

/** A pool that returns the same value types for the embedded store and for a server. */
export const createPool = (config: PoolConfig): Pool => {
  const types = new TypeOverrides()
  types.setTypeParser(int8, exactInteger)
  return new Pool(Object.assign(config, { types }))
}

export const connectDatabase = (pool: Pool): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

/** Updates the schema. Kysely's lock makes several services that start on one server wait for each other. */
export const migrate = async (db: Database): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('Migration failed', { cause: error })
}

const isTransient = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && retryCodes.has(error.code)

/**
 * Runs `work` in one transaction and repeats it if the database requires a retry. `work` must therefore have no
 * effects outside the transaction.
 */
export const inTransaction = async <Result>(
  db: Database,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === attempts || !isTransient(error)) throw error
    }
  }
}
