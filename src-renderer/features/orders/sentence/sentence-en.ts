import type { LicenseType } from '#shared/model/api/license-types'
import type { WrittenDate } from '../fields/platform-dates'
import type { NamedContent, OrderFacts } from './sentence-facts'

const nouns: Readonly<Record<LicenseType, readonly [singular: string, plural: string]>> = {
  normal_unrecover_usbkey: ['standalone lock (not re-issuable)', 'standalone locks (not re-issuable)'],
  normal_recover_usbkey: ['standalone lock', 'standalone locks'],
  normal_unrecover_lan_usbkey: ['network lock (not re-issuable)', 'network locks (not re-issuable)'],
  normal_recover_lan_usbkey: ['network lock', 'network locks'],
  identity_usbkey: ['standalone identity lock', 'standalone identity locks'],
  identity_lan_usbkey: ['network identity lock', 'network identity locks'],
  softkey: ['standalone certificate', 'standalone certificates'],
  lan_softkey: ['network certificate', 'network certificates'],
  product_entity: ['product entity', 'product entities'],
  cloud_account: ['cloud account', 'cloud accounts'],
  cloud_customer: ['enterprise cloud account', 'enterprise cloud accounts'],
  cloud_personal: ['personal cloud account', 'personal cloud accounts'],
  lk_product_usbkey: ['product lock', 'product locks'],
  lk_auth_usbkey: ['login lock', 'login locks'],
}

const number = new Intl.NumberFormat('en')

/** “2 new network locks”, “1 cloud account”. */
const assetsInEnglish = ({ assets, newAssets, licenseType, type }: OrderFacts): string => {
  const [singular, plural] = licenseType === null ? ['asset', 'assets'] : nouns[licenseType]
  const noun = assets === 1 ? singular : plural
  if (type !== 'new_buy' || newAssets === null || newAssets === 0) return `${number.format(assets)} ${noun}`
  if (newAssets === assets) return `${number.format(assets)} new ${noun}`
  return `${number.format(assets)} ${noun} (${number.format(newAssets)} new)`
}

const untilText = ({ text, isDay }: WrittenDate): string => `until ${isDay ? 'the end of ' : ''}${text}`

/** “for 1 year, 5 nodes, as a trial”. */
const termsOf = ({ duration, from, until, nodes, trial }: NamedContent): string =>
  [
    duration === null ? '' : `for ${duration}`,
    from === null ? '' : `from ${from}`,
    until === null ? '' : untilText(until),
    nodes === null ? '' : `${number.format(nodes)} ${nodes === 1 ? 'node' : 'nodes'}`,
    trial ? 'as a trial' : '',
  ]
    .filter((part) => part !== '')
    .join(', ')

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`

/** At most this many are listed; the rest is counted. */
const named = 3

const withRemaining = (names: readonly string[], total: number): string => {
  const rest = total - names.length
  return joined(rest > 0 ? [...names, `${number.format(rest)} more`] : names)
}

const unnamed = 'an unnamed product'
const nameOf = ({ name, kind }: NamedContent): string =>
  name === '' ? unnamed : kind === 'package' ? `package ${name}` : name

const sold = (contents: readonly NamedContent[]): string => {
  const [only] = contents
  if (only === undefined) return '(no products yet)'
  if (contents.length === 1) return [nameOf(only), termsOf(only)].filter((part) => part !== '').join(' ')
  const names = contents.slice(0, named).map((content) => {
    const terms = termsOf(content)
    return terms === '' ? nameOf(content) : `${nameOf(content)} (${terms})`
  })
  return withRemaining(names, contents.length)
}

const removed = (contents: readonly NamedContent[]): string => {
  if (contents.length === 0) return '(no products yet)'
  const names = contents.slice(0, named).map((content) => {
    if (!content.strict) return nameOf(content)
    const { from, until, nodes } = content
    const exactly = [
      from === null ? 'no start date' : `from ${from}`,
      until === null ? 'no end date' : untilText(until),
      nodes === null ? 'no node count' : `${number.format(nodes)} ${nodes === 1 ? 'node' : 'nodes'}`,
    ]
    return `${nameOf(content)} (only with exactly: ${exactly.join(', ')})`
  })
  return withRemaining(names, contents.length)
}

/** Describes an order as a sentence. */
export const sentenceInEnglish = (facts: OrderFacts): string => {
  const { type, customer, source, everyOrder, contents } = facts
  const operatorInput = customer ?? '(no customer yet)'
  const order = source === null ? '(no original order ID)' : `order ${source}`
  const assets = assetsInEnglish(facts)
  switch (type) {
    case 'new_buy': {
      const [only] = contents
      const terms = only !== undefined && contents.length === 1 && termsOf(only) !== '' ? ',' : ''
      return `New purchase for ${operatorInput}: ${sold(contents)}${terms} on ${assets}.`
    }
    case 'delete_asset': {
      const all = `all products on ${facts.assets === 1 ? 'it' : 'them'}`
      if (everyOrder) return `Revoke ${assets} and ${all} from ALL orders of ${operatorInput}.`
      return `Revoke ${assets} and ${all} from ${order} of ${operatorInput}.`
    }
    case 'delete_product':
      if (everyOrder) return `Revoke ${removed(contents)} on ${assets} from ALL orders of ${operatorInput}.`
      return `Revoke ${removed(contents)} on ${assets} from ${order} of ${operatorInput}.`
    case null:
      return 'No order type chosen.'
  }
}
