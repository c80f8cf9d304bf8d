import type { LockRecord } from '#shared/model/lock-record'
import { chipGeneration } from '#shared/model/license-types'
import type { AssetNumberRecord, BorrowedLock } from '#shared/model/member-resources'
import type { VirtualAsset } from '#shared/model/order-resources'
import { isShellNumber, shellNumberIn } from '#shared/model/shell-number'
import { toMilliseconds } from '#shared/model/timestamp'
import type { TimeUnit } from '#shared/model/timestamp'
import type { KnownEnterprise } from './register'

export interface MemberLists {
  readonly assetNumbers: readonly AssetNumberRecord[]
  readonly borrowedLocks: readonly BorrowedLock[]
  /** Employees' names by global id. */
  readonly names: ReadonlyMap<string, string>
}

const extensionsOf = ({ assetExtends }: VirtualAsset): LockRecord['extensions'] =>
  assetExtends?.flatMap(({ extendCode, extendValue }) =>
    extendCode === null ? [] : [{ code: extendCode, value: extendValue }],
  ) ?? null

/**
 * An enterprise's assets (order operation 8) joined with who holds them (member operations 5, 6 and 8). Where the
 * member lists are not to be had, what they would tell is null, and the record stands all the same.
 */
export const buildRecords = (
  enterprise: KnownEnterprise,
  assets: readonly VirtualAsset[],
  members: MemberLists | null,
  timeUnit: TimeUnit,
  readAt: number,
): LockRecord[] => {
  const numbers = new Map(members?.assetNumbers.map((row) => [row.assetNum, row]))
  const borrowed = new Map(members?.borrowedLocks.map((row) => [row.assetNum, row]))

  const holderOf = (asset: VirtualAsset): LockRecord['holder'] => {
    const memberGlobalId =
      borrowed.get(asset.assetNum)?.cloudAccountGlobalId ??
      numbers.get(asset.assetNum)?.cloudAccountGlobalId ??
      asset.assignStatus?.assignMemberId ??
      null
    if (memberGlobalId === null || memberGlobalId === '') return null
    return { memberGlobalId, name: members?.names.get(memberGlobalId) ?? null }
  }

  return assets.flatMap((asset) => {
    const { assetNum, keyShellNumber } = asset
    if (assetNum === null) return []
    const isShell = keyShellNumber !== null && isShellNumber(keyShellNumber)
    return [
      {
        shellNumber: isShell ? keyShellNumber : shellNumberIn(assetNum),
        assetNum,
        assetId: asset.id,
        enterpriseGlobalId: enterprise.enterpriseGlobalId,
        enterpriseName: enterprise.enterpriseName,
        licenseType: asset.licenseType,
        chipGeneration: chipGeneration(asset.keyChipType),
        locked: asset.locked,
        freezing: asset.freezing,
        borrowedUsbKey: asset.borrowedUsbKey,
        lent:
          members === null
            ? null
            : borrowed.get(assetNum)?.borrowedFlag === true || numbers.get(assetNum)?.borrowedFlag === true,
        holder: holderOf(asset),
        limitStart: toMilliseconds(asset.limitStartTime, timeUnit),
        limitEnd: toMilliseconds(asset.limitEndTime, timeUnit),
        createdAt: toMilliseconds(asset.createTime, timeUnit),
        updatedAt: toMilliseconds(asset.updateTime, timeUnit),
        grantable: asset.grantable,
        assignStatus: asset.assignStatus?.assignStatus ?? null,
        online: numbers.get(assetNum)?.onlineFlag ?? null,
        extensions: extensionsOf(asset),
        customerId: asset.customerId,
        readAt,
      },
    ]
  })
}
