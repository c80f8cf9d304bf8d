import type { Messages } from '../messages'

export const employeePicker: Messages['employeePicker'] = {
  placeholder: '姓名或账号',
  none: '未找到员工，请尝试姓名或账号的其他部分。',
  found: '找到 {n} 名员工',
  moreOf: '显示更多（还有 {n} 名）',
  deleted: '已删除',
}

export const enterprisePicker: Messages['enterprisePicker'] = {
  placeholder: '名称、渠道编码、客户 ID',
  found: '找到 {n} 家企业',
  none: '没有“{text}”的结果。',
  noneNext: '请尝试部分名称、渠道客户 ID 或企业 ID。新企业请在“设置”中添加。',
}

export const operators: Messages['operators'] = {
  named: '操作人：{name}',
  title: '选择操作人',
  another: '新操作人',
  hint: '姓名、手机号或邮箱。禁用和启用时发送给平台。',
  isNumber: '这是锁的壳号，不是操作人。',
  add: '添加并使用',
  remove: '移除{name}',
  locked: '因长时间未操作已锁屏，运行中的任务继续。',
}
