import { isLicenseType, licenseTypes } from '../api/license-types'
import { orderTypes } from '../api/order-requests'
import { limits } from '../api/limits'
import { longIntegerFields, productIds } from './order-fields'
import type { OrderPart } from './order-fields'
import type { FieldOf, Level } from './order-levels'
import { listOf, textOf, textsOf } from './order-node'
import type { OrderNode } from './order-node'
import type { ErrorCode, Problem } from './order-problems'
import { isDeletion } from './order-types'

// The rules of an order that need nothing but the order itself (docs/api.md, sections 2.1 and 4.1). The page reports
// all problems; the licensing service rejects an order with the first one.

/** What the API leaves open. */
export interface OrderRules {
  /** Asset numbers in one entry of an order's assets. */
  readonly assetsPerEntry: number
  /** Products, packages, features or extensions in one list. */
  readonly itemsPerList: number
  /** Whether a removal of this license type must name its original order (section 4.1, rule 7). */
  readonly needsSource: (licenseType: string) => boolean
  /** Why a text is no asset number, besides its length. */
  readonly numberProblem?: (number: string) => ErrorCode | null
}

const maxLong = 2n ** 63n
export const maxInteger = 2 ** 31

export const isBlank = (text: string): boolean => text.trim() === ''

export const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))

export const isLong = (value: number | bigint): boolean =>
  BigInt(value) < maxLong && BigInt(value) >= -maxLong

const tooLarge = (path: Problem['path'], max: number | bigint): Problem => ({
  code: 'too-large',
  path,
  detail: String(max),
})

export const tooLong = (path: Problem['path']): Problem => tooLarge(path, maxLong - 1n)

/** The problem of a count that must be a natural number of 32 bits. */
export const countProblems = ({ node, path }: OrderPart, name: string): Problem[] => {
  const value = node[name]
  if (!isNumber(value)) return []
  if (value < 0) return [{ code: 'negative', path: [...path, name], detail: '' }]
  return value >= maxInteger ? [tooLarge([...path, name], maxInteger - 1)] : []
}

const termProblems = (part: OrderPart): Problem[] => {
  const { node, path } = part
  const problems = [...longIntegerFields].flatMap((name): Problem[] => {
    const value = node[name]
    return isNumber(value) && !isLong(value) ? [tooLong([...path, name])] : []
  })
  problems.push(...countProblems(part, 'limitConcurrent'))
  const { limitStartDate: start, limitEndDate: end } = node
  if (isNumber(start) && isNumber(end) && end < start) {
    problems.push({ code: 'end-before-start', path: [...path, 'limitEndDate'], detail: '' })
  }
  return problems
}

const productProblems = ({ node, path }: OrderPart): Problem[] =>
  productIds.every((name) => isBlank(textOf(node, name)))
    ? [{ code: 'no-product-id', path: [...path, 'productUri'], detail: '' }]
    : []

const packageProblems = ({ node, path }: OrderPart): Problem[] => {
  const problems: Problem[] = []
  const numberPath = [...path, 'merchandiseNum']
  if (isBlank(textOf(node, 'merchandiseNum'))) problems.push({ code: 'empty', path: numberPath, detail: '' })
  const depth = path.filter((part) => part === 'merchandises' || part === 'children').length
  if (depth > limits.packageDepth) {
    problems.push({ code: 'too-deep', path: numberPath, detail: String(limits.packageDepth) })
  }
  return problems
}

const numberProblems = ({ node, path }: OrderPart, { numberProblem }: OrderRules): Problem[] => {
  const seen = new Set<string>()
  for (const [index, number] of textsOf(node, 'assetNos').entries()) {
    const numberPath = [...path, 'assetNos', index]
    if (isBlank(number)) return [{ code: 'empty', path: numberPath, detail: '' }]
    if (number.length > limits.assetNumber) {
      return [{ code: 'number-too-long', path: numberPath, detail: number }]
    }
    const problem = seen.has(number) ? 'duplicate' : (numberProblem?.(number) ?? null)
    if (problem !== null) return [{ code: problem, path: numberPath, detail: number }]
    seen.add(number)
  }
  return []
}

