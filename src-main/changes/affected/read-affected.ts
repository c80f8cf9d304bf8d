import type { Affected, AffectedRequest } from '#shared/model/changes/affected'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { maxSliceLength } from '#shared/model/slices'
import type { AssetDirectory } from '../../directory/asset-directory'
import type { EmployeeDirectory } from '../../directory/employee-directory'
import { runTimeSliced } from '../../util/async'
import type { Loans } from '../loans/loans'
import { affectedBy } from './affected-by'

export type ReadAffected = (request: AffectedRequest) => Promise<Affected>

/** Lists that are replaced meanwhile are counted again, at most so often. */
const maxTries = 3

/** Says who is affected by a change, from what was read already. Sends nothing to the platform. */
export const createReadAffected =
  (deps: {
    readonly directory: Pick<AssetDirectory, 'list' | 'enterprises' | 'knownLicenses'>
    readonly employees: Pick<EmployeeDirectory, 'known'>
    readonly loans: Pick<Loans, 'list'>
    readonly now?: () => number
  }): ReadAffected =>
  async (request) => {
    const { directory, employees, loans } = deps
    function* all(): Generator<LockRecord> {
      for (let from = 0; ; from += maxSliceLength) {
        const { rows, total } = directory.list(null, from, maxSliceLength)
        yield* rows
        if (rows.length === 0 || from + rows.length >= total) return
      }
    }
    const version = () => directory.list(null, 0, 0).version
    for (let tries = 1; ; tries += 1) {
      const before = version()
      const { rows } = await loans.list(0, Number.MAX_SAFE_INTEGER)
      const affected = await runTimeSliced(
        affectedBy(request, {
          records: all,
          readAt: (id) => directory.enterprises([id])[0]?.readAt ?? null,
          employees: employees.known,
          loans: rows,
          licenses: directory.knownLicenses,
          now: (deps.now ?? Date.now)(),
        }),
      )
      if (version() === before || tries === maxTries) return affected
    }
  }

/** What hides a name, as on the pages. */
const hiddenName = '***'

/** For a system dialog while names are hidden. */
export const withoutNames = (affected: Affected): Affected => {
  const { products } = affected
  if (products === null) return affected
  const kept = products.kept.map(({ product }) => ({ memberName: hiddenName, product }))
  return { ...affected, products: { ...products, kept } }
}
