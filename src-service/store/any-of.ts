import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * The right side of `column = any(…)`: one parameter, however many values. A hundred numbers in an `in (…)` are a
 * hundred parameters, and a statement that is made, parsed and planned anew for every length of the list.
 */
export const anyText = (values: readonly string[]): RawBuilder<string> => sql<string>`any(${values}::text[])`
export const anyId = (values: readonly number[]): RawBuilder<number> => sql<number>`any(${values}::bigint[])`
