import type { ImpactTexts } from './high-impact-en'

const grouped = (count: number): string => count.toLocaleString('zh-CN')

export const chinese: ImpactTexts = {
  question: (action) => `确定${action}？`,
  operator: (name) => `操作人：“${name}”`,
  more: (rest) => `另有 ${grouped(rest)} 项`,
  verbs: { disable: '禁用', enable: '启用' },
  consequences: { disable: '禁用后，加密锁将停止工作。', enable: '启用后，加密锁将恢复工作。' },

  rows: {
    'add-employee': { action: (n) => `添加 ${grouped(n)} 名员工`, consequence: '每名员工将获得一个账号。' },
    'edit-employee': { action: (n) => `编辑 ${grouped(n)} 名员工的资料`, consequence: '原资料将被覆盖。' },
    'reset-password': { action: (n) => `重置 ${grouped(n)} 个密码`, consequence: '原密码立即失效。' },
    'delete-employee': { action: (n) => `删除 ${grouped(n)} 名员工`, consequence: '员工的权限将立即失效。' },
    'bind-customer': {
      action: (n) => `绑定 ${grouped(n)} 家客户`,
      consequence: '每家客户将绑定到对应的企业。',
    },
    'create-enterprise': { action: (n) => `创建 ${grouped(n)} 家企业`, consequence: '本程序无法删除企业。' },
    'update-customer': { action: (n) => `更新 ${grouped(n)} 家客户的资料`, consequence: '原资料将被覆盖。' },
  },
  enterprises: (n) => `涉及 ${grouped(n)} 家企业。`,

  upToFifty: (verb) => `${verb}最多 50 把加密锁`,
  first: (number, consequence) => `第一把：${number}。${consequence}`,
  recent: (n) => `最近 10 分钟内，本机已提交 ${grouped(n)} 项更改。`,
  locks: (verb, n) => `${verb} ${grouped(n)} 把加密锁`,
  queued: (consequence) => `${consequence}连接平台后发送。`,
  listed: (n, enterprises) => `${grouped(n)} 把属于 ${grouped(enterprises)} 家企业。`,
  unlisted: (n) => `${grouped(n)} 把在您的企业中未找到。`,
  continuous: (verb, n) => `逐把${verb}最多 ${grouped(n)} 把加密锁`,
  eachLock: (verb) => `插上或扫描的每把锁将立即${verb}，不再确认。`,
  stops: '按 Esc 或 1 分钟内无锁时停止。',

  reassign: (n) => `变更 ${grouped(n)} 项资产的持有人`,
  reassigned: (assigned, withdrawn, employees) =>
    `分配 ${grouped(assigned)} 项，收回 ${grouped(withdrawn)} 项，涉及 ${grouped(employees)} 名员工。`,
  allocate: (n) => `领取 ${grouped(n)} 个壳号`,
  allocated: '领取后无法退回。',

  lend: (n) => `借出 ${grouped(n)} 项资产`,
  createLoans: (loans, n) => `办理 ${grouped(loans)} 笔借出（${grouped(n)} 项资产）`,
  lent: '产品将转到借用锁。平台无法撤销借出。',
  loan: (lock, n, name, id) => `加密锁 ${lock}，${grouped(n)} 项资产：员工“${name}”，ID ${id}`,
  unlistedName: '（姓名未经平台确认，请核对 ID）',

  submit: (orders) => `提交 ${grouped(orders)} 个订单`,
  submitted: (_orders, n, batches) => `共 ${grouped(batches)} 批，${grouped(n)} 项资产。`,
  revoke: (orders) => `提交 ${grouped(orders)} 个撤销订单`,
  submitAndRevoke: (orders, revocations) =>
    `提交 ${grouped(orders)} 个订单（含 ${grouped(revocations)} 个撤销订单）`,
  revoked: (orders, n) => `撤销：${grouped(orders)} 个订单，${grouped(n)} 项资产。相应授权将停止使用。`,
  others: (orders, n) => `其他：${grouped(orders)} 个订单，${grouped(n)} 项资产。`,
  withoutSource: (orders) => `${grouped(orders)} 个撤销订单未填写原授权订单 ID，将搜索客户的【全部】订单。`,
  fromOrder: (order, customer) => `客户 ${customer} 的${order === null ? '【全部】订单' : `订单 ${order}`}：`,
  numbers: (n, numbers) => (n === 0 ? '未填写资产号' : `${grouped(n)} 项资产（${numbers.join('、')}）`),
  products: (n, names) => `；${grouped(n)} 个产品：${names.join('、')}`,
  unnamed: '（无名称和 ID）',
  named: (name, ids) => (ids.length === 0 ? `“${name}”（无 ID）` : `“${name}”（${ids.join('，')}）`),
  ids: (ids) => ids.join('，'),
}
