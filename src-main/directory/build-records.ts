import type { LockRecord } from '#shared/model/locks/lock-record'
import { chipGeneration } from '#shared/model/api/license-types'
import type { AssetNumberRecord, BorrowedLock } from '#shared/model/api/member-resources'
import type { VirtualAsset } from '#shared/model/api/order-resources'
import { isShellNumber, shellNumberIn } from '#shared/model/locks/shell-number'
import { readEnd, readTime } from '#shared/model/api/timestamp'
import type { TimeReading } from '#shared/model/api/timestamp'
import type { KnownEnterprise } from './enterprise-list'

export interface MemberLists {
  readonly assetNumbers: readonly AssetNumberRecord[]
  readonly borrowedLocks: readonly BorrowedLock[]
}

const rowsPerStep = 250

function* byAssetNum<Row extends { readonly assetNum: string | null }>(
  rows: readonly Row[],
): Generator<undefined, ReadonlyMap<string | null, Row>> {
  const found = new Map<string | null, Row>()
  for (const [number, row] of rows.entries()) {
    found.set(row.assetNum, row)
    if (number % rowsPerStep === 0) yield
  }
  return found
}

const extensionsOf = ({ assetExtends }: VirtualAsset): LockRecord['extensions'] =>
  assetExtends?.flatMap(({ extendCode, extendValue }) =>
    extendCode === null ? [] : [{ code: extendCode, value: extendValue }],
  ) ?? null

const shellNumberOf = (keyShellNumber: string | null, assetNum: string): LockRecord['shellNumber'] =>
  keyShellNumber !== null && isShellNumber(keyShellNumber) ? keyShellNumber : shellNumberIn(assetNum)

/**
 * Joins an enterprise's assets (order operation 8) with their employees (member operations 6 and 8), in time
 * slices. If the member lists could not be read, their fields are null. Employee names are joined on access, so
 * that they follow name changes.
 */
export function* buildRecords(
  enterprise: KnownEnterprise,
  assets: readonly VirtualAsset[],
  members: MemberLists | null,
  times: TimeReading,
  readAt: number,
): Generator<undefined, LockRecord[]> {
  const numbers = yield* byAssetNum(members?.assetNumbers ?? [])
  const borrowed = yield* byAssetNum(members?.borrowedLocks ?? [])

  const fromMembers = ({ assignStatus }: VirtualAsset, assetNum: string) => {
    const lock = borrowed.get(assetNum)
    const number = numbers.get(assetNum)
    const memberGlobalId =
      lock?.cloudAccountGlobalId ?? number?.cloudAccountGlobalId ?? assignStatus?.assignMemberId ?? ''
    return {
      lent: members === null ? null : lock?.borrowedFlag === true || number?.borrowedFlag === true,
      holder: memberGlobalId === '' ? null : { memberGlobalId, name: null },
      online: number?.onlineFlag ?? null,
    }
  }

  const records: LockRecord[] = []
  const ids = new Map<string, string | null>()
  for (const [row, asset] of assets.entries()) {
    if (row % rowsPerStep === 0) yield
    const { assetNum } = asset
    if (assetNum === null) continue
    // The same asset listed twice is one record; two assets with the same number have different IDs.
    if (ids.has(assetNum) && ids.get(assetNum) === asset.id) continue
    ids.set(assetNum, asset.id)
    const { lent, holder, online } = fromMembers(asset, assetNum)
    records.push({
      shellNumber: shellNumberOf(asset.keyShellNumber, assetNum),
      assetNum,
      assetId: asset.id,
      enterpriseGlobalId: enterprise.enterpriseGlobalId,
      enterpriseName: enterprise.enterpriseName,
      licenseType: asset.licenseType,
      chipGeneration: chipGeneration(asset.keyChipType),
      locked: asset.locked,
      freezing: asset.freezing,
      borrowedUsbKey: asset.borrowedUsbKey,
      lent,
      holder,
      limitStart: readEnd(asset.limitStartTime, times),
      limitEnd: readEnd(asset.limitEndTime, times),
      createdAt: readTime(asset.createTime, times),
      updatedAt: readTime(asset.updateTime, times),
      grantable: asset.grantable,
      assignStatus: asset.assignStatus?.assignStatus ?? null,
      online,
      extensions: extensionsOf(asset),
      customerId: asset.customerId,
      readAt,
    })
  }
  return records
}
