import type { ChangeAction, ChangeState } from '#shared/model/change'

type Outcomes = Record<ChangeState, string>

const headlines = (doing: string, done: string, failed: string): Outcomes => ({
  // 任务暂停、或程序退出后留下的行也在这里，都还没有送出。
  intent: '尚未发出',
  sent: doing,
  done,
  failed,
  'not-sent': '没有发出',
  unknown: '结果不明',
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
  'update-customer': headlines('正在保存', '客户已修改', '客户未修改'),
  order: headlines('正在提交', '已下单', '未能下单'),
  allocate: headlines('正在领取', '已领取', '未能领取'),
}

const sentences = (done: string, failed: string, unknown: string): Outcomes => ({
  intent: '还在等待发出，什么都没送出去。',
  sent: '已发出，平台还没答复。',
  done,
  failed,
  'not-sent': '请求没有发出，什么都没改。',
  unknown,
})

export const outcomeMeaning: Record<ChangeAction, Outcomes> = {
  disable: sentences('锁已禁用，上面的授权不能再用。', '锁没有被禁用。', '锁是否已禁用，目前不清楚。'),
  enable: sentences('锁已启用，上面的授权可以用了。', '锁没有被启用。', '锁是否已启用，目前不清楚。'),
  lend: sentences('产品已转到借用锁上。', '没有借出。', '是否已借出，目前不清楚。'),
  assign: sentences(
    '员工名下的资产已按要求更改。',
    '员工名下的资产没有变。',
    '员工名下的资产是否已更改，目前不清楚。',
  ),
  'add-employee': sentences('员工已可登录。', '员工没有添加成功。', '员工是否已添加，目前不清楚。'),
  'edit-employee': sentences('员工资料已保存。', '员工资料没有变。', '员工资料是否已修改，目前不清楚。'),
  'reset-password': sentences(
    '新密码即刻生效。',
    '仍用原来的密码。',
    '现在用的是旧密码还是新密码，目前不清楚。',
  ),
  'delete-employee': sentences('员工已删除。', '员工没有被删除。', '员工是否已删除，目前不清楚。'),
  'bind-customer': sentences('客户已绑定到企业。', '客户没有绑定。', '客户是否已绑定，目前不清楚。'),
  'create-enterprise': sentences(
    '企业主账号已建好。',
    '没有创建企业主账号。',
    '企业主账号是否已创建，目前不清楚。',
  ),
  'update-customer': sentences(
    '客户的名称和地址已保存。',
    '客户资料没有变。',
    '客户资料是否已修改，目前不清楚。',
  ),
  order: sentences('平台已接受订单。', '平台没有接受任何订单。', '平台是否已接受订单，目前不清楚。'),
  allocate: sentences('这些壳号已归您使用。', '没有领取壳号。', '壳号是否已领取，目前不清楚。'),
}
