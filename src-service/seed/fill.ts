import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { migrate, inTransaction } from '../store/database'
import type { Database } from '../store/database'
import { schemaText } from '../store/migrations'
import { buildDemo, demoDigest, defaultRandomSeed } from './demo'
import { seedToday, shiftsTo } from './calendar'
import { insertRows } from './insert-rows'
import { seededTables, shifted, timeColumns } from './rows'
import { scaleEnterpriseRows } from './scale'

export const seeds = ['demo', 'empty', 'scale'] as const
export type Seed = (typeof seeds)[number]

/** Skips reference checks while inserting training data, which are known to be valid. This halves the time. */
const withoutReferenceChecks = async (tx: Database): Promise<void> => {
  const { rows } = await sql<{ rolsuper: boolean }>`
    select rolsuper from pg_roles where rolname = current_user
  `.execute(tx)
  if (rows[0]?.rolsuper === true) await sql`set local session_replication_role = replica`.execute(tx)
}

const insertDemo = async (tx: Database, randomSeed: number): Promise<void> => {
  await withoutReferenceChecks(tx)
  await insertRows(tx, buildDemo(randomSeed))
  // shiftToToday needs the date that the data treat as today.
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

const shiftTimes = async (tx: Database, now: number): Promise<void> => {
  const due = await tx.deleteFrom('meta').where('key', '=', 'seed_today').returning('key').executeTakeFirst()
  if (due === undefined) return
  const shifts = shiftsTo(now)
  const last = shifts.at(-1)?.by ?? 0
  const moved = (column: string) => {
    const cases = shifts
      .slice(0, -1)
      .map(({ until, by }) => sql`when ${sql.ref(column)} < ${sql.lit(until)} then ${sql.lit(by)}`)
    const by =
      cases.length === 0 ? sql.lit(last) : sql`case ${sql.join(cases, sql` `)} else ${sql.lit(last)} end`
    return sql`${sql.ref(column)} = ${sql.ref(column)} + ${by}`
  }
  for (const table of seededTables) {
    const columns = timeColumns[table]
    if (columns.length === 0) continue
    const moves = columns.map(moved)
    await sql`update ${sql.table(table)} set ${sql.join(moves)}`.execute(tx)
  }
}

/**
 * Shifts the dates of training data to the current date, so that “ends in 41 days” is true on the first start,
 * which can be long after a packed store was made. Deleting the `seed_today` row makes sure that it happens
 * once.
 */
export const shiftToToday = (db: Database, now: number): Promise<void> =>
  inTransaction(db, (tx) => shiftTimes(tx, now))

/**
 * Extends the training data to 100,000 assets, the seed `scale`. The new rows get the dates of `now` directly,
 * because shifting so many rows takes as long as inserting them.
 */
export const extendToScale = async (tx: Database, randomSeed: number, now: number): Promise<void> => {
  await withoutReferenceChecks(tx)
  // Before inserting, because it would shift the new rows too.
  await shiftTimes(tx, now)
  const shifts = shiftsTo(now)
  for (const rows of scaleEnterpriseRows(randomSeed)) await insertRows(tx, shifted(rows, shifts))
  await writeMeta(tx, 'seed', 'scale')
  await writeMeta(tx, 'stamp', `scale drawn from ${randomSeed}`)
}

/**
 * Updates the planner's statistics; without them it assumes that large tables are empty. The embedded store has
 * no autovacuum.
 */
export const analyzeStore = async (db: Database): Promise<void> => {
  await sql`vacuum analyze`.execute(db)
}

/** Identifies the schema and training data of a packed store. */
export const demoStamp: string = createHash('sha256')
  .update(schemaText)
  .update(demoDigest)
  .digest('base64url')

export const readMeta = async (db: Database, key: string): Promise<string | null> => {
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value ?? null
}

/** A store with imported data must not accept the public training credentials. */
export const markAsImported = (tx: Database): Promise<void> => writeMeta(tx, 'imported', 'yes')
export const hasImportedData = async (db: Database): Promise<boolean> =>
  (await readMeta(db, 'imported')) !== null

interface SeedRequest {
  readonly seed: Seed
  /** Random seed of the training data. */
  readonly randomSeed?: number | undefined
  readonly now?: number | undefined
}

/**
 * Migrates a store to the latest schema and fills it if it is empty. The unique key of `meta` makes several
 * services that start on one server wait for the one that fills it.
 * @returns the seed of the store, and whether this call filled it
 */
export const prepareStore = async (
  db: Database,
  { seed, randomSeed = defaultRandomSeed, now = Date.now() }: SeedRequest,
): Promise<{ readonly seed: string; readonly isNew: boolean }> => {
  await migrate(db)
  const prepared = await inTransaction(db, async (tx) => {
    const inserted = await tx
      .insertInto('meta')
      .values({ key: 'seed', value: seed })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst()
    if (inserted === undefined) return { seed: (await readMeta(tx, 'seed')) ?? '', isNew: false }
    if (seed !== 'empty') {
      await insertDemo(tx, randomSeed)
      // Only the default random seed matches the packed store.
      await writeMeta(
        tx,
        'stamp',
        randomSeed === defaultRandomSeed ? demoStamp : `demo drawn from ${randomSeed}`,
      )
    }
    if (seed === 'scale') await extendToScale(tx, randomSeed, now)
    return { seed, isNew: true }
  })
  if (prepared.isNew && seed === 'scale') await analyzeStore(db)
  return prepared
}
