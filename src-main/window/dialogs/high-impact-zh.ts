import { countText, dayText, idText, joinTexts, quoted, text } from './dialog-text'
import type { DialogText } from './dialog-text'
import type { ImpactTexts } from './high-impact-en'

const grouped = (count: number): DialogText => countText(count, 'zh')

/** The IDs that a person of the counter knows by the names on the screen. */
const idFields: Readonly<Record<string, DialogText>> = {
  enterpriseGlobalId: text`企业 ID`,
  channelCustomerId: text`渠道客户 ID`,
  crmCustomerId: text`CRM 客户 ID`,
  customerId: text`客户 ID`,
  productUri: text`产品 ID`,
  crmProductId: text`CRM 产品 ID`,
  merchandiseNum: text`产品包编号`,
}

export const impactTextsZh: ImpactTexts = {
  question: (action) => text`确定${action}？`,
  askedAgain: text`此操作影响较多项目或无法撤销，因此再次确认。`,
  operator: (name) => text`操作人：${quoted(name)}`,
  more: (rest) => text`另有 ${grouped(rest)} 项`,
  verbs: { disable: text`禁用`, enable: text`启用` },

  enterprises: (n) => text`涉及 ${grouped(n)} 家企业。`,

  upToFifty: (verb) => text`${verb}最多 50 把加密锁`,
  first: (number, consequence) => text`第一把：${number}。${consequence}`,
  ofFirst: (people) => text`第一把：${people}`,
  recent: (n) => text`最近 10 分钟内，本机已提交 ${grouped(n)} 项更改。`,
  queued: (consequence) => text`${consequence}连接平台后发送。`,
  listed: (n, enterprises) => text`${grouped(n)} 把属于 ${grouped(enterprises)} 家企业。`,
  unlisted: (n) => text`${grouped(n)} 把在您的企业中未找到。`,
  continuous: (verb, n) => text`逐把${verb}最多 ${grouped(n)} 把加密锁`,
  stops: text`按 Esc 或 1 分钟内无锁时停止。`,

  reassigned: (assigned, withdrawn, employees) =>
    text`分配 ${grouped(assigned)} 项，收回 ${grouped(withdrawn)} 项，${grouped(employees)} 名员工的资产有变化。`,

  lendLock: (lock) => text`借出 ${lock}`,
  toUntil: (name, dueOn) =>
    dueOn === null
      ? text` 给${quoted(name)}（无归还日期）`
      : text` 给${quoted(name)}（${dayText(dueOn, 'zh')}归还）`,
  createLoans: (loans, n) => text`办理 ${grouped(loans)} 笔借出（${grouped(n)} 项资产）`,
  loan: (lock, n, name, id) =>
    text`加密锁 ${lock}，${grouped(n)} 项资产：员工${quoted(name)}，ID ${idText(id)}`,
  unlistedName: text`（姓名未经平台确认，请核对 ID）`,

  submitted: (_orders, n, batches) => text`共 ${grouped(batches)} 批，${grouped(n)} 项资产。`,
  revoke: (orders) => text`提交 ${grouped(orders)} 个撤销订单`,
  submitAndRevoke: (orders, revocations) =>
    text`提交 ${grouped(orders)} 个订单（含 ${grouped(revocations)} 个撤销订单）`,
  revoked: (orders, n) => text`撤销：${grouped(orders)} 个订单，${grouped(n)} 项资产。相应授权将停止使用。`,
  others: (orders, n) => text`其他：${grouped(orders)} 个订单，${grouped(n)} 项资产。`,
  withoutSource: (orders) =>
    text`${grouped(orders)} 个撤销订单未填写原授权订单 ID，将搜索客户的【全部】订单。`,
  fromOrder: (order, customer) =>
    text`客户 ${customer} 的${order === null ? text`【全部】订单` : text`订单 ${idText(order)}`}：`,
  numbers: (n, numbers) =>
    n === 0 ? text`未填写资产号` : text`${grouped(n)} 项资产（${joinTexts(numbers, text`、`)}）`,
  products: (n, names) => text`；${grouped(n)} 个产品：${joinTexts(names, text`、`)}`,
  unnamed: text`（无名称和 ID）`,
  named: (name, ids) =>
    ids.length === 0 ? text`${quoted(name)}（无 ID）` : text`${quoted(name)}（${joinTexts(ids, text`，`)}）`,
  idField: (field) => idFields[field] ?? idText(field),
  ids: (ids) => joinTexts(ids, text`，`),
}
