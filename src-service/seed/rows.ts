import type { Insertable } from 'kysely'
import type { Tables } from '../store/schema'
import { shiftAt } from './calendar'
import type { Shift } from './calendar'

/** The tables of the training data, in an order that satisfies the references. */
export const seededTables = [
  'enterprises',
  'customers',
  'departments',
  'employees',
  'order_batches',
  'license_orders',
  'assets',
  'asset_extends',
  'merchandises',
  'products',
] as const satisfies readonly (keyof Tables)[]
type SeededTable = (typeof seededTables)[number]

type Required<Name extends SeededTable> = Insertable<Tables[Name]> &
  (Name extends 'asset_extends' ? object : { id: number })

/** Rows to insert, by table. Ids are fixed and small, so that the data are the same everywhere. */
export type SeedRows = { readonly [Name in SeededTable]: Required<Name>[] }

export const createRows = (): SeedRows => ({
  enterprises: [],
  customers: [],
  departments: [],
  employees: [],
  order_batches: [],
  license_orders: [],
  assets: [],
  asset_extends: [],
  merchandises: [],
  products: [],
})

/** Columns with a time, which the first start shifts. */
export const timeColumns = {
  enterprises: ['created_at'],
  customers: ['created_at', 'updated_at'],
  departments: [],
  employees: ['created_at', 'updated_at'],
  order_batches: ['created_at'],
  license_orders: ['created_at'],
  assets: ['limit_start', 'limit_end', 'assigned_at', 'created_at', 'updated_at'],
  asset_extends: [],
  merchandises: ['created_at', 'updated_at'],
  products: ['limit_start', 'limit_end', 'trial_end', 'created_at', 'updated_at'],
} as const satisfies { readonly [Name in SeededTable]: readonly (keyof Tables[Name])[] }

/** Moves every time as shiftsTo says. Changes the rows in place, because there are many. */
export const shifted = (rows: SeedRows, shifts: readonly Shift[]): SeedRows => {
  for (const table of seededTables) {
    const list: Record<string, unknown>[] = rows[table]
    for (const row of list) {
      for (const column of timeColumns[table]) {
        const time = row[column]
        if (typeof time === 'number') row[column] = time + shiftAt(time, shifts)
      }
    }
  }
  return rows
}
