import { textIn, textsIn } from './json'
import type { Body } from './json'
import { assetsOf, BusinessException } from './world'
import type { Asset, World } from './world'
import type { Writing } from './writing'

/** Rule 9: re-issuable locks and large-customer locks, which have their own limits. */
const canBeLocked = ({ type }: Asset): boolean => /^normal_recover_.*usbkey$/.test(type)

/** Order operations 6 and 7. The response repeats the requested number, with the status as text. */
export const setLocked = (world: World, body: Body, locked: boolean, { rows }: Writing): unknown => {
  const numbers = textsIn(body, 'assetNums')
  if (numbers.length === 0 || textIn(body, 'operatorIdentity') === '')
    throw new BusinessException('13004', 'assetNums, operatorIdentity: must not be empty')
  const byNumber = new Map([...world.assets.values()].map((asset) => [asset.num, asset]))
  return rows(numbers).map((assetNum) => {
    const asset = byNumber.get(assetNum)
    const status = asset === undefined ? 2 : canBeLocked(asset) ? 1 : 4
    if (asset !== undefined && status === 1) asset.locked = locked
    return { assetNum, status: String(status), lockedBy: null }
  })
}

/** Order operation 8. */
export const listAssets = (
  world: World,
  enterpriseId: string,
  query: URLSearchParams,
  { id, time, nothing, rows }: Writing,
): unknown => {
  const code = query.get('extendCode')
  const assets = assetsOf(world, enterpriseId).filter(
    ({ extensions }) => code === null || code === '' || extensions.some(([own]) => own === code),
  )
  return rows(assets).map((asset, row) => ({
    id: id(asset.id),
    licenseType: asset.type,
    assetNum: asset.num,
    grantable: row % 3 === 0 ? undefined : 1,
    customerId: id(asset.customerId),
    keyShellNumber: row % 2 === 0 ? asset.digits : nothing(row),
    keyChipType: row % 3 === 0 ? nothing(row) : row % 3,
    locked: asset.locked ? 'true' : false,
    freezing: asset.frozen ? 1 : nothing(row),
    createTime: time(asset.createdAt),
    limitStartTime: time(asset.start) ?? nothing(row),
    limitEndTime: time(asset.end) ?? 0,
    assignStatus:
      asset.status === null
        ? nothing(row)
        : {
            assignStatus: asset.status,
            assignMemberId: asset.holder === null ? '' : id(asset.holder),
            createTime: '2026-01-01 08:00:00',
          },
    assetLimits: { kind: 'NOT_SHOWN' },
    assetExtends:
      asset.extensions.length === 0
        ? nothing(row)
        : asset.extensions.map(([extendCode, extendValue]) => ({ extendCode, extendValue })),
    borrowedUsbKey: asset.isBorrowedLock ? 1 : nothing(row),
    noveltyOfTomorrow: { deep: { deeper: null } },
  }))
}
