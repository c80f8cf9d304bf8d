import { groupBy } from '#shared/group-by'
import type { Random } from './random'
import type { SeedRows } from './rows'
import { borrowerIndex, lentAsset, lentLock } from './training-locks'

type Asset = SeedRows['assets'][number]

/** Sets the same state as the lend operation: products under the borrowed lock, the lock lent to the employee. */
const createLender = (rows: SeedRows) => {
  const contents = groupBy([...rows.products, ...rows.merchandises], (row) => row.asset_id)
  return (lock: Asset, assets: readonly Asset[], employeeId: number): void => {
    lock.lent_to = employeeId
    for (const asset of assets) {
      asset.lent_onto = lock.id
      for (const row of contents.get(asset.id) ?? []) row.held_by = lock.id
    }
  }
}

/** Lends the borrowed lock of the lock simulator, which the app's tour and tests use. */
export const lendSimulatedLock = (rows: SeedRows): void => {
  const byNumber = new Map(rows.assets.map((asset) => [asset.key_shell_number, asset]))
  const lock = byNumber.get(lentLock)
  const asset = byNumber.get(lentAsset)
  const borrower = rows.employees[borrowerIndex]
  if (!lock || !asset || !borrower) throw new Error('The training lock that is lent is missing')
  createLender(rows)(lock, [asset], borrower.id)
}

/** Lends about half of the other borrowed locks that are enabled. */
export const lendLocks = (rows: SeedRows, random: Random): void => {
  const lend = createLender(rows)
  const borrowers = new Set(rows.assets.map(({ lent_to }) => lent_to))
  const otherLocks = rows.assets.filter((row) => Number(row.key_shell_number.slice(1)) > 26)
  const ofEnterprise = groupBy(otherLocks, (row) => row.enterprise_id)
  for (const other of otherLocks) {
    if (!other.borrowed_usb_key || other.locked || !random.chance(0.5)) continue
    const lendable = (ofEnterprise.get(other.enterprise_id) ?? []).filter(
      (row) =>
        typeof row.assigned_to === 'number' &&
        !borrowers.has(row.assigned_to) &&
        row.lent_onto === null &&
        row.license_type.includes('usbkey'),
    )
    if (lendable.length === 0) continue
    const employeeId = random.pick(lendable).assigned_to
    if (typeof employeeId !== 'number') continue
    const employeeAssets = lendable
      .filter((row) => row.assigned_to === employeeId)
      .slice(0, random.between(1, 2))
    lend(other, employeeAssets, employeeId)
    borrowers.add(employeeId)
  }
}
