import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * The right side of `column = any(…)`: one parameter for any number of values. With `in (…)`, each value is a
 * parameter, and each list length needs its own statement to be built, parsed and planned.
 */
export const anyText = (values: readonly string[]): RawBuilder<string> => sql<string>`any(${values}::text[])`
export const anyId = (values: readonly number[]): RawBuilder<number> => sql<number>`any(${values}::bigint[])`
