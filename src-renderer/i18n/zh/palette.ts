import type { Messages } from '../messages'

export const palette: Messages['palette'] = {
  title: '查找与操作',
  short: '查找',
  open: '查找加密锁、员工、页面或操作',
  placeholder: '号码、姓名、页面、操作…',
  lookUp: '查询 {number}',
  pluggedIn: '已插上',
  section: {
    recent: '最近用过',
    here: '本页',
    lock: '加密锁',
    person: '员工',
    page: '页面',
    action: '操作',
  },
  searching: '正在查找…',
  count: '{n} 项',
  more: '还有 {n} 把锁含这些数字，请继续输入',
  nothing: '没有找到。输入十位壳号可以直接查询，不在清单上的也行。',
  peopleFailed: '员工没能查到。',
  move: '选择',
  take: '打开',
  close: '关闭',
}
