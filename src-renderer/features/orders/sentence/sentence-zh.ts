import type { LicenseType } from '#shared/model/api/license-types'
import type { WrittenDate } from '../fields/platform-dates'
import type { NamedContent, OrderFacts } from './sentence-facts'

/** The noun and its measure word. */
const nouns: Readonly<Record<LicenseType, readonly [counter: string, noun: string]>> = {
  normal_unrecover_usbkey: ['把', '单机锁（不可补办）'],
  normal_recover_usbkey: ['把', '单机锁'],
  normal_unrecover_lan_usbkey: ['把', '网络锁（不可补办）'],
  normal_recover_lan_usbkey: ['把', '网络锁'],
  identity_usbkey: ['把', '单机身份锁'],
  identity_lan_usbkey: ['把', '网络身份锁'],
  softkey: ['张', '单机证书'],
  lan_softkey: ['张', '网络证书'],
  product_entity: ['个', '产品实体'],
  cloud_account: ['个', '云账号'],
  cloud_customer: ['个', '企业云账号'],
  cloud_personal: ['个', '个人云账号'],
  lk_product_usbkey: ['把', '产品锁'],
  lk_auth_usbkey: ['把', '登录锁'],
}

const number = new Intl.NumberFormat('zh-CN')

const assetsInChinese = ({ assets, newAssets, licenseType, type }: OrderFacts): string => {
  const [counter, noun] = licenseType === null ? ['项', '资产'] : nouns[licenseType]
  const counted = `${number.format(assets)} ${counter}`
  if (type !== 'new_buy' || newAssets === null || newAssets === 0) return counted + noun
  if (newAssets === assets) return `${counted}新${noun}`
  return `${counted}${noun}（其中 ${number.format(newAssets)} ${counter}为新增）`
}

const untilText = ({ text, isDay }: WrittenDate): string => `至 ${text}${isDay ? '当天结束' : ''}`

const termsOf = ({ duration, from, until, nodes, trial }: NamedContent): string =>
  [
    trial ? '试用' : '',
    duration ?? '',
    from === null ? '' : `${from} 起`,
    until === null ? '' : untilText(until),
    nodes === null ? '' : `${number.format(nodes)} 个节点`,
  ]
    .filter((part) => part !== '')
    .join('、')

/** At most this many are listed; the rest is counted. */
const named = 3

const withRemaining = (names: readonly string[], total: number): string =>
  total > names.length ? `${names.join('、')}等 ${number.format(total)} 种` : names.join('、')

const nameOf = ({ name, kind }: NamedContent): string => {
  if (name === '') return '未命名产品'
  return kind === 'package' ? `“${name}”产品包` : `“${name}”`
}

const withTerms = (content: NamedContent, terms: string): string =>
  terms === '' ? nameOf(content) : `${nameOf(content)}（${terms}）`

const sold = (contents: readonly NamedContent[]): string =>
  contents.length === 0
    ? '（暂无产品）'
    : withRemaining(
        contents.slice(0, named).map((content) => withTerms(content, termsOf(content))),
        contents.length,
      )

const removed = (contents: readonly NamedContent[]): string => {
  if (contents.length === 0) return '（暂无产品）'
  const names = contents.slice(0, named).map((content) => {
    if (!content.strict) return nameOf(content)
    const { from, until, nodes } = content
    const exactly = [
      from === null ? '无生效日期' : `${from} 起`,
      until === null ? '无到期日期' : untilText(until),
      nodes === null ? '无节点数' : `${number.format(nodes)} 个节点`,
    ]
    return withTerms(content, `仅限${exactly.join('、')}的授权`)
  })
  return withRemaining(names, contents.length)
}

/** Describes an order as a sentence. */
export const sentenceInChinese = (facts: OrderFacts): string => {
  const { type, customer, source, everyOrder, contents } = facts
  const operatorInput = customer === null ? '（未填客户）' : `“${customer}”`
  const order = source === null ? '（未填原授权订单 ID）' : `订单 ${source} `
  const assets = assetsInChinese(facts)
  switch (type) {
    case 'new_buy':
      return `为${operatorInput}新购：${sold(contents)}，用于 ${assets}。`
    case 'delete_asset':
      if (everyOrder) return `从${operatorInput}的【全部】订单撤销 ${assets}及其全部产品。`
      return `从${operatorInput}的${order}撤销 ${assets}及其全部产品。`
    case 'delete_product':
      if (everyOrder) return `从${operatorInput}的【全部】订单撤销 ${assets}上的${removed(contents)}。`
      return `从${operatorInput}的${order}撤销 ${assets}上的${removed(contents)}。`
    case null:
      return '未选择订单类型。'
  }
}
