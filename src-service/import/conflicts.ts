import { sql } from 'kysely'
import type { Database } from '../store/database'
import type { ImportFile } from './import-file'

interface ValueWithPlace {
  readonly value: string
  readonly place: string
}

/** The values that the store already contains, as problems with their positions. */
const findExisting = async (
  db: Database,
  valuesWithPlaces: readonly ValueWithPlace[],
  table: string,
  column: ReturnType<typeof sql>,
  what: string,
): Promise<string[]> => {
  if (valuesWithPlaces.length === 0) return []
  const values = JSON.stringify(valuesWithPlaces.map(({ value }) => value))
  const { rows } = await sql<{ value: string }>`
    select ${column} as value from ${sql.table(table)}
    where ${column} in (select json_array_elements_text(${values}::json))
  `.execute(db)
  const existingValues = new Set(rows.map(({ value }) => value))
  return valuesWithPlaces
    .filter(({ value }) => existingValues.has(value))
    .map(({ place }) => `${place}: ${what}`)
}

/** The objects of the file that already exist in the store. */
export const findConflicts = async (db: Database, { enterprises }: ImportFile): Promise<string[]> => {
  const valuesWithPlaces = <Item>(
    listOf: (enterprise: ImportFile['enterprises'][number]) => readonly Item[],
    name: string,
    valueOf: (item: Item) => string,
  ): ValueWithPlace[] =>
    enterprises.flatMap((enterprise, index) =>
      listOf(enterprise).map((item, itemIndex) => ({
        value: valueOf(item),
        place: `enterprises[${index}].${name.replace('#', String(itemIndex))}`,
      })),
    )
  const accounts = valuesWithPlaces(
    ({ employees }) => employees,
    'employees[#].userName',
    ({ userName }) => userName.toLowerCase(),
  )
  const pair = (customer: { channelCode: string; channelCustomerId: string }) =>
    `${customer.channelCode}\t${customer.channelCustomerId}`
  const lists = [
    findExisting(
      db,
      valuesWithPlaces(
        (one) => [one],
        'globalId',
        ({ globalId }) => globalId,
      ),
      'enterprises',
      sql`global_id`,
      'this enterprise already exists',
    ),
    findExisting(
      db,
      valuesWithPlaces(
        ({ crmCustomerId }) => (crmCustomerId === undefined ? [] : [crmCustomerId]),
        'crmCustomerId',
        (id) => id,
      ),
      'enterprises',
      sql`crm_customer_id`,
      'an enterprise of this CRM customer already exists',
    ),
    findExisting(
      db,
      valuesWithPlaces(({ customers }) => customers, 'customers[#].channelCustomerId', pair),
      'customers',
      sql`channel_code || chr(9) || channel_customer_id`,
      'this customer of the channel already exists',
    ),
    findExisting(
      db,
      valuesWithPlaces(
        ({ departments }) => departments,
        'departments[#].id',
        ({ id }) => String(id),
      ),
      'departments',
      sql`id::text`,
      'a department with this ID already exists',
    ),
    findExisting(
      db,
      accounts,
      'employees',
      sql`case when deleted then null else lower(user_name) end`,
      'this account already exists',
    ),
    findExisting(
      db,
      valuesWithPlaces(
        ({ assets }) => assets,
        'assets[#].assetNum',
        ({ assetNum }) => assetNum,
      ),
      'assets',
      sql`asset_num`,
      'this asset already exists',
    ),
  ]
  return (await Promise.all(lists)).flat()
}
