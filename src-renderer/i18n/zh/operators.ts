import type { Messages } from '../messages'

export const operators: Messages['operators'] = {
  as: '操作人：{name}',
  nobody: '请填操作人',
  title: '现在是谁在操作？',
  first: '姓名、手机号或邮箱',
  another: '换别人',
  hint: '姓名、手机号或邮箱。每次禁用、启用都会一并报给平台。',
  isNumber: '这是加密锁的壳号，不是操作人。',
  add: '由此人操作',
  remove: '移除 {name}',
  covered: '有一阵子没人操作了，先问一声是谁。正在跑的任务不受影响。',
}
