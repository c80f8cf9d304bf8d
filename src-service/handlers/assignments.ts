import type { Change, Handler } from './request-context'
import { rejectField } from './employee-fields'
import { requireEmployee } from './require-employee'
import { BusinessException } from './business-exception'

/** Operation 9: withdraws and assigns asset numbers, all or nothing. */
export const assignAssets: Handler<'member.assignAssets'> = async (
  { path, body },
  { db, now, policy, record },
) => {
  const { deleteAssets = [], addAssets = [] } = body
  const numbers = [...deleteAssets, ...addAssets]
  if (numbers.length > policy.assetsPerCall) {
    rejectField(
      '40000',
      'addAssets',
      `must not have more than ${policy.assetsPerCall} asset numbers, deleteAssets included`,
    )
  }
  const seen = new Set<string>()
  const duplicate = numbers.find((number) => seen.size === seen.add(number).size)
  if (duplicate !== undefined) throw new BusinessException('60028', `Asset ${duplicate} is listed twice`)
  const employee = await requireEmployee(db, path.memberGlobalId, '60023')
  if (numbers.length === 0) return null

  const rows = await db
    .selectFrom('assets')
    .select(['id', 'asset_num', 'enterprise_id', 'assigned_to'])
    .where('asset_num', 'in', numbers)
    .orderBy('id')
    .forUpdate()
    .execute()
  const byNumber = new Map(rows.map((row) => [row.asset_num, row]))
  const requestedRow = (assetNum: string) => {
    const row = byNumber.get(assetNum)
    if (row === undefined) throw new BusinessException('60024', `Asset ${assetNum} not found`)
    if (row.enterprise_id !== employee.enterprise_id) {
      throw new BusinessException('60025', `Asset ${assetNum} belongs to another enterprise`)
    }
    return row
  }
  const withdrawn = deleteAssets.map(requestedRow)
  const notAssigned = withdrawn.find((row) => row.assigned_to !== employee.id)
  if (notAssigned)
    throw new BusinessException('60024', `Asset ${notAssigned.asset_num} is not assigned to this employee`)
  const requested = addAssets.map(requestedRow)
  const assignedElsewhere = requested.find(
    (row) => row.assigned_to !== null && row.assigned_to !== employee.id,
  )
  if (assignedElsewhere)
    throw new BusinessException(
      '60028',
      `Asset ${assignedElsewhere.asset_num} is assigned to another employee`,
    )
  const added = requested.filter((row) => row.assigned_to === null)

  const assign = async (to: number | null, assets: readonly { readonly id: number }[]) => {
    if (assets.length === 0) return
    await db
      .updateTable('assets')
      .set({ assigned_to: to, assigned_at: to === null ? null : now, updated_at: now })
      .where(
        'id',
        'in',
        assets.map(({ id }) => id),
      )
      .execute()
  }
  await assign(null, withdrawn)
  await assign(employee.id, added)
  const assignedToEmployee = { assignedTo: employee.global_id }
  const unassigned = { assignedTo: null }
  await record([
    ...withdrawn.map(({ asset_num }): Change => ({
      target: asset_num,
      from: assignedToEmployee,
      to: unassigned,
    })),
    ...added.map(({ asset_num }): Change => ({
      target: asset_num,
      from: unassigned,
      to: assignedToEmployee,
    })),
  ])
  return null
}
