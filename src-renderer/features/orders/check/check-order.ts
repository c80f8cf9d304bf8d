import { isCloudLicense, isLicenseType, licenseTypes } from '#shared/model/api/license-types'
import { limits } from '#shared/model/api/limits'
import { orderTypes } from '#shared/model/api/order-requests'
import { checkTypes } from './check-types'
import { parseDuration } from '../fields/duration'
import { isCellProblem } from '#shared/sheets/cell-problem'
import { isDeletion } from '#shared/model/orders/order-types'
import { partsOf } from '#shared/model/orders/order-fields'
import type { Part } from '#shared/model/orders/order-fields'
import { listOf, nodesOf, textOf, textsOf } from '#shared/model/orders/order-node'
import type { OrderNode, OrderPath } from '#shared/model/orders/order-node'
import type { Problem } from '#shared/model/orders/order-problems'
import { disallowedFields } from './unknown-fields'

const maxLong = 2n ** 63n
const maxInteger = 2 ** 31

const isBlank = (text: string): boolean => text.trim() === ''

/** Characters that no text may contain: control characters and unpaired surrogates. */
// eslint-disable-next-line no-control-regex -- these are the ones that are looked for
const unsupported = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]|\p{Cs}/u

/** The fields that the platform indexes. */
const indexedFields: ReadonlySet<string> = new Set([
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
    const fieldPath = [...path, name]
    const maxLength = indexedFields.has(name) ? limits.orderName : limits.orderText
    if (unsupported.test(value)) return [{ code: 'unusable-characters', path: fieldPath, detail: '' }]
    if (Array.from(value).length > maxLength)
      return [{ code: 'too-long', path: fieldPath, detail: String(maxLength) }]
    return []
  })

const checkNumbers = ({ node, path }: Part): Problem[] => {
  const problems: Problem[] = []
  for (const [name, value] of Object.entries(node)) {
    if (!isNumber(value)) continue
    const fieldPath = [...path, name]
    if (BigInt(value) >= maxLong || BigInt(value) < -maxLong) {
      problems.push({ code: 'too-large', path: fieldPath, detail: String(maxLong - 1n) })
    }
  }
  for (const name of ['limitConcurrent', 'timeUnitQuantity'] as const) {
    const value = node[name]
    if (!isNumber(value)) continue
    if (value < 0) problems.push({ code: 'negative', path: [...path, name], detail: '' })
    if (value >= maxInteger) {
      problems.push({ code: 'too-large', path: [...path, name], detail: String(maxInteger - 1) })
    }
  }
  const { limitStartDate: start, limitEndDate: end } = node
  if (isNumber(start) && isNumber(end) && end < start) {
    problems.push({ code: 'end-before-start', path: [...path, 'limitEndDate'], detail: '' })
  }
  return problems
}

const checkProduct = ({ node, path }: Part, isRemoval: boolean): Problem[] => {
  const problems: Problem[] = []
  const ids = ['productUri', 'gmsPid', 'appKey'].map((name) => textOf(node, name))
  if (ids.every(isBlank)) problems.push({ code: 'no-product-id', path: [...path, 'productUri'], detail: '' })
  const duration = textOf(node, 'timeDurationExpression')
  if (duration !== '' && parseDuration(duration) === null) {
    problems.push({ code: 'duration', path: [...path, 'timeDurationExpression'], detail: '' })
  }
  if (!isRemoval && node['trial'] === 1 && node['trialEndDate'] === undefined) {
    problems.push({ code: 'trial-without-end', path: [...path, 'trialEndDate'], detail: '' })
  }
  return problems
}

const checkPackage = ({ node, path }: Part): Problem[] => {
  const problems: Problem[] = []
  if (isBlank(textOf(node, 'merchandiseNum'))) {
    problems.push({ code: 'empty', path: [...path, 'merchandiseNum'], detail: '' })
  }
  const depth = path.filter((part) => part === 'merchandises' || part === 'children').length
  if (depth > limits.packageDepth) {
    problems.push({
      code: 'too-deep',
      path: [...path, 'merchandiseNum'],
      detail: String(limits.packageDepth),
    })
  }
  return problems
}

const checkAssetNumbers = (node: OrderNode, path: OrderPath): Problem[] => {
  const numbersPath = [...path, 'assetNos']
  const seen = new Set<string>()
  for (const number of textsOf(node, 'assetNos')) {
    if (isBlank(number)) return [{ code: 'empty', path: numbersPath, detail: '' }]
    if (number.length > limits.assetNumber) {
      return [{ code: 'too-long', path: numbersPath, detail: String(limits.assetNumber) }]
    }
    if (isCellProblem(number)) return [{ code: 'cell-problem', path: numbersPath, detail: number }]
    if (unsupported.test(number)) return [{ code: 'unusable-characters', path: numbersPath, detail: number }]
    if (seen.has(number)) return [{ code: 'duplicate', path: numbersPath, detail: number }]
    seen.add(number)
  }
  return []
}

