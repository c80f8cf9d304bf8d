import type { Messages } from '../messages'

export const employeePicker: Messages['employeePicker'] = {
  label: '员工',
  placeholder: '姓名或账号…',
  searching: '正在查找…',
  none: '没找到。换姓名或账号里的其他字试试。',
  found: '找到 {n} 名员工',
  more: '显示更多',
  moreOf: '显示更多（还有 {n} 名）',
  deleted: '已删除',
}
