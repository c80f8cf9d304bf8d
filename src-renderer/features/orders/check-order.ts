import { isCloudLicense, isLicenseType, licenseTypes } from '#shared/model/license-types'
import { limits } from '#shared/model/limits'
import { orderTypes } from '#shared/model/order-requests'
import { checkTypes } from './check-types'
import { parseDuration } from './duration'
import { isDeletion } from './order-kinds'
import { partsOf } from './order-fields'
import type { Part } from './order-fields'
import { listOf, nodesOf, textOf, textsOf } from './order-node'
import type { OrderNode, OrderPath } from './order-node'
import type { Problem } from './order-problems'
import { surplusOf } from './surplus'

const longest = 2n ** 63n
const largestInteger = 2 ** 31

const isBlank = (text: string): boolean => text.trim() === ''

/** What no text may carry: marks that end a text for the machine, and halves of a character. */
// eslint-disable-next-line no-control-regex -- these are the ones that are looked for
const unusable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]|\p{Cs}/u

/** What stands in the platform's indexes. */
const names: ReadonlySet<string> = new Set([
  'customerId',
  'crmCustomerId',
  'channelCustomerId',
  'enterpriseGlobalId',
  'srcLicenseOrderId',
  'crmProductId',
  'parentCrmProductId',
  'productUri',
  'productName',
  'gmsPid',
  'appKey',
  'productType',
  'merchandiseNum',
  'merchandiseName',
  'parentMerchandiseNum',
  'extendCode',
  'extendValue',
  'timeDurationExpression',
])

const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))

const checkTexts = ({ node, path }: Part): Problem[] =>
  Object.entries(node).flatMap(([name, value]): Problem[] => {
    if (typeof value !== 'string') return []
    const at = [...path, name]
    const most = names.has(name) ? limits.orderName : limits.orderText
    if (unusable.test(value)) return [{ code: 'unusable-characters', path: at, about: '' }]
    if (Array.from(value).length > most) return [{ code: 'too-long', path: at, about: String(most) }]
    return []
  })

const checkNumbers = ({ node, path }: Part): Problem[] => {
  const problems: Problem[] = []
  for (const [name, value] of Object.entries(node)) {
    if (!isNumber(value)) continue
    const at = [...path, name]
    if (BigInt(value) >= longest || BigInt(value) < -longest) {
      problems.push({ code: 'too-large', path: at, about: String(longest - 1n) })
    }
  }
  for (const name of ['limitConcurrent', 'timeUnitQuantity'] as const) {
    const value = node[name]
    if (!isNumber(value)) continue
    if (value < 0) problems.push({ code: 'negative', path: [...path, name], about: '' })
    if (value >= largestInteger) {
      problems.push({ code: 'too-large', path: [...path, name], about: String(largestInteger - 1) })
    }
  }
  const { limitStartDate: start, limitEndDate: end } = node
  if (isNumber(start) && isNumber(end) && end < start) {
    problems.push({ code: 'end-before-start', path: [...path, 'limitEndDate'], about: '' })
  }
  return problems
}

const checkProduct = ({ node, path }: Part, isRemoval: boolean): Problem[] => {
  const problems: Problem[] = []
  const ids = ['productUri', 'gmsPid', 'appKey'].map((name) => textOf(node, name))
  if (ids.every(isBlank)) problems.push({ code: 'no-product-id', path: [...path, 'productUri'], about: '' })
  const duration = textOf(node, 'timeDurationExpression')
  if (duration !== '' && parseDuration(duration) === null) {
    problems.push({ code: 'duration', path: [...path, 'timeDurationExpression'], about: '' })
  }
  if (!isRemoval && node['trial'] === 1 && node['trialEndDate'] === undefined) {
    problems.push({ code: 'trial-without-end', path: [...path, 'trialEndDate'], about: '' })
  }
  return problems
}

const checkPackage = ({ node, path }: Part): Problem[] => {
  const problems: Problem[] = []
  if (isBlank(textOf(node, 'merchandiseNum'))) {
    problems.push({ code: 'empty', path: [...path, 'merchandiseNum'], about: '' })
  }
  const depth = path.filter((part) => part === 'merchandises' || part === 'children').length
  if (depth > limits.packageDepth) {
    problems.push({ code: 'too-deep', path: [...path, 'merchandiseNum'], about: String(limits.packageDepth) })
  }
  return problems
}

const checkAssetNumbers = (node: OrderNode, path: OrderPath): Problem[] => {
  const at = [...path, 'assetNos']
  const seen = new Set<string>()
  for (const number of textsOf(node, 'assetNos')) {
    if (isBlank(number)) return [{ code: 'empty', path: at, about: '' }]
    if (number.length > limits.assetNumber) {
      return [{ code: 'too-long', path: at, about: String(limits.assetNumber) }]
    }
    if (unusable.test(number)) return [{ code: 'unusable-characters', path: at, about: number }]
    if (seen.has(number)) return [{ code: 'twice', path: at, about: number }]
    seen.add(number)
  }
  return []
}

