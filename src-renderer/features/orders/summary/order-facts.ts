import { isLicenseType } from '#shared/model/api/license-types'
import type { LicenseType } from '#shared/model/api/license-types'
import type { TimeReading } from '#shared/model/api/timestamp'
import type { Name } from '#shared/model/name'
import type { Language } from '../../../i18n/i18n'
import { parseDuration, formatDuration } from '../fields/duration'
import { isOrderType, affectsAllOrders } from '#shared/model/orders/order-types'
import type { OrderType } from '#shared/model/orders/order-types'
import { contentName } from '../content-name'
import type { ContentKind } from '../content-name'
import { listOf, nodesOf, textOf, textsOf } from '#shared/model/orders/order-node'
import type { OrderNode } from '#shared/model/orders/order-node'
import { formatDate } from '../fields/platform-dates'
import type { WrittenDate } from '../fields/platform-dates'

/** A product or package with its terms or match conditions. */
export interface NamedContent {
  readonly name: string
  readonly kind: ContentKind
  readonly duration: string | null
  readonly from: string | null
  readonly until: WrittenDate | null
  readonly nodes: number | null
  readonly trial: boolean
  /** For a removal: only licenses with exactly these dates and nodes. */
  readonly strict: boolean
  /** It has products of its own, with their terms. */
  readonly hasParts: boolean
}

export interface OrderFacts {
  readonly type: OrderType | null
  readonly licenseType: LicenseType | null
  /** Locks, certificates or accounts: the number named by the order and the number numbered by the platform. */
  readonly assets: number
  /** The numbers named by the order. */
  readonly numbers: readonly string[]
  /** How many of them are new; null if unknown. */
  readonly newAssets: number | null
  readonly contents: readonly NamedContent[]
  readonly customer: Name | null
  readonly source: string | null
  readonly everyOrder: boolean
}

export interface FactsContext {
  readonly language: Language
  readonly times: TimeReading
  /** The customer's name, if known. */
  readonly customerOf: (order: OrderNode) => Name | null
  /** Whether the asset is in the platform's lists; null if it was not looked up. */
  readonly isKnown: (assetNum: string) => boolean | null
}

const durationOf = (node: OrderNode, language: Language): string | null => {
  const expression = textOf(node, 'timeDurationExpression')
  const duration = parseDuration(expression)
  if (duration !== null) return formatDuration(duration, language)
  return expression.trim() === '' ? null : expression
}

/** Of a package: its packages and its products. */
const partLists = ['children', 'licenseOrderProductList'] as const

const contentOf = (
  node: OrderNode,
  kind: NamedContent['kind'],
  { language, times }: FactsContext,
): NamedContent => ({
  name: contentName(node, kind),
  kind,
  duration: durationOf(node, language),
  from: formatDate(node['limitStartDate'], times, language, 'start')?.text ?? null,
  until: formatDate(node['limitEndDate'], times, language, 'end'),
  nodes: typeof node['limitConcurrent'] === 'number' ? node['limitConcurrent'] : null,
  trial: node['trial'] === 1,
  strict: node['strictMatchWhenDelete'] === true,
  hasParts: partLists.some((list) => nodesOf(node, list).length > 0),
})

const sameContent = (a: NamedContent, b: NamedContent): boolean =>
  (Object.keys(a) as (keyof NamedContent)[]).every((key) => a[key] === b[key])

/** Counts and names in an order, in no language yet. */
export const factsOf = (order: OrderNode, context: FactsContext): OrderFacts => {
  const type = isOrderType(order['orderType']) ? order['orderType'] : null
  const licenseType = textOf(order, 'licenseType')
  const assets = nodesOf(order, 'assets')
  const numbers = assets.flatMap((asset) => textsOf(asset, 'assetNos'))
  // The platform assigns a number to a purchase entry without one.
  const withoutNumbers =
    type === 'new_buy' ? assets.filter((asset) => listOf(asset, 'assetNos').length === 0).length : 0
  const known = numbers.map((number) => context.isKnown(number))
  const contents: NamedContent[] = []
  for (const asset of assets) {
    const assetContents = [
      ...nodesOf(asset, 'products').map((node) => contentOf(node, 'product', context)),
      ...nodesOf(asset, 'merchandises').map((node) => contentOf(node, 'package', context)),
    ]
    for (const content of assetContents) {
      if (!contents.some((other) => sameContent(other, content))) contents.push(content)
    }
  }
  const source = textOf(order, 'srcLicenseOrderId').trim()
  return {
    type,
    licenseType: isLicenseType(licenseType) ? licenseType : null,
    assets: numbers.length + withoutNumbers,
    numbers,
    newAssets: known.includes(null) ? null : known.filter((is) => is === false).length + withoutNumbers,
    contents: type === 'delete_asset' ? [] : contents,
    customer: context.customerOf(order),
    source: source === '' ? null : source,
    everyOrder: affectsAllOrders(order),
  }
}
