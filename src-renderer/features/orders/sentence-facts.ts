import { isLicenseType } from '#shared/model/license-types'
import type { LicenseType } from '#shared/model/license-types'
import type { TimeUnit } from '#shared/model/timestamp'
import type { Language } from '../../i18n/i18n'
import { parseDuration, sayDuration } from './duration'
import { isOrderType, takesFromEveryOrder } from './order-kinds'
import type { OrderType } from './order-kinds'
import { listOf, nodesOf, textOf, textsOf } from './order-node'
import type { OrderNode } from './order-node'
import { sayDate } from './platform-dates'

/** A product or package as a sentence names it, with what it is sold for or matched by. */
export interface NamedContent {
  readonly name: string
  readonly kind: 'product' | 'package'
  readonly duration: string | null
  readonly from: string | null
  readonly until: string | null
  readonly nodes: number | null
  readonly trial: boolean
  /** Of a removal: only licences with exactly these dates and nodes. */
  readonly strict: boolean
}

export interface OrderFacts {
  readonly type: OrderType | null
  readonly licenseType: LicenseType | null
  /** Locks, certificates, accounts: how many the order names, and how many the platform numbers itself. */
  readonly assets: number
  /** Of them so many as are new; null where that is not known. */
  readonly newAssets: number | null
  readonly contents: readonly NamedContent[]
  readonly customer: string | null
  readonly source: string | null
  readonly everyOrder: boolean
}

export interface FactsAbout {
  readonly language: Language
  readonly timeUnit: TimeUnit
  /** What the customer is called, as far as this desk knows. */
  readonly customerOf: (order: OrderNode) => string | null
  /** Whether the asset is on the platform's lists; null where it was not looked up. */
  readonly isKnown: (assetNum: string) => boolean | null
}

const firstFilled = (node: OrderNode, names: readonly string[]): string =>
  names.map((name) => textOf(node, name).trim()).find((text) => text !== '') ?? ''

const durationOf = (node: OrderNode, language: Language): string | null => {
  const given = textOf(node, 'timeDurationExpression')
  const duration = parseDuration(given)
  if (duration !== null) return sayDuration(duration, language)
  return given.trim() === '' ? null : given
}

const contentOf = (
  node: OrderNode,
  kind: NamedContent['kind'],
  { language, timeUnit }: FactsAbout,
): NamedContent => ({
  name:
    kind === 'product'
      ? firstFilled(node, ['productName', 'productUri', 'gmsPid', 'appKey'])
      : firstFilled(node, ['merchandiseName', 'merchandiseNum']),
  kind,
  duration: durationOf(node, language),
  from: sayDate(node['limitStartDate'], timeUnit, language),
  until: sayDate(node['limitEndDate'], timeUnit, language),
  nodes: typeof node['limitConcurrent'] === 'number' ? node['limitConcurrent'] : null,
  trial: node['trial'] === 1,
  strict: node['strictMatchWhenDelete'] === true,
})

const sameContent = (one: NamedContent, other: NamedContent): boolean =>
  (Object.keys(one) as (keyof NamedContent)[]).every((key) => one[key] === other[key])

/** What an order says, counted and named, for a sentence in any language. */
export const factsOf = (order: OrderNode, about: FactsAbout): OrderFacts => {
  const type = isOrderType(order['orderType']) ? order['orderType'] : null
  const licenseType = textOf(order, 'licenseType')
  const assets = nodesOf(order, 'assets')
  const numbers = assets.flatMap((asset) => textsOf(asset, 'assetNos'))
  // An entry of a purchase without a number gets one from the platform.
  const unnumbered =
    type === 'new_buy' ? assets.filter((asset) => listOf(asset, 'assetNos').length === 0).length : 0
  const known = numbers.map((number) => about.isKnown(number))
  const contents: NamedContent[] = []
  for (const asset of assets) {
    const here = [
      ...nodesOf(asset, 'products').map((node) => contentOf(node, 'product', about)),
      ...nodesOf(asset, 'merchandises').map((node) => contentOf(node, 'package', about)),
    ]
    for (const content of here) {
      if (!contents.some((one) => sameContent(one, content))) contents.push(content)
    }
  }
  const source = textOf(order, 'srcLicenseOrderId').trim()
  return {
    type,
    licenseType: isLicenseType(licenseType) ? licenseType : null,
    assets: numbers.length + unnumbered,
    newAssets: known.includes(null) ? null : known.filter((is) => is === false).length + unnumbered,
    contents: type === 'delete_asset' ? [] : contents,
    customer: about.customerOf(order),
    source: source === '' ? null : source,
    everyOrder: takesFromEveryOrder(order),
  }
}
