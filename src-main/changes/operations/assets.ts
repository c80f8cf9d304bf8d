import { changeRowSchemas } from '#shared/model/changes/change-rows'
import { defineOperation, completed } from './change-operation'

/** All true or all false gives a result; a mix gives none. */
const allOrNone = (areApplied: readonly boolean[]): 'applied' | 'not-applied' | 'not-visible' => {
  if (areApplied.every(Boolean)) return 'applied'
  return areApplied.some(Boolean) ? 'not-visible' : 'not-applied'
}

export const assignOperation = defineOperation({
  operation: 'member.assignAssets',
  stored: changeRowSchemas['member.assignAssets'],
  rowsPerRequest: () => 1,
  request: ([row]) => {
    if (row === undefined) throw new Error('a request without rows')
    const { memberGlobalId, deleteAssets, addAssets } = row.stored
    return { path: { memberGlobalId }, body: { deleteAssets, addAssets } }
  },
  read: (rows) => rows.map(() => completed),
  readBack: async ({ stored }, { client }) => {
    const { enterpriseGlobalId, memberGlobalId, addAssets, deleteAssets } = stored
    const answer = await client.call('member.listAssetNumbers', { path: { enterpriseGlobalId } })
    if (!answer.ok) return 'not-read'
    const holders = new Map(answer.value.map((asset) => [asset.assetNum, asset.cloudAccountGlobalId]))
    const isListed = [...addAssets, ...deleteAssets].every((assetNum) => holders.has(assetNum))
    if (!isListed) return 'not-visible'
    return allOrNone([
      ...addAssets.map((assetNum) => holders.get(assetNum) === memberGlobalId),
      ...deleteAssets.map((assetNum) => holders.get(assetNum) !== memberGlobalId),
    ])
  },
})

export const lendOperation = defineOperation({
  operation: 'member.lendAssets',
  stored: changeRowSchemas['member.lendAssets'].omit({ plugId: true }),
  rowsPerRequest: () => 1,
  request: ([row]) => {
    if (row === undefined) throw new Error('a request without rows')
    const { memberGlobalId, borrowedUsbKey, assets } = row.stored
    return {
      path: { memberGlobalId },
      body: { borrowedUsbKey, assetIDs: assets.map(({ assetId }) => assetId) },
    }
  },
  read: (rows) => rows.map(() => completed),
  readBack: async ({ stored }, { client }) => {
    const { enterpriseGlobalId, memberGlobalId, borrowedUsbKey, assets } = stored
    const path = { enterpriseGlobalId }
    const [locks, numbers] = await Promise.all([
      client.call('member.listBorrowedLocks', { path }),
      client.call('member.listAssetNumbers', { path }),
    ])
    if (!locks.ok || !numbers.ok) return 'not-read'
    const lock = locks.value.find(({ assetNum }) => assetNum === borrowedUsbKey)
    if (lock === undefined) return 'not-visible'
    const { borrowedFlag, cloudAccountGlobalId: holder } = lock
    // The asset is lent but the employee is missing, or the list has neither field.
    if (holder === null && borrowedFlag !== false) return 'not-visible'
    if (borrowedFlag === false || holder !== memberGlobalId) return 'not-applied'
    const lent = new Map(numbers.value.map((asset) => [asset.assetId, asset.borrowedFlag === true]))
    if (!assets.every(({ assetId }) => lent.has(assetId))) return 'not-visible'
    return allOrNone(assets.map(({ assetId }) => lent.get(assetId) === true))
  },
})
