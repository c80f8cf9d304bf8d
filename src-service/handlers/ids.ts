import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../store/database'

const nineDigits = () => String(randomInt(1_000_000_000)).padStart(9, '0')

/** A global ID: 19 digits that cannot be guessed and are exact only as text. */
export const newGlobalId = (): string => `5${nineDigits()}${nineDigits()}`

/** Takes an id from the common sequence before the insert, if other columns of the row derive from it. */
export const nextId = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select nextval('id_numbers') as id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The sequence returned no id')
  return row.id
}

const idForm = /^\d{1,15}$/

/** The id in a path or a body; null if the text cannot be an id. */
export const idFrom = (text: string): number | null => (idForm.test(text) ? Number(text) : null)
