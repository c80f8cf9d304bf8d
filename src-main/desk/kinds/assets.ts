import { changeRows } from '#shared/model/change-rows'
import { defineKind, done } from './kind'

/** All agree: that. They disagree: a list that says neither. */
const allOrNone = (there: readonly boolean[]): 'applied' | 'not-applied' | 'not-visible' => {
  if (there.every(Boolean)) return 'applied'
  return there.some(Boolean) ? 'not-visible' : 'not-applied'
}

export const assigning = defineKind({
  operation: 'member.assignAssets',
  stored: changeRows['member.assignAssets'],
  rowsPerCall: () => 1,
  request: ([row]) => {
    if (row === undefined) throw new Error('a call without a row')
    const { memberGlobalId, deleteAssets, addAssets } = row.stored
    return { path: { memberGlobalId }, body: { deleteAssets, addAssets } }
  },
  read: (rows) => rows.map(() => done),
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

export const lending = defineKind({
  operation: 'member.lendAssets',
  stored: changeRows['member.lendAssets'].omit({ plugId: true }),
  rowsPerCall: () => 1,
  request: ([row]) => {
    if (row === undefined) throw new Error('a call without a row')
    const { memberGlobalId, borrowedUsbKey, assets } = row.stored
    return {
      path: { memberGlobalId },
      body: { borrowedUsbKey, assetIDs: assets.map(({ assetId }) => assetId) },
    }
  },
  read: (rows) => rows.map(() => done),
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
    // Lent, and to whom is left out; or neither is said.
    if (holder === null && borrowedFlag !== false) return 'not-visible'
    if (borrowedFlag === false || holder !== memberGlobalId) return 'not-applied'
    const lent = new Map(numbers.value.map((asset) => [asset.assetId, asset.borrowedFlag === true]))
    if (!assets.every(({ assetId }) => lent.has(assetId))) return 'not-visible'
    return allOrNone(assets.map(({ assetId }) => lent.get(assetId) === true))
  },
})
