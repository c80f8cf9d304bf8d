import { textIn, textsIn } from './json'
import type { Body } from './json'
import { assetsOf, employeeOf, BusinessException } from './world'
import type { Asset, Bundle, Product, World } from './world'
import type { Writing } from './writing'

const byNumber = (world: World, num: string): Asset => {
  const asset = [...world.assets.values()].find((one) => one.num === num)
  if (asset === undefined) throw new BusinessException('60024', `asset number ${num} not found`)
  return asset
}

/** Member operation 6; borrowed locks are not included. */
export const assetNums = (world: World, enterpriseId: string, { id, nothing, rows }: Writing): unknown =>
  rows(assetsOf(world, enterpriseId).filter(({ isBorrowedLock }) => !isBorrowedLock)).map((asset, row) => ({
    assetNum: asset.num,
    assetId: id(asset.id),
    cloudAccountGlobalId: asset.holder === null ? nothing(row) : id(asset.holder),
    borrowedFlag: asset.lentOnto !== null ? 'true' : nothing(row),
    onlineFlag: nothing(row),
  }))

/** Member operation 8. */
export const borrowUsbKeys = (world: World, enterpriseId: string, { id, nothing, rows }: Writing): unknown =>
  rows(assetsOf(world, enterpriseId).filter(({ isBorrowedLock }) => isBorrowedLock)).map((lock, row) => ({
    assetId: id(lock.id),
    assetNum: lock.num,
    borrowedFlag: lock.holder === null ? 0 : 1,
    cloudAccountGlobalId: lock.holder === null ? nothing(row) : id(lock.holder),
  }))

/** Member operation 7; lent products are listed under the borrowed lock. */
export const products = (world: World, assetId: string, { id, time, nothing }: Writing): unknown => {
  const asset = world.assets.get(assetId)
  if (asset === undefined) throw new BusinessException('60024', `asset ${assetId} not found`)
  const lent = [...world.assets.values()].filter(({ lentOnto }) => lentOnto === assetId)
  const sources = asset.isBorrowedLock ? lent : asset.lentOnto === null ? [asset] : []
  const product = (one: Product, row: number) => ({
    id: id(one.id),
    licenseType: asset.type,
    assetId: id(asset.id),
    productUri: one.uri,
    productName: one.name === '' ? nothing(row) : one.name,
    limitStartTime: time(one.start) ?? nothing(row),
    limitEndTime: time(one.end) ?? nothing(row),
    limitConcurrent: String(one.nodes),
    trial: row % 2,
    licenseOrderId: id(one.orderId),
    productExtendInstanceList: null,
  })
  const bundle = (one: Bundle): unknown => ({
    merchandiseNum: one.number,
    merchandiseName: one.name,
    productInstanceList: one.products.length === 0 ? null : one.products.map(product),
    children: one.children.length === 0 ? null : one.children.map(bundle),
  })
  return {
    productInstanceList: sources.flatMap((source) => source.products).map(product),
    children: sources.flatMap((source) => source.bundles).map(bundle),
  }
}

/** Member operation 9: all or nothing. */
export const privileges = (world: World, globalId: string, body: Body): null => {
  const employee = employeeOf(world, globalId, '60026')
  const withdrawn = textsIn(body, 'deleteAssets').map((num) => byNumber(world, num))
  const assigned = textsIn(body, 'addAssets').map((num) => byNumber(world, num))
  for (const asset of [...withdrawn, ...assigned]) {
    if (asset.enterpriseId !== employee.enterpriseId)
      throw new BusinessException('60025', `${asset.num}: wrong customer`)
  }
  for (const asset of assigned) {
    const isFree = asset.holder === null || asset.holder === globalId || withdrawn.includes(asset)
    if (!isFree || new Set(assigned).size < assigned.length)
      throw new BusinessException('60028', `${asset.num}: configured twice`)
  }
  for (const asset of withdrawn) if (asset.holder === globalId) asset.holder = null
  for (const asset of assigned) asset.holder = globalId
  return null
}

/** Member operation 10: all or nothing. */
export const borrow = (world: World, globalId: string, body: Body): null => {
  const ids = textsIn(body, 'assetIDs')
  if (ids.length === 0 || textIn(body, 'borrowedUsbKey') === '')
    throw new BusinessException('40000', 'assetIDs')
  employeeOf(world, globalId, '60026')
  const lock = [...world.assets.values()].find(({ num }) => num === textIn(body, 'borrowedUsbKey'))
  if (lock?.isBorrowedLock !== true || lock.locked) throw new BusinessException('33008', 'the borrowed lock')
  if (lock.holder !== null && lock.holder !== globalId)
    throw new BusinessException('33018', 'lent to somebody else')
  const assets = ids.map((id) => {
    const asset = world.assets.get(id)
    if (asset?.holder !== globalId) throw new BusinessException('33003', `asset ${id}`)
    if (asset.lentOnto !== null && asset.lentOnto !== lock.id)
      throw new BusinessException('33007', `asset ${id}`)
    if (asset.products.some(({ nodes }) => nodes < 1)) throw new BusinessException('33006', `asset ${id}`)
    return asset
  })
  lock.holder = globalId
  for (const asset of assets) asset.lentOnto = lock.id
  return null
}
