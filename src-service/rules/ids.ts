import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../store/database'

const nineDigits = () => String(randomInt(1_000_000_000)).padStart(9, '0')

/** A global id: 19 digits that cannot be guessed, and that are exact only as text. */
export const newGlobalId = (): string => `5${nineDigits()}${nineDigits()}`

/** An id out of the sequence of all tables, where a row's own fields are made from it. */
export const nextId = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select nextval('id_numbers') as id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The sequence gave no id')
  return row.id
}

const idForm = /^\d{1,15}$/

/** The id that a path or a body names, or null where it cannot be one of ours. */
export const idFrom = (text: string): number | null => (idForm.test(text) ? Number(text) : null)
