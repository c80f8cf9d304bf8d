import type { JobRequest } from '#shared/model/changes/job'
import { rowsOf } from '#shared/model/changes/plan-assignment'
import type { Move } from '#shared/model/changes/plan-assignment'
import type { OrderAction } from '#shared/model/changes/work-order'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import type { CheckedRow } from './check-rows'

export interface OrderJob {
  readonly request: JobRequest
  /** The rows of the order in each row of the job. */
  readonly sent: readonly (readonly CheckedRow[])[]
}

/** The job of the rows that can be sent, by the rules of the page that offers the same action. */
export const orderJobOf = (
  action: OrderAction,
  rows: readonly CheckedRow[],
  about: { readonly operatorIdentity: string; readonly retryOf: null },
  assetsPerCall: number,
): OrderJob => {
  const one = rows.map((row) => [row])
  if (action === 'disable' || action === 'enable') {
    const lockRows = rows.map(({ key, record }) => ({
      assetNum: key,
      shellNumber: record?.shellNumber ?? shellNumberIn(key),
      enterpriseGlobalId: record?.enterpriseGlobalId ?? null,
      plugId: null,
    }))
    return { request: { ...about, action, rows: lockRows }, sent: one }
  }
  if (action === 'assign' || action === 'withdraw') {
    const byAsset = new Map(rows.map((row) => [row.key, row]))
    const moves = rows.flatMap(({ row, record }): Move[] => {
      if (record === null || !('memberName' in row)) return []
      const assignee = { memberGlobalId: row.memberGlobalId, name: row.memberName }
      return [
        action === 'assign' ? { record, from: null, to: assignee } : { record, from: assignee, to: null },
      ]
    })
    const assignRows = rowsOf(moves, assetsPerCall)
    const sent = assignRows.map(({ addAssets, deleteAssets }) =>
      [...deleteAssets, ...addAssets].flatMap((assetNum) => byAsset.get(assetNum) ?? []),
    )
    return { request: { ...about, action: 'assign', rows: assignRows }, sent }
  }
  if (action === 'edit-employee') {
    const edited = rows.flatMap(({ row, employee }) => {
      if (!('userName' in row)) return []
      // The API takes every field; a department that the order does not name stays.
      const { departmentId = employee?.departmentId ?? null, ...fields } = row
      return [{ ...fields, departmentId }]
    })
    return { request: { ...about, action, rows: edited }, sent: one }
  }
  const lent = rows.flatMap(({ row, record, assets }) => {
    if (record === null || !('assets' in row)) return []
    const { memberGlobalId, memberName } = row
    const { assetNum: borrowedUsbKey, enterpriseGlobalId } = record
    const lentAssets = assets.map(({ assetNum, assetId }) => ({ assetNum, assetId: assetId ?? '' }))
    return [
      { memberGlobalId, memberName, enterpriseGlobalId, borrowedUsbKey, plugId: null, assets: lentAssets },
    ]
  })
  return { request: { ...about, action, rows: lent }, sent: one }
}
