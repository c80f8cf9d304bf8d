import type { Messages } from '../messages'

export const operators: Messages['operators'] = {
  named: '操作人：{name}',
  none: '未设置操作人',
  title: '选择操作人',
  first: '姓名、手机号或邮箱',
  another: '添加操作人',
  hint: '姓名、手机号或邮箱。禁用和启用时发送给平台。',
  isNumber: '这是锁的壳号，不是操作人。',
  add: '使用此操作人',
  remove: '移除 {name}',
  locked: '因长时间未操作已锁屏，运行中的任务继续。',
}
