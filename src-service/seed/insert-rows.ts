import { sql } from 'kysely'
import { stringifyJson } from '../json'
import type { Database } from '../store/database'
import { seededTables } from './rows'
import type { SeedRows } from './rows'

const rowsPerInsert = 5000

/** Rows of one table that have the same columns: what is not given takes the column's default. */
const insertInto = async (tx: Database, table: string, rows: readonly object[]): Promise<void> => {
  const [first] = rows
  if (first === undefined) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const chunk = stringifyJson(rows.slice(start, start + rowsPerInsert))
    // One parameter for a whole chunk: several times as fast as one for each value.
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${chunk}::json)
    `.execute(tx)
  }
}

/** Inserts rows of many tables, each list with the same columns in all its rows, in an order that references allow. */
export const insertRows = async (tx: Database, rows: SeedRows): Promise<void> => {
  for (const table of seededTables) await insertInto(tx, table, rows[table])
}
