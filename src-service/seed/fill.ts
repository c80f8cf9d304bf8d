import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { migrate, inTransaction } from '../store/database'
import type { Database } from '../store/database'
import { schemaText } from '../store/migrations'
import { buildDemo, demoDigest, usualDraw } from './demo'
import { seedToday, shiftTo } from './calendar'
import { seededTables, timeColumns } from './rows'

export const seeds = ['demo', 'empty'] as const
export type Seed = (typeof seeds)[number]

const rowsPerInsert = 400

const insertDemo = async (tx: Database, drawnFrom: number): Promise<void> => {
  const rows = buildDemo(drawnFrom)
  for (const table of seededTables) {
    for (let start = 0; start < rows[table].length; start += rowsPerInsert) {
      await tx
        .insertInto(table)
        .values(rows[table].slice(start, start + rowsPerInsert))
        .execute()
    }
  }
  // Until it is moved: see moveToToday.
  await tx
    .insertInto('meta')
    .values({ key: 'seed_today', value: String(seedToday) })
    .execute()
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

/**
 * Brings a store to the newest schema and, where it holds nothing yet, fills it. Several services starting on one
 * server wait for the one that fills it (unique key of `meta`).
 * @returns the seed the store holds, and whether it was this call that filled it
 */
export const prepareStore = async (
  db: Database,
  seed: Seed,
  drawnFrom = usualDraw,
): Promise<{ readonly seed: string; readonly isNew: boolean }> => {
  await migrate(db)
  return inTransaction(db, async (tx) => {
    const made = await tx
      .insertInto('meta')
      .values({ key: 'seed', value: seed })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst()
    if (made === undefined) return { seed: (await readMeta(tx, 'seed')) ?? '', isNew: false }
    if (seed === 'demo') {
      await insertDemo(tx, drawnFrom)
      // Other data are nobody's packed store.
      const stamp = drawnFrom === usualDraw ? demoStamp : `drawn from ${drawnFrom}`
      await tx.insertInto('meta').values({ key: 'stamp', value: stamp }).execute()
    }
    return { seed, isNew: true }
  })
}

/**
 * Moves the times of training data so that “ends in 41 days” is true on the day it is first opened, which for a
 * packed store is long after it was made. Once: the row that says from where is gone with the move.
 */
export const moveToToday = (db: Database, now: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    const due = await tx
      .deleteFrom('meta')
      .where('key', '=', 'seed_today')
      .returning('key')
      .executeTakeFirst()
    if (due === undefined) return
    const shift = sql.lit(shiftTo(now))
    for (const table of seededTables) {
      const columns = timeColumns[table]
      if (columns.length === 0) continue
      const moves = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} + ${shift}`)
      await sql`update ${sql.table(table)} set ${sql.join(moves)}`.execute(tx)
    }
  })
