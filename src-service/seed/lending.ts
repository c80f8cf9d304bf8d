import type { Random } from './random'
import type { SeedRows } from './rows'
import { borrowerPlace, lentAsset, lentLock } from './training-locks'

type Asset = SeedRows['assets'][number]

/** As the member centre's lending leaves it: products under the lock, the lock with the employee. */
const lend = (rows: SeedRows, lock: Asset, assets: readonly Asset[], employeeId: number): void => {
  lock.lent_to = employeeId
  const ids = new Set(assets.map(({ id }) => id))
  for (const asset of assets) asset.lent_onto = lock.id
  for (const row of [...rows.products, ...rows.merchandises]) {
    if (ids.has(row.asset_id)) row.held_by = lock.id
  }
}

/** Lends the tray's borrowed lock, and of the others that are not disabled every second one. */
export const lendLocks = (rows: SeedRows, random: Random): void => {
  const byNumber = new Map(rows.assets.map((asset) => [asset.key_shell_number, asset]))
  const lock = byNumber.get(lentLock)
  const asset = byNumber.get(lentAsset)
  const borrower = rows.employees[borrowerPlace]
  if (!lock || !asset || !borrower) throw new Error('The training lock that is lent is missing')
  lend(rows, lock, [asset], borrower.id)

  const borrowers = new Set([borrower.id])
  const others = rows.assets.filter(
    (row) => row.borrowed_usb_key && !row.locked && Number(row.key_shell_number.slice(1)) > 26,
  )
  for (const other of others) {
    if (!random.chance(0.5)) continue
    const lendable = rows.assets.filter(
      (row) =>
        row.enterprise_id === other.enterprise_id &&
        typeof row.assigned_to === 'number' &&
        !borrowers.has(row.assigned_to) &&
        row.lent_onto === null &&
        row.license_type.includes('usbkey') &&
        Number(row.key_shell_number.slice(1)) > 26,
    )
    if (lendable.length === 0) continue
    const employeeId = random.pick(lendable).assigned_to
    if (typeof employeeId !== 'number') continue
    const theirs = lendable.filter((row) => row.assigned_to === employeeId).slice(0, random.between(1, 2))
    lend(rows, other, theirs, employeeId)
    borrowers.add(employeeId)
  }
}
