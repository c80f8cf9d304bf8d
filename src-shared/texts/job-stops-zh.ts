import type { JobStopTexts } from './job-stops-en'

const counted = {
  disable: '把加密锁',
  enable: '把加密锁',
  lend: '个借出单',
  assign: '次分配',
  'add-employee': '名员工',
  'edit-employee': '名员工',
  'reset-password': '名员工',
  'delete-employee': '名员工',
  'bind-customer': '个客户',
  'create-enterprise': '个企业',
  'update-customer': '个客户',
  order: '个订单',
  allocate: '次领取',
}

/** Why a job stopped itself. */
export const jobStop: JobStopTexts = {
  item: counted,
  items: counted,
  why: {
    'status-no-such-lock': '未找到锁',
    'status-wrong-type': '授权类型不符',
  },
  firstFailed: '第一{item}失败',
  firstUnconfirmed: '第一{item}结果未知',
  manyFailed: '{tried} {items}中有 {failed} 个失败',
  manyUnconfirmed: '{tried} {items}中有 {failed} 个失败或结果未知',
  because: '{head}：{why}。',
  end: '{head}。',
  nothingElse: '其余均未发送。',
}
