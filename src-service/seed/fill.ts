import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { migrate, inTransaction } from '../store/database'
import type { Database } from '../store/database'
import { schemaText } from '../store/migrations'
import { buildDemo, demoDigest, usualDraw } from './demo'
import { seedToday, shiftTo } from './calendar'
import { insertRows } from './insert-rows'
import { seededTables, shifted, timeColumns } from './rows'
import { scaleBeyondDemo } from './scale'

export const seeds = ['demo', 'empty', 'scale'] as const
export type Seed = (typeof seeds)[number]

/** Stops checking references while training data, which are right, go in: half the time. */
const withoutReferenceChecks = async (tx: Database): Promise<void> => {
  const { rows } = await sql<{ rolsuper: boolean }>`
    select rolsuper from pg_roles where rolname = current_user
  `.execute(tx)
  if (rows[0]?.rolsuper === true) await sql`set local session_replication_role = replica`.execute(tx)
}

const insertDemo = async (tx: Database, drawnFrom: number): Promise<void> => {
  await withoutReferenceChecks(tx)
  await insertRows(tx, buildDemo(drawnFrom))
  // Until it is moved: see moveToToday.
  await tx
    .insertInto('meta')
    .values({ key: 'seed_today', value: String(seedToday) })
    .execute()
}

const writeMeta = async (tx: Database, key: string, value: string): Promise<void> => {
  await tx
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

const moveTimes = async (tx: Database, now: number): Promise<void> => {
  const due = await tx.deleteFrom('meta').where('key', '=', 'seed_today').returning('key').executeTakeFirst()
  if (due === undefined) return
  const shift = sql.lit(shiftTo(now))
  for (const table of seededTables) {
    const columns = timeColumns[table]
    if (columns.length === 0) continue
    const moves = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} + ${shift}`)
    await sql`update ${sql.table(table)} set ${sql.join(moves)}`.execute(tx)
  }
}

/**
 * Moves the times of training data so that “ends in 41 days” is true on the day it is first opened, which for a
 * packed store is long after it was made. Once: the row that says from where is gone with the move.
 */
export const moveToToday = (db: Database, now: number): Promise<void> =>
  inTransaction(db, (tx) => moveTimes(tx, now))

/**
 * Adds to the training data what makes them those of the seed `scale`: 100,000 assets. Their times are at once those
 * of `now`, because moving so many rows takes as long as inserting them.
 */
export const growToScale = async (tx: Database, drawnFrom: number, now: number): Promise<void> => {
  await withoutReferenceChecks(tx)
  // First, or what follows would be moved along.
  await moveTimes(tx, now)
  for (const rows of scaleBeyondDemo(drawnFrom)) await insertRows(tx, shifted(rows, shiftTo(now)))
  await writeMeta(tx, 'seed', 'scale')
  await writeMeta(tx, 'stamp', `scale drawn from ${drawnFrom}`)
}

/** Without it the planner takes big tables for empty ones, and the embedded store has nobody else to do it. */
export const tidyStore = async (db: Database): Promise<void> => {
  await sql`vacuum analyze`.execute(db)
}

/** What schema and training data a packed store must have been made with to stand for them. */
export const demoStamp: string = createHash('sha256')
  .update(schemaText)
  .update(demoDigest)
  .digest('base64url')

export const readMeta = async (db: Database, key: string): Promise<string | null> => {
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value ?? null
}

interface Wanted {
  readonly seed: Seed
  /** The number training data are drawn from. */
  readonly drawnFrom?: number | undefined
  readonly now?: number | undefined
}

/**
 * Brings a store to the newest schema and, where it holds nothing yet, fills it. Several services starting on one
 * server wait for the one that fills it (unique key of `meta`).
 * @returns the seed the store holds, and whether it was this call that filled it
 */
export const prepareStore = async (
  db: Database,
  { seed, drawnFrom = usualDraw, now = Date.now() }: Wanted,
): Promise<{ readonly seed: string; readonly isNew: boolean }> => {
  await migrate(db)
  const prepared = await inTransaction(db, async (tx) => {
    const made = await tx
      .insertInto('meta')
      .values({ key: 'seed', value: seed })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst()
    if (made === undefined) return { seed: (await readMeta(tx, 'seed')) ?? '', isNew: false }
    if (seed !== 'empty') {
      await insertDemo(tx, drawnFrom)
      // Other data are nobody's packed store.
      await writeMeta(tx, 'stamp', drawnFrom === usualDraw ? demoStamp : `demo drawn from ${drawnFrom}`)
    }
    if (seed === 'scale') await growToScale(tx, drawnFrom, now)
    return { seed, isNew: true }
  })
  if (prepared.isNew && seed === 'scale') await tidyStore(db)
  return prepared
}
