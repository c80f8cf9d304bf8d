import { sql } from 'kysely'
import { claimFolder } from '../claim-folder'
import { insertRows } from '../seed/insert-rows'
import type { Seed } from '../seed/fill'
import type { SeedRows } from '../seed/rows'
import { StartFailure } from '../start-failure'
import { inTransaction } from '../store/database'
import type { Database } from '../store/database'
import { openStore } from '../store/open-store'
import { reasonOf } from '../store/reasons'
import { checkReferences } from './check-references'
import { findConflicts } from './conflicts'
import { mistakes, readImportFile } from './import-file'
import type { ImportFile } from './import-file'
import { importedRows } from './imported-rows'

interface ImportOptions {
  readonly file: string
  readonly data?: string | undefined
  readonly databaseUrl?: string | undefined
  /** What to fill a new store with beside the file; nothing where not given. */
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

/** Mistakes where an asset names a customer that neither the file nor the store has. */
const unknownCustomers = ({ enterprises }: ImportFile, known: ReadonlyMap<string, unknown>): string[] => {
  const made = new Set(
    enterprises.flatMap(({ customers }) =>
      customers.map(({ channelCode, channelCustomerId }) => `${channelCode}\t${channelCustomerId}`),
    ),
  )
  return enterprises.flatMap(({ assets }, index) =>
    assets.flatMap(({ customer }, at) => {
      if (customer === undefined) return []
      const pair = `${customer.channelCode}\t${customer.channelCustomerId}`
      if (made.has(pair) || known.has(pair)) return []
      return [`enterprises[${index}].assets[${at}].customer: there is no such customer`]
    }),
  )
}

/** As many ids out of the sequence of all tables as the file needs; too many do no harm. */
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

/** Binds find an enterprise by its name: the first of a name, unless another has the name already. */
const claimNames = (db: Database, rows: SeedRows) =>
  sql`
    update enterprises set name_key = name
    where id in (
        select min(id) from enterprises where id >= ${rows.enterprises[0]?.id ?? 0} group by name
      )
      and not exists (select 1 from enterprises other where other.name_key = enterprises.name)
  `.execute(db)

const idsNeeded = (content: ImportFile): number =>
  // Every object of the file takes at most three.
  3 *
  (JSON.stringify(content, (_, value: unknown) => (typeof value === 'bigint' ? 0 : value)).split('{').length +
    1)

/** Puts the enterprises of a checked file into the store, all of them or none. */
const insertAll = (db: Database, file: string, content: ImportFile): Promise<SeedRows> =>
  inTransaction(db, async (tx) => {
    const customers = await customersByPair(tx)
    const wrong = [...(await findConflicts(tx, content)), ...unknownCustomers(content, customers)]
    if (wrong.length > 0) throw mistakes(file, wrong)
    const nextId = await reserveIds(tx, idsNeeded(content))
    const rows = importedRows(content, nextId, Date.now(), (code, id) => customers.get(`${code}\t${id}`))
    await insertRows(tx, rows)
    await claimNames(tx, rows)
    return rows
  })

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/**
 * Imports the enterprises of a JSON file into the store of a folder, which no service may be running on, or of a
 * database server. All or nothing; throws a StartFailure that says what is wrong and where.
 * @returns what was imported, in a sentence
 */
export const importInto = async ({ file, data, databaseUrl, seed }: ImportOptions): Promise<string> => {
  const content = await readImportFile(file)
  const wrong = checkReferences(content)
  if (wrong.length > 0) throw mistakes(file, wrong)

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