const checkAsset = ({ node, path }: Part, orderType: string): Problem[] => {
  const problems = checkAssetNumbers(node, path)
  for (const [name, maxLength] of [
    ['assetNos', limits.assetsPerOrderEntry],
    ['products', limits.itemsPerOrderList],
    ['merchandises', limits.itemsPerOrderList],
    ['assetExtendList', limits.itemsPerOrderList],
  ] as const) {
    if (listOf(node, name).length > maxLength) {
      problems.push({ code: 'too-many', path: [...path, name], detail: String(maxLength) })
    }
  }
  const hasProducts = listOf(node, 'products').length > 0
  if (orderType === 'new_buy' && !hasProducts && listOf(node, 'merchandises').length === 0) {
    problems.push({ code: 'no-content', path: [...path, 'products'], detail: '' })
  }
  if (orderType === 'delete_product' && !hasProducts) {
    problems.push({ code: 'no-products', path: [...path, 'products'], detail: '' })
  }
  if (isDeletion(orderType) && listOf(node, 'assetNos').length === 0) {
    problems.push({ code: 'no-numbers', path: [...path, 'assetNos'], detail: '' })
  }
  for (const [index, { extendCode }] of nodesOf(node, 'assetExtendList').entries()) {
    if (typeof extendCode !== 'string' || isBlank(extendCode)) {
      problems.push({ code: 'empty', path: [...path, 'assetExtendList', index, 'extendCode'], detail: '' })
    }
  }
  return problems
}

const checkHead = (order: OrderNode): Problem[] => {
  const problems: Problem[] = []
  const orderType = textOf(order, 'orderType')
  const licenseType = textOf(order, 'licenseType')
  if (order['orderType'] === undefined)
    problems.push({ code: 'empty', path: ['orderType'], detail: orderTypes.join(', ') })
  if (isBlank(licenseType)) problems.push({ code: 'empty', path: ['licenseType'], detail: '' })
  else if (!isLicenseType(licenseType)) {
    problems.push({
      code: 'type-not-known',
      path: ['licenseType'],
      detail: Object.keys(licenseTypes).join(', '),
    })
  }
  if (order['sequence'] === undefined) problems.push({ code: 'empty', path: ['sequence'], detail: '' })
  const sequence = order['sequence']
  if (typeof sequence === 'number' && Math.abs(sequence) >= maxInteger) {
    problems.push({ code: 'too-large', path: ['sequence'], detail: String(maxInteger - 1) })
  }
  const customers = ['customerId', 'crmCustomerId', 'channelCustomerId', 'enterpriseGlobalId']
  if (customers.every((name) => isBlank(textOf(order, name)))) {
    problems.push({ code: 'no-customer', path: ['enterpriseGlobalId'], detail: '' })
  }
  const customerType = textOf(order, 'customerType')
  if (customerType !== '' && customerType !== 'personal' && customerType !== 'company') {
    problems.push({ code: 'one-of', path: ['customerType'], detail: 'personal, company' })
  }
  const isUnnamed = isBlank(textOf(order, 'srcLicenseOrderId'))
  if (isDeletion(orderType) && isUnnamed && isCloudLicense(licenseType)) {
    problems.push({ code: 'cloud-source', path: ['srcLicenseOrderId'], detail: '' })
  }
  if (listOf(order, 'assets').length === 0) problems.push({ code: 'no-assets', path: ['assets'], detail: '' })
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
      problems.push({
        code: 'too-many',
        path: [...part.path, name],
        detail: String(limits.itemsPerOrderList),
      })
    }
  }
  return problems
}

const known = new WeakMap<OrderNode, readonly Problem[]>()

/**
 * The problems that block a single order (docs/api.md, sections 2.1 and 4.1, rules 6 to 8), in field order. The
 * platform checks whether its customer and assets exist.
 */
export const checkOrder = (order: OrderNode): readonly Problem[] => {
  const before = known.get(order)
  if (before !== undefined) return before
  const orderType = textOf(order, 'orderType')
  const problems = [
    ...checkTypes(order),
    ...checkHead(order),
    ...disallowedFields(order).map(({ path, fields }) => ({
      code: 'disallowed-fields' as const,
      path,
      detail: fields.join(', '),
    })),
    ...[...partsOf(order)].flatMap((part) => checkPart(part, orderType)),
  ]
  known.set(order, problems)
  return problems
}
