import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { migrate, inTransaction } from '../store/database'
import type { Database } from '../store/database'
import { schemaText } from '../store/migrations'
import { buildDemo, demoDigest, usualDraw } from './demo'
import { seedToday, shiftTo } from './calendar'
import { insertRows } from './insert-rows'
import { seededTables, shifted, timeColumns } from './rows'
import type { SeedRows } from './rows'
import { buildScale } from './scale'

export const seeds = ['demo', 'empty', 'scale'] as const
export type Seed = (typeof seeds)[number]

/** Rows as they are for a seed; the times of `scale` are at once those of `now`: moving 400,000 rows is slow. */
const rowsOf = (seed: Exclude<Seed, 'empty'>, drawnFrom: number, now: number): SeedRows =>
  seed === 'demo' ? buildDemo(drawnFrom) : shifted(buildScale(drawnFrom), shiftTo(now))

const fill = async (tx: Database, seed: Exclude<Seed, 'empty'>, drawnFrom: number, now: number) => {
  await insertRows(tx, rowsOf(seed, drawnFrom, now))
  if (seed === 'scale') return
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
      await fill(tx, seed, drawnFrom, now)
      // Other data are nobody's packed store.
      const isUsual = seed === 'demo' && drawnFrom === usualDraw
      const stamp = isUsual ? demoStamp : `${seed} drawn from ${drawnFrom}`
      await tx.insertInto('meta').values({ key: 'stamp', value: stamp }).execute()
    }
    return { seed, isNew: true }
  })
  // Without it the planner takes the tables for empty, and the embedded store has nobody else to do it.
  if (prepared.isNew && seed === 'scale') await sql`vacuum analyze`.execute(db)
  return prepared
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
