import type { LicenseType } from '#shared/model/license-types'
import type { NamedContent, OrderFacts } from './sentence-facts'

/** The noun with the word it is counted by. */
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

export const assetsInChinese = ({ assets, newAssets, licenseType, type }: OrderFacts): string => {
  const [counter, noun] = licenseType === null ? ['项', '资产'] : nouns[licenseType]
  const counted = `${number.format(assets)} ${counter}`
  if (type !== 'new_buy' || newAssets === null || newAssets === 0) return counted + noun
  if (newAssets === assets) return `${counted}新${noun}`
  return `${counted}${noun}（其中 ${number.format(newAssets)} ${counter}是新的）`
}

const termsOf = ({ duration, from, until, nodes, trial }: NamedContent): string =>
  [
    trial ? '试用' : '',
    duration ?? '',
    from === null ? '' : `${from}起`,
    until === null ? '' : `到 ${until} 止`,
    nodes === null ? '' : `${number.format(nodes)} 个节点`,
  ]
    .filter((part) => part !== '')
    .join('、')

/** As many are named; the rest is counted. */
const named = 3

const withRest = (words: readonly string[], total: number): string =>
  total > words.length ? `${words.join('、')}等 ${number.format(total)} 种` : words.join('、')

const nameOf = ({ name, kind }: NamedContent): string => {
  if (name === '') return '未填名称的产品'
  return kind === 'package' ? `“${name}”套餐` : `“${name}”`
}

const withTerms = (content: NamedContent, terms: string): string =>
  terms === '' ? nameOf(content) : `${nameOf(content)}（${terms}）`

const sold = (contents: readonly NamedContent[]): string =>
  contents.length === 0
    ? '（还没有产品）'
    : withRest(
        contents.slice(0, named).map((content) => withTerms(content, termsOf(content))),
        contents.length,
      )

const removed = (contents: readonly NamedContent[]): string => {
  if (contents.length === 0) return '（还没有产品）'
  const words = contents.slice(0, named).map((content) => {
    if (!content.strict) return nameOf(content)
    const { from, until, nodes } = content
    const exactly = [
      from === null ? '无起始日' : `${from}起`,
      until === null ? '无到期日' : `到 ${until} 止`,
      nodes === null ? '无节点数' : `${number.format(nodes)} 个节点`,
    ]
    return withTerms(content, `仅限${exactly.join('、')}的授权`)
  })
  return withRest(words, contents.length)
}

/** What an order does, as a sentence. */
export const sentenceInChinese = (facts: OrderFacts): string => {
  const { type, customer, source, everyOrder, contents } = facts
  const who = customer === null ? '（还没填客户）' : `“${customer}”`
  const order = source === null ? '（还没填原订单）' : `订单 ${source} `
  const assets = assetsInChinese(facts)
  switch (type) {
    case 'new_buy':
      return `卖给${who}：${sold(contents)}，装在 ${assets}上。`
    case 'delete_asset':
      if (everyOrder) return `从${who}的【全部】订单中删除 ${assets}，上面的产品一并删除。`
      return `删除${who}${order}中的 ${assets}，上面的产品一并删除。`
    case 'delete_product':
      if (everyOrder) return `在${who}的【全部】订单中，从 ${assets}上删除${removed(contents)}。`
      return `从${who}${order}的 ${assets}上删除${removed(contents)}。`
    case null:
      return '还没说明要做什么。'
  }
}
