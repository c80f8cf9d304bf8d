import { Kysely, Migrator, PostgresDialect } from 'kysely'
import type { Transaction } from 'kysely'
import { Pool, TypeOverrides } from 'pg'
import type { PoolConfig } from 'pg'
import { migrations } from './migrations'
import type { Tables } from './schema'

/** Inside or outside a transaction; what rules are written against. */
export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>

const int8 = 20
/**
 * PostgreSQL's codes for a transaction that is to be tried again: serialization failure, deadlock, and a unique key
 * that another transaction took first (the next try finds its row and answers accordingly).
 */
const tryAgain = new Set(['40001', '40P01', '23505'])
const attempts = 4

/** A bigint column as a number, or as a bigint where a number would not be exact. */
const exactInteger = (text: string): number | bigint => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

/** Limits of a pool: nothing a database does or leaves undone may hang a call for ever. */
export interface PoolLimits {
  readonly connectTimeoutMs: number
  readonly statementTimeoutMs: number
}

/** For a server: it ends a statement past its time itself, the client only where the server does not answer. */
export const serverLimits = ({ connectTimeoutMs, statementTimeoutMs }: PoolLimits): PoolConfig => ({
  connectionTimeoutMillis: connectTimeoutMs,
  statement_timeout: statementTimeoutMs,
  query_timeout: statementTimeoutMs + 5000,
  // A service that vanishes with its machine must not keep its row locks.
  idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
  keepAlive: true,
  application_name: 'licensing-service',
})

/** A pool whose values read alike on the embedded store and on a server. */
export const createPool = (config: PoolConfig): Pool => {
  const types = new TypeOverrides()
  types.setTypeParser(int8, exactInteger)
  return new Pool(Object.assign(config, { types }))
}

export const connectDatabase = (pool: Pool): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

/** Brings the schema up to date; several services starting on one server wait for each other (Kysely's lock). */
export const migrate = async (db: Database): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('Migration failed', { cause: error })
}

const isTransient = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && tryAgain.has(error.code)

/**
 * Runs `work` in one transaction, and again from the start where the database asks for that; so `work` may do
 * nothing outside the transaction.
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
