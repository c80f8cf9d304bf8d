import { sql } from 'kysely'
import { limits } from '#shared/model/limits'
import type { Policy } from '../policy'
import type { Database } from '../store/database'
import type { Rule } from './call'
import { Refusal } from './refusal'

const serialDigits = limits.shellNumberDigits - 1

/** `count` numbers out of the sequence, never given before; whoever asks may roll back, the numbers stay used. */
const draw = async (db: Database, region: string, count: number): Promise<string[]> => {
  const { rows } = await sql<{
    serial: number
  }>`select nextval('shell_numbers') as serial from generate_series(1, ${sql.lit(count)})`.execute(db)
  return rows.map(({ serial }) => region + String(serial).padStart(serialDigits, '0'))
}

/** Shell numbers for new locks; a number that an order has put on a lock by itself is passed over. */
export const allocateShellNumbers = async (
  db: Database,
  policy: Policy,
  count: number,
): Promise<string[]> => {
  const numbers: string[] = []
  while (numbers.length < count) {
    const drawn = await draw(db, policy.shellNumberRegion, count - numbers.length)
    const taken = await db
      .selectFrom('assets')
      .select('key_shell_number')
      .where('key_shell_number', 'in', drawn)
      .execute()
    const takenNumbers = new Set(taken.map((row) => row.key_shell_number))
    numbers.push(...drawn.filter((number) => !takenNumbers.has(number)))
  }
  return numbers
}

/** Operation 9. */
export const allocate: Rule<'order.allocateShellNumbers'> = async ({ body }, { db, policy, record }) => {
  const { size } = body
  if (size === undefined || size < 1 || size > policy.shellNumbersPerCall) {
    throw new Refusal('13004', `size: must be 1 to ${policy.shellNumbersPerCall}`)
  }
  const numbers = await allocateShellNumbers(db, policy, size)
  await record(numbers.map((target) => ({ target, from: null, to: { allocated: true } })))
  return numbers
}