const checkAsset = ({ node, path }: Part, orderType: string): Problem[] => {
  const problems = checkAssetNumbers(node, path)
  for (const [name, most] of [
    ['assetNos', limits.assetsPerOrderEntry],
    ['products', limits.itemsPerOrderList],
    ['merchandises', limits.itemsPerOrderList],
    ['assetExtendList', limits.itemsPerOrderList],
  ] as const) {
    if (listOf(node, name).length > most) {
      problems.push({ code: 'too-many', path: [...path, name], about: String(most) })
    }
  }
  const hasProducts = listOf(node, 'products').length > 0
  if (orderType === 'new_buy' && !hasProducts && listOf(node, 'merchandises').length === 0) {
    problems.push({ code: 'no-content', path: [...path, 'products'], about: '' })
  }
  if (orderType === 'delete_product' && !hasProducts) {
    problems.push({ code: 'no-products', path: [...path, 'products'], about: '' })
  }
  if (isDeletion(orderType) && listOf(node, 'assetNos').length === 0) {
    problems.push({ code: 'no-numbers', path: [...path, 'assetNos'], about: '' })
  }
  for (const [index, { extendCode }] of nodesOf(node, 'assetExtendList').entries()) {
    if (typeof extendCode !== 'string' || isBlank(extendCode)) {
      problems.push({ code: 'empty', path: [...path, 'assetExtendList', index, 'extendCode'], about: '' })
    }
  }
  return problems
}

const checkHead = (order: OrderNode): Problem[] => {
  const problems: Problem[] = []
  const orderType = textOf(order, 'orderType')
  const licenseType = textOf(order, 'licenseType')
  if (order['orderType'] === undefined)
    problems.push({ code: 'empty', path: ['orderType'], about: orderTypes.join(', ') })
  if (isBlank(licenseType)) problems.push({ code: 'empty', path: ['licenseType'], about: '' })
  else if (!isLicenseType(licenseType)) {
    problems.push({
      code: 'type-not-known',
      path: ['licenseType'],
      about: Object.keys(licenseTypes).join(', '),
    })
  }
  if (order['sequence'] === undefined) problems.push({ code: 'empty', path: ['sequence'], about: '' })
  const sequence = order['sequence']
  if (typeof sequence === 'number' && Math.abs(sequence) >= largestInteger) {
    problems.push({ code: 'too-large', path: ['sequence'], about: String(largestInteger - 1) })
  }
  const customers = ['customerId', 'crmCustomerId', 'channelCustomerId', 'enterpriseGlobalId']
  if (customers.every((name) => isBlank(textOf(order, name)))) {
    problems.push({ code: 'no-customer', path: ['enterpriseGlobalId'], about: '' })
  }
  const customerType = textOf(order, 'customerType')
  if (customerType !== '' && customerType !== 'personal' && customerType !== 'company') {
    problems.push({ code: 'one-of', path: ['customerType'], about: 'personal, company' })
  }
  const isUnnamed = isBlank(textOf(order, 'srcLicenseOrderId'))
  if (isDeletion(orderType) && isUnnamed && isCloudLicense(licenseType)) {
    problems.push({ code: 'cloud-source', path: ['srcLicenseOrderId'], about: '' })
  }
  if (listOf(order, 'assets').length === 0) problems.push({ code: 'no-assets', path: ['assets'], about: '' })
  return problems
}

const checkPart = (part: Part, orderType: string): Problem[] => {
  const problems = [...checkTexts(part), ...checkNumbers(part)]
  if (part.level === 'asset') problems.push(...checkAsset(part, orderType))
  if (part.level === 'product') problems.push(...checkProduct(part, isDeletion(orderType)))
  if (part.level === 'package') problems.push(...checkPackage(part))
  const inner =
    part.level === 'product'
      ? ['productFeatures']
      : part.level === 'package'
        ? ['children', 'licenseOrderProductList']
        : []
  for (const name of inner) {
    if (listOf(part.node, name).length > limits.itemsPerOrderList) {
      problems.push({ code: 'too-many', path: [...part.path, name], about: String(limits.itemsPerOrderList) })
    }
  }
  return problems
}

const known = new WeakMap<OrderNode, readonly Problem[]>()

/**
 * What keeps an order from going out by itself (API document, sections 2.1 and 4.1, rules 6 to 8), in the order of
 * its fields. Whether its customer and assets exist is the platform's to say.
 */
export const checkOrder = (order: OrderNode): readonly Problem[] => {
  const before = known.get(order)
  if (before !== undefined) return before
  const orderType = textOf(order, 'orderType')
  const problems = [
    ...checkTypes(order),
    ...checkHead(order),
    ...surplusOf(order).map(({ path, fields }) => ({
      code: 'carries' as const,
      path,
      about: fields.join(', '),
    })),
    ...[...partsOf(order)].flatMap((part) => checkPart(part, orderType)),
  ]
  known.set(order, problems)
  return problems
}
