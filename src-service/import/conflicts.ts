import { sql } from 'kysely'
import type { Database } from '../store/database'
import type { ImportFile } from './import-file'

interface Named {
  readonly value: string
  readonly place: string
}

/** Which of the values the store has already: a list of mistakes with their places. */
const taken = async (
  db: Database,
  named: readonly Named[],
  table: string,
  column: ReturnType<typeof sql>,
  what: string,
): Promise<string[]> => {
  if (named.length === 0) return []
  const values = JSON.stringify(named.map(({ value }) => value))
  const { rows } = await sql<{ value: string }>`
    select ${column} as value from ${sql.table(table)}
    where ${column} in (select json_array_elements_text(${values}::json))
  `.execute(db)
  const there = new Set(rows.map(({ value }) => value))
  return named.filter(({ value }) => there.has(value)).map(({ place }) => `${place}: ${what}`)
}

/** What of the file the store has already. */
export const findConflicts = async (db: Database, { enterprises }: ImportFile): Promise<string[]> => {
  const named = <Item>(
    listOf: (enterprise: ImportFile['enterprises'][number]) => readonly Item[],
    name: string,
    valueOf: (item: Item) => string,
  ): Named[] =>
    enterprises.flatMap((enterprise, index) =>
      listOf(enterprise).map((item, at) => ({
        value: valueOf(item),
        place: `enterprises[${index}].${name.replace('#', String(at))}`,
      })),
    )
  const accounts = named(
    ({ employees }) => employees,
    'employees[#].userName',
    ({ userName }) => userName.toLowerCase(),
  )
  const pair = (customer: { channelCode: string; channelCustomerId: string }) =>
    `${customer.channelCode}\t${customer.channelCustomerId}`
  const lists = [
    taken(
      db,
      named(
        (one) => [one],
        'globalId',
        ({ globalId }) => globalId,
      ),
      'enterprises',
      sql`global_id`,
      'the store has this enterprise already',
    ),
    taken(
      db,
      named(
        ({ crmCustomerId }) => (crmCustomerId === undefined ? [] : [crmCustomerId]),
        'crmCustomerId',
        (id) => id,
      ),
      'enterprises',
      sql`crm_customer_id`,
      'the store has an enterprise of this CRM customer already',
    ),
    taken(
      db,
      named(({ customers }) => customers, 'customers[#].channelCustomerId', pair),
      'customers',
      sql`channel_code || chr(9) || channel_customer_id`,
      'the store has this customer of the channel already',
    ),
    taken(
      db,
      named(
        ({ departments }) => departments,
        'departments[#].id',
        ({ id }) => String(id),
      ),
      'departments',
      sql`id::text`,
      'the store has a department of this id already',
    ),
    taken(
      db,
      accounts,
      'employees',
      sql`case when deleted then null else lower(user_name) end`,
      'the store has this account already',
    ),
    taken(
      db,
      named(
        ({ assets }) => assets,
        'assets[#].assetNum',
        ({ assetNum }) => assetNum,
      ),
      'assets',
      sql`asset_num`,
      'the store has this asset already',
    ),
  ]
  return (await Promise.all(lists)).flat()
}
