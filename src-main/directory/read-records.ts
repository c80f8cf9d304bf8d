import type { LockRecord } from '#shared/model/locks/lock-record'
import type { TimeReading } from '#shared/model/api/timestamp'
import { succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { PlatformClient } from '../platform/client'
import { raceTimeout, runTimeSliced } from '../util/async'
import { buildRecords } from './build-records'
import type { EmployeeDirectory } from './employee-directory'
import type { KnownEnterprise } from './enterprise-list'
import { indexRecords } from './index-records'
import type { RecordIndex } from './index-records'
import { readLists } from './read-lists'

/** A lookup waits this long for employee names; on large lists they arrive later. */
const namesTimeoutMs = 1_000

interface ReadRecords {
  readonly records: readonly LockRecord[]
  readonly index: RecordIndex
  readonly readAt: number
}

/** Reads the lists of an enterprise from the platform, and builds its records and their index in time slices. */
export const readRecords = async (
  enterprise: KnownEnterprise,
  deps: {
    client: PlatformClient
    employees: Pick<EmployeeDirectory, 'ready'>
    times: () => TimeReading
    now: () => number
  },
  signal: AbortSignal,
): Promise<Outcome<ReadRecords, PlatformFailure>> => {
  const { client, employees, times, now } = deps
  const { enterpriseGlobalId } = enterprise
  const lists = await readLists(client, enterpriseGlobalId, signal)
  if (!lists.ok) return lists
  const { assets, members } = lists.value
  if (members !== null) await raceTimeout(employees.ready(enterpriseGlobalId), namesTimeoutMs)
  const readAt = now()
  const records = await runTimeSliced(buildRecords(enterprise, assets, members, times(), readAt), signal)
  const index = await runTimeSliced(indexRecords(records), signal)
  return succeed({ records, index, readAt })
}