const extensionProblems = ({ node, path }: OrderPart): Problem[] => {
  const code = textOf(node, 'extendCode')
  const codePath = [...path, 'extendCode']
  if (isBlank(code)) return [{ code: 'empty', path: codePath, detail: '' }]
  return Array.from(code).length > limits.orderName
    ? [{ code: 'too-long', path: codePath, detail: String(limits.orderName) }]
    : []
}

const contentProblems = ({ node, path }: OrderPart, orderType: string): Problem[] => {
  const problems: Problem[] = []
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
  return problems
}

/** The lists of a part whose length is limited. */
const limitedLists: Readonly<Partial<Record<Level, readonly FieldOf[]>>> = {
  asset: ['assetNos', 'products', 'merchandises', 'assetExtendList'],
  product: ['productFeatures'],
  package: ['children', 'licenseOrderProductList'],
}

const lengthProblems = ({ level, node, path }: OrderPart, rules: OrderRules): Problem[] =>
  (limitedLists[level] ?? []).flatMap((name): Problem[] => {
    const max = name === 'assetNos' ? rules.assetsPerEntry : rules.itemsPerList
    return listOf(node, name).length > max
      ? [{ code: 'too-many', path: [...path, name], detail: String(max) }]
      : []
  })

/** The problems of one part of an order, besides those of the parts in it. */
export const partProblems = (part: OrderPart, orderType: string, rules: OrderRules): readonly Problem[] => {
  switch (part.level) {
    case 'asset':
      return [
        ...termProblems(part),
        ...numberProblems(part, rules),
        ...lengthProblems(part, rules),
        ...contentProblems(part, orderType),
      ]
    case 'product':
      return [...termProblems(part), ...productProblems(part), ...lengthProblems(part, rules)]
    case 'package':
      return [...packageProblems(part), ...lengthProblems(part, rules)]
    case 'extension':
      return extensionProblems(part)
    case 'feature':
      return termProblems(part)
    case 'order':
      return []
  }
}

const typeProblems = (order: OrderNode): Problem[] => {
  const problems: Problem[] = []
  const licenseType = textOf(order, 'licenseType')
  if (order['orderType'] === undefined) {
    problems.push({ code: 'empty', path: ['orderType'], detail: orderTypes.join(', ') })
  }
  if (isBlank(licenseType)) problems.push({ code: 'empty', path: ['licenseType'], detail: '' })
  else if (!isLicenseType(licenseType)) {
    problems.push({
      code: 'type-not-known',
      path: ['licenseType'],
      detail: Object.keys(licenseTypes).join(', '),
    })
  }
  return problems
}

const sequenceProblems = ({ sequence }: OrderNode): Problem[] => {
  if (sequence === undefined) return [{ code: 'empty', path: ['sequence'], detail: '' }]
  return typeof sequence === 'number' && Math.abs(sequence) >= maxInteger
    ? [tooLarge(['sequence'], maxInteger - 1)]
    : []
}

/** The problems of an order's own fields. */
export const headProblems = (order: OrderNode, { needsSource }: OrderRules): readonly Problem[] => {
  const problems = [...typeProblems(order), ...sequenceProblems(order)]
  const customerType = textOf(order, 'customerType')
  if (customerType !== '' && customerType !== 'personal' && customerType !== 'company') {
    problems.push({ code: 'one-of', path: ['customerType'], detail: 'personal, company' })
  }
  const hasSource = !isBlank(textOf(order, 'srcLicenseOrderId'))
  if (isDeletion(textOf(order, 'orderType')) && !hasSource && needsSource(textOf(order, 'licenseType'))) {
    problems.push({ code: 'cloud-source', path: ['srcLicenseOrderId'], detail: '' })
  }
  if (listOf(order, 'assets').length === 0) problems.push({ code: 'no-assets', path: ['assets'], detail: '' })
  return problems
}
