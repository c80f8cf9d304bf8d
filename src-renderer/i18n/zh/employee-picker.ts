import type { Messages } from '../messages'

export const employeePicker: Messages['employeePicker'] = {
  label: '员工',
  placeholder: '姓名或账号',
  searching: '正在搜索…',
  none: '未找到员工，请尝试姓名或账号的其他部分。',
  found: '找到 {n} 名员工',
  more: '显示更多',
  moreOf: '显示更多（还有 {n} 名）',
  deleted: '已删除',
}
