import { sql } from 'kysely'
import { limits } from '#shared/model/api/limits'
import type { Policy } from '../policy'
import type { Database } from '../store/database'
import type { Handler } from './request-context'
import { BusinessException } from './business-exception'

const serialDigits = limits.shellNumberDigits - 1

/** Takes `count` numbers from the sequence. Numbers of a rolled-back transaction are not reused. */
const takeNumbers = async (db: Database, region: string, count: number): Promise<string[]> => {
  const { rows } = await sql<{
    serial: number
  }>`select nextval('shell_numbers') as serial from generate_series(1, ${sql.lit(count)})`.execute(db)
  return rows.map(({ serial }) => region + String(serial).padStart(serialDigits, '0'))
}

/** Allocates shell numbers for new locks. Numbers that an order has already used are skipped. */
export const allocateShellNumbers = async (
  db: Database,
  policy: Policy,
  count: number,
): Promise<string[]> => {
  const numbers: string[] = []
  while (numbers.length < count) {
    const drawn = await takeNumbers(db, policy.shellNumberRegion, count - numbers.length)
    const usedNumbers = await db
      .selectFrom('assets')
      .select('key_shell_number')
      .where('key_shell_number', 'in', drawn)
      .execute()
    const takenNumbers = new Set(usedNumbers.map((row) => row.key_shell_number))
    numbers.push(...drawn.filter((number) => !takenNumbers.has(number)))
  }
  return numbers
}

/** Operation 9. */
export const allocate: Handler<'order.allocateShellNumbers'> = async ({ body }, { db, policy, record }) => {
  const { size } = body
  if (size === undefined || size < 1 || size > policy.shellNumbersPerCall) {
    throw new BusinessException('13004', `size: must be between 1 and ${policy.shellNumbersPerCall}`)
  }
  const numbers = await allocateShellNumbers(db, policy, size)
  await record(numbers.map((target) => ({ target, from: null, to: { allocated: true } })))
  return numbers
}
