import { sql } from 'kysely'
import { claimFolder } from '../claim-folder'
import { insertRows } from '../seed/insert-rows'
import { markAsImported } from '../seed/fill'
import type { Seed } from '../seed/fill'
import type { SeedRows } from '../seed/rows'
import { StartFailure } from '../start-failure'
import { inTransaction } from '../store/database'
import type { Database } from '../store/database'
import { openStore } from '../open-store'
import { reasonOf } from '../store/reasons'
import { checkReferences } from './check-references'
import { findConflicts } from './conflicts'
import { importFailure, readImportFile } from './import-file'
import type { ImportFile } from './import-file'
import { importedRows } from './imported-rows'

interface ImportOptions {
  readonly file: string
  readonly data?: string | undefined
  readonly databaseUrl?: string | undefined
  /** Data for a new store in addition to the file; empty by default. */
  readonly seed?: Seed | undefined
}

const customersByPair = async (db: Database) => {
  const rows = await db
    .selectFrom('customers')
    .select(['id', 'channel_code', 'channel_customer_id'])
    .execute()
  return new Map(
    rows.map((row) => [
      `${row.channel_code}\t${row.channel_customer_id}`,
      { id: row.id, channelCode: row.channel_code },
    ]),
  )
}

/** Problems of assets whose customer is neither in the file nor in the store. */
const unknownCustomers = ({ enterprises }: ImportFile, known: ReadonlyMap<string, unknown>): string[] => {
  const importedKeys = new Set(
    enterprises.flatMap(({ customers }) =>
      customers.map(({ channelCode, channelCustomerId }) => `${channelCode}\t${channelCustomerId}`),
    ),
  )
  return enterprises.flatMap(({ assets }, index) =>
    assets.flatMap(({ customer }, assetIndex) => {
      if (customer === undefined) return []
      const pair = `${customer.channelCode}\t${customer.channelCustomerId}`
      if (importedKeys.has(pair) || known.has(pair)) return []
      return [`enterprises[${index}].assets[${assetIndex}].customer: customer not found`]
    }),
  )
}

/** Reserves ids from the common sequence. Unused ids do no harm. */
const reserveIds = async (db: Database, count: number): Promise<() => number> => {
  const { rows } = await sql<{
    id: number
  }>`select nextval('id_numbers') as id from generate_series(1, ${sql.lit(count)})`.execute(db)
  let next = 0
  return () => {
    const id = rows[next++]?.id
    if (id === undefined) throw new Error('Too few ids were reserved')
    return id
  }
}

/** Binds find an enterprise by name: the first one with that name, unless the store already has one. */
const claimNames = (db: Database, rows: SeedRows) =>
  sql`
    update enterprises set name_key = name
    where id in (
        select min(id) from enterprises where id >= ${rows.enterprises[0]?.id ?? 0} group by name
      )
      and not exists (select 1 from enterprises other where other.name_key = enterprises.name)
  `.execute(db)

const idsNeeded = (content: ImportFile): number =>
  // Each object of the file needs at most three ids.
  3 *
  (JSON.stringify(content, (_, value: unknown) => (typeof value === 'bigint' ? 0 : value)).split('{').length +
    1)

/** Inserts the enterprises of a validated file in one transaction. */
const insertAll = (db: Database, file: string, content: ImportFile): Promise<SeedRows> =>
  inTransaction(db, async (tx) => {
    const customers = await customersByPair(tx)
    const problems = [...(await findConflicts(tx, content)), ...unknownCustomers(content, customers)]
    if (problems.length > 0) throw importFailure(file, problems)
    const nextId = await reserveIds(tx, idsNeeded(content))
    const rows = importedRows(content, nextId, Date.now(), (code, id) => customers.get(`${code}\t${id}`))
    await insertRows(tx, rows)
    await claimNames(tx, rows)
    await markAsImported(tx)
    return rows
  })

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/**
 * Imports the enterprises of a JSON file into the store of a folder, on which no service may be running, or of
 * a database server. All or nothing. Throws a StartFailure that lists the problems.
 * @returns a sentence with the number of imported objects
 */
export const importInto = async ({ file, data, databaseUrl, seed }: ImportOptions): Promise<string> => {
  const content = await readImportFile(file)
  const problems = checkReferences(content)
  if (problems.length > 0) throw importFailure(file, problems)

  const unlock = data === undefined ? null : await claimFolder(data)
  try {
    const store = await openStore({
      folder: data,
      databaseUrl,
      seed,
      seedIfNew: 'empty',
      now: Date.now(),
      log: () => undefined,
    })
    try {
      const { enterprises, customers, employees, assets } = await insertAll(store.db, file, content)
      return `Imported ${[
        counted(enterprises.length, 'enterprise'),
        counted(customers.length, 'customer'),
        counted(employees.length, 'employee'),
        counted(assets.length, 'asset'),
      ].join(', ')}.`
    } catch (error) {
      if (error instanceof StartFailure) throw error
      throw new StartFailure('failed', `Nothing was imported. ${reasonOf(error)}`, { cause: error })
    } finally {
      await store.close()
    }
  } finally {
    await unlock?.()
  }
}
