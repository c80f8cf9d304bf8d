import type { ChangeAction, ChangeState } from '#shared/model/changes/change'
import { words } from '#shared/texts/words-zh'

type Outcomes = Record<ChangeState, string>

const headlines = (doing: string, done: string, failed: string): Outcomes => ({
  // 也用于已暂停的任务，以及因程序退出而中断的任务：这些行均未发送。
  intent: '尚未发送',
  sent: doing,
  done,
  failed,
  'not-sent': '未发送',
  unknown: '结果未知',
})

export const outcome: Record<ChangeAction, Outcomes> = {
  disable: headlines('正在禁用', '已禁用', '未能禁用'),
  enable: headlines('正在启用', '已启用', '未能启用'),
  lend: headlines('正在借出', '已借出', '未能借出'),
  assign: headlines('正在分配', '资产已更改', '资产未更改'),
  'add-employee': headlines('正在添加', '已添加', '未能添加'),
  'edit-employee': headlines('正在保存', '已修改', '未能修改'),
  'reset-password': headlines('正在重置', '密码已重置', '密码未重置'),
  'delete-employee': headlines('正在删除', '已删除', '未能删除'),
  'bind-customer': headlines('正在绑定', '已绑定', '未能绑定'),
  'create-enterprise': headlines('正在创建', '已创建', '未能创建'),
  'update-customer': headlines('正在保存', '已更新', '未能更新'),
  order: headlines('正在提交', '订单已接受', '订单未接受'),
  allocate: headlines('正在领取', '已领取', '未能领取'),
}

const sentences = (done: string, failed: string, unknown: string): Outcomes => ({
  intent: '等待发送，尚未发送任何请求。',
  sent: '已发送，等待平台响应。',
  done,
  failed,
  'not-sent': '未发送请求，未作更改。',
  unknown,
})

export const outcomeMeaning: Record<ChangeAction, Outcomes> = {
  disable: sentences('锁已禁用，其产品停止使用。', '锁未禁用。', '锁可能已禁用。'),
  enable: sentences('锁已启用，未过期的产品恢复使用。', '锁未启用。', '锁可能已启用。'),
  lend: sentences('产品已转到借用锁上。', '未借出。', '资产可能已借出。'),
  assign: sentences('资产已按要求分配。', '员工的资产未变。', '资产可能已变更。'),
  'add-employee': sentences('员工已添加。', '员工未添加。', '员工可能已添加。'),
  'edit-employee': sentences('员工资料已保存。', '员工资料未变。', '资料可能已修改。'),
  'reset-password': sentences('新密码已设置。', '密码未更改。', '新密码可能已设置。'),
  'delete-employee': sentences('员工已删除。', '员工未删除。', '员工可能已删除。'),
  'bind-customer': sentences('客户已绑定到企业。', '客户未绑定。', '客户可能已绑定。'),
  'create-enterprise': sentences('企业主账号已创建。', '企业主账号未创建。', '主账号可能已创建。'),
  'update-customer': sentences('客户的名称和地址已保存。', '客户资料未变。', '客户资料可能已更新。'),
  order: sentences('平台已接受订单。', '平台未接受任何订单。', '订单可能已接受。'),
  allocate: sentences('壳号已领取。', '壳号未领取。', '壳号可能已领取。'),
}

export const results = {
  ...words.result,
  waiting: '等待',
  sending: '发送中',
  'under-way': '进行中',
}

export const count = {
  disable: '已禁用 {n}',
  enable: '已启用 {n}',
  'add-employee': '已添加 {n}',
  'delete-employee': '已删除 {n}',
  failed: '失败 {n}',
  'not-sent': '未发送 {n}',
  unknown: '结果未知 {n}',
  skipped: '跳过 {n}',
  waiting: '等待 {n}',
  'under-way': '进行中 {n}',
}

export const measure = { lock: '{n} 把', employee: '{n} 名' }

export const column = {
  place: '序号',
  number: '号码',
  shellNumber: '壳号',
  assetNum: '资产号',
  name: '名称',
  note: '备注',
  enterprise: '企业',
  holder: '持有人',
  action: '操作',
  item: '对象',
  before: '操作前状态',
  after: '操作后状态',
  change: '操作前 → 操作后',
  result: '结果',
  reason: '原因',
  code: '代码',
  time: '时间',
  requested: '发起时间',
  response: '响应时间',
  responseData: '响应内容',
  operator: '操作人',
  training: '培训',
  entry: '记录 ID',
}
