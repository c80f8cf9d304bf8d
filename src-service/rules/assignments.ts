import type { Change, Rule } from './call'
import { refuseField } from './employee-fields'
import { requireEmployee } from './member-found'
import { Refusal } from './refusal'

/** Operation 9: withdraws and assigns asset numbers, all or nothing. */
export const assignAssets: Rule<'member.assignAssets'> = async (
  { path, body },
  { db, now, policy, record },
) => {
  const { deleteAssets = [], addAssets = [] } = body
  const numbers = [...deleteAssets, ...addAssets]
  if (numbers.length > policy.assetsPerCall) {
    refuseField('40000', 'addAssets', `at most ${policy.assetsPerCall} asset numbers a call`)
  }
  const seen = new Set<string>()
  const twice = numbers.find((number) => seen.size === seen.add(number).size)
  if (twice !== undefined) throw new Refusal('60028', `${twice} stands in the call twice`)
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
  const asked = (assetNum: string) => {
    const row = byNumber.get(assetNum)
    if (row === undefined) throw new Refusal('60024', `There is no asset ${assetNum}`)
    if (row.enterprise_id !== employee.enterprise_id) {
      throw new Refusal('60025', `${assetNum} belongs to another enterprise`)
    }
    return row
  }
  const withdrawn = deleteAssets.map(asked)
  const stranger = withdrawn.find((row) => row.assigned_to !== employee.id)
  if (stranger) throw new Refusal('60024', `${stranger.asset_num} is not assigned to this employee`)
  const wanted = addAssets.map(asked)
  const taken = wanted.find((row) => row.assigned_to !== null && row.assigned_to !== employee.id)
  if (taken) throw new Refusal('60028', `${taken.asset_num} is assigned to another employee`)
  const added = wanted.filter((row) => row.assigned_to === null)

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
  const theirs = { assignedTo: employee.global_id }
  const nobodys = { assignedTo: null }
  await record([
    ...withdrawn.map(({ asset_num }): Change => ({ target: asset_num, from: theirs, to: nobodys })),
    ...added.map(({ asset_num }): Change => ({ target: asset_num, from: nobodys, to: theirs })),
  ])
  return null
}
