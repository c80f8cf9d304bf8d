import { sql } from 'kysely'
import { stringifyJson } from '../json'
import type { Database } from '../store/database'
import { seededTables } from './rows'
import type { SeedRows } from './rows'

const rowsPerInsert = 5000

/** All rows have the same columns. Omitted columns get their defaults. */
const insertInto = async (tx: Database, table: string, rows: readonly object[]): Promise<void> => {
  const [first] = rows
  if (first === undefined) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const chunk = stringifyJson(rows.slice(start, start + rowsPerInsert))
    // One parameter per chunk is several times as fast as one per value.
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${chunk}::json)
    `.execute(tx)
  }
}

/**
 * Inserts the rows table by table in an order that satisfies the references. All rows of a table have the same
 * columns.
 */
export const insertRows = async (tx: Database, rows: SeedRows): Promise<void> => {
  for (const table of seededTables) await insertInto(tx, table, rows[table])
}
