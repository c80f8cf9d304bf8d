import { licenseTypes } from '#shared/model/api/license-types'
import { groupedNumber } from '../../../i18n/times'
import type { Texts } from '../../../i18n/use-texts'
import type { NamedContent, OrderFacts } from './order-facts'
import { shownNumber } from '../check/number-checks'
import { shownName } from '../../../names/shown-name'

type Translator = Texts['translator']

export interface FactLine {
  readonly label: string
  readonly values: readonly string[]
  /** It reaches further than the assets of the order. */
  readonly isDanger?: true
}

/** At most this many products or numbers are listed; the rest is counted. */
const maxListed = 3

/** No line begins with it. */
export const separator = '\u00A0· '

const nodesText = (nodes: number, { tn }: Translator): string => tn('common.nodes', nodes)
const untilText = ({ text, isDay }: NonNullable<NamedContent['until']>, { t }: Translator): string =>
  t(isDay ? 'orders.fact.untilDay' : 'orders.fact.until', { date: text })
const fromText = (date: string, { t }: Translator): string => t('orders.fact.from', { date })

/** The type of a license whose products are used by several computers at once. */
const isNetwork = (licenseType: OrderFacts['licenseType']): boolean => licenseType?.includes('lan_') === true

/** “1 year”, “5 nodes”, also where nothing was typed; of a removal, which licenses it matches. */
const termsOf = (
  content: NamedContent,
  { type, licenseType }: OrderFacts,
  texts: Translator,
): readonly string[] => {
  const { duration, from, until, nodes, trial, strict, hasParts } = content
  const { t } = texts
  if (strict) {
    return [
      t('orders.fact.exactly'),
      from === null ? t('orders.fact.noStart') : fromText(from, texts),
      until === null ? t('orders.fact.noEnd') : untilText(until, texts),
      nodes === null ? t('orders.fact.noNodes') : nodesText(nodes, texts),
    ]
  }
  // The platform matches the product alone, whatever dates and nodes are sent.
  if (type === 'delete_product') return [t('orders.fact.everyTerm')]
  const hasTerm = duration !== null || until !== null || hasParts
  const hasNodes = nodes !== null || hasParts || !isNetwork(licenseType)
  return [
    duration,
    from === null ? null : fromText(from, texts),
    until === null ? null : untilText(until, texts),
    hasTerm ? null : t('orders.fact.noTerm'),
    nodes === null ? null : nodesText(nodes, texts),
    hasNodes ? null : t('orders.fact.noNodesSent'),
    trial ? t('common.trial') : null,
  ].filter((term) => term !== null)
}

const contentText = (content: NamedContent, facts: OrderFacts, texts: Translator): string => {
  const { name, kind } = content
  const shown = name === '' ? texts.t(`orders.contents.unnamed.${kind}`) : name
  const named = kind === 'package' && name !== '' ? texts.t('orders.fact.package', { name }) : shown
  return [named, ...termsOf(content, facts, texts)].join(separator)
}

const contentsOf = (facts: OrderFacts, texts: Translator): readonly string[] => {
  const { type, contents } = facts
  if (type === 'delete_asset') return [texts.t('orders.fact.allProducts')]
  if (contents.length === 0) return [texts.t('orders.fact.missing')]
  const listed = contents.slice(0, maxListed).map((content) => contentText(content, facts, texts))
  const rest = contents.length - listed.length
  return rest > 0 ? [...listed, texts.tn('orders.fact.more', rest)] : listed
}

const assetsText = ({ assets, newAssets, licenseType, type }: OrderFacts, texts: Translator): string => {
  const { language, t, tn } = texts
  const count = groupedNumber(assets, language)
  const counted = licenseType === null ? count : `${count} × ${licenseTypes[licenseType][language]}`
  const isNew = type === 'new_buy' && newAssets !== null && newAssets > 0
  return isNew
    ? [counted, newAssets === assets ? t('orders.assets.state.new') : tn('orders.fact.new', newAssets)].join(
        separator,
      )
    : counted
}

const numbersText = ({ numbers }: OrderFacts, { language, tn }: Translator): string => {
  const listed = numbers.slice(0, maxListed).map(shownNumber)
  const rest = numbers.length - listed.length
  const all = rest > 0 ? [...listed, tn('orders.fact.moreNumbers', rest)] : listed
  return all.join(language === 'zh' ? '、' : ', ')
}

/**
 * What an order does, a fact a line, besides its type and its customer.
 * @param options.withNumbers for a confirmation: a number left from a copied order is of another customer's lock
 */
export const factLines = (
  facts: OrderFacts,
  texts: Translator,
  { withNumbers = false }: { readonly withNumbers?: boolean } = {},
): readonly FactLine[] => {
  const { type, customer, source, everyOrder } = facts
  const { t } = texts
  const lines: FactLine[] = [
    { label: t('common.products'), values: contentsOf(facts, texts) },
    { label: t('common.assets'), values: [assetsText(facts, texts)] },
    ...(withNumbers && facts.numbers.length > 0
      ? [{ label: t('orders.assets.numbers'), values: [numbersText(facts, texts)] }]
      : []),
  ]
  if (type !== 'delete_asset' && type !== 'delete_product') return lines
  const from = everyOrder
    ? t('orders.fact.everyOrder', { customer: shownName(customer) ?? t('orders.customer.unnamed') })
    : (source ?? t('orders.fact.missing'))
  return [
    ...lines,
    { label: t('orders.source.label'), values: [from], ...(everyOrder ? { isDanger: true } : {}) },
  ]
}

export const typeText = ({ type }: OrderFacts, { t }: Translator): string =>
  t(type === null ? 'orders.fact.noType' : `orders.type.${type}`)

/** The facts in one line, for lists. */
export const factsInLine = (facts: OrderFacts, texts: Translator): string =>
  [
    typeText(facts, texts),
    shownName(facts.customer) ?? texts.t('orders.list.noCustomer'),
    ...factLines(facts, texts).flatMap(({ values }) => values),
  ].join(separator)
