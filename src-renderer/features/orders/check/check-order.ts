import { isCloudLicense } from '#shared/model/api/license-types'
import { limits } from '#shared/model/api/limits'
import { isCellProblem } from '#shared/sheets/cell-problem'
import { longIntegerFields, partsOf } from '#shared/model/orders/order-fields'
import type { OrderPart } from '#shared/model/orders/order-fields'
import type { FieldOf } from '#shared/model/orders/order-levels'
import { textOf } from '#shared/model/orders/order-node'
import type { OrderNode } from '#shared/model/orders/order-node'
import type { Problem } from '#shared/model/orders/order-problems'
import {
  countProblems,
  headProblems,
  isBlank,
  isLong,
  isNumber,
  partProblems,
  tooLong,
} from '#shared/model/orders/order-rules'
import type { OrderRules } from '#shared/model/orders/order-rules'
import { isDeletion } from '#shared/model/orders/order-types'
import { checkTypes } from './check-types'
import { parseDuration } from '../fields/duration'
import { disallowedFields } from './unknown-fields'

/** Characters that no text may contain: control characters and unpaired surrogates. */
// eslint-disable-next-line no-control-regex -- these are the ones that are looked for
const unsupported = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]|\p{Cs}/u

/** The fields that the platform indexes. */
const indexedFields: ReadonlySet<string> = new Set<FieldOf>([
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

const rules: OrderRules = {
  assetsPerEntry: limits.assetsPerOrderEntry,
  itemsPerList: limits.itemsPerOrderList,
  needsSource: isCloudLicense,
  numberProblem: (number) => {
    if (isCellProblem(number)) return 'cell-problem'
    return unsupported.test(number) ? 'unusable-characters' : null
  },
}

const checkTexts = ({ node, path }: OrderPart): Problem[] =>
  Object.entries(node).flatMap(([name, value]): Problem[] => {
    if (typeof value !== 'string') return []
    const fieldPath = [...path, name]
    const maxLength = indexedFields.has(name) ? limits.orderName : limits.orderText
    if (unsupported.test(value)) return [{ code: 'unusable-characters', path: fieldPath, detail: '' }]
    // The API itself limits an extension's code.
    const isTooLong = name !== 'extendCode' && Array.from(value).length > maxLength
    return isTooLong ? [{ code: 'too-long', path: fieldPath, detail: String(maxLength) }] : []
  })

/** The numbers that the API does not limit, also those of unknown fields. */
const checkNumbers = (part: OrderPart): Problem[] => [
  ...Object.entries(part.node).flatMap(([name, value]): Problem[] =>
    isNumber(value) && !isLong(value) && !longIntegerFields.has(name) ? [tooLong([...part.path, name])] : [],
  ),
  ...countProblems(part, 'timeUnitQuantity'),
]

const checkProduct = ({ node, path }: OrderPart, isRemoval: boolean): Problem[] => {
  const problems: Problem[] = []
  const duration = textOf(node, 'timeDurationExpression')
  if (duration !== '' && parseDuration(duration) === null) {
    problems.push({ code: 'duration', path: [...path, 'timeDurationExpression'], detail: '' })
  }
  if (!isRemoval && node['trial'] === 1 && node['trialEndDate'] === undefined) {
    problems.push({ code: 'trial-without-end', path: [...path, 'trialEndDate'], detail: '' })
  }
  return problems
}

const checkCustomer = (order: OrderNode): Problem[] => {
  const customers = ['customerId', 'crmCustomerId', 'channelCustomerId', 'enterpriseGlobalId'] as const
  return customers.every((name) => isBlank(textOf(order, name)))
    ? [{ code: 'no-customer', path: ['enterpriseGlobalId'], detail: '' }]
    : []
}

/** The form shows a problem of one number at the list of numbers. */
const atList = (problem: Problem): Problem =>
  typeof problem.path.at(-1) === 'number' ? { ...problem, path: problem.path.slice(0, -1) } : problem

const checkPart = (part: OrderPart, orderType: string): Problem[] => [
  ...checkTexts(part),
  ...checkNumbers(part),
  ...partProblems(part, orderType, rules).map(atList),
  ...(part.level === 'product' ? checkProduct(part, isDeletion(orderType)) : []),
]

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
    ...headProblems(order, rules),
    ...checkCustomer(order),
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
