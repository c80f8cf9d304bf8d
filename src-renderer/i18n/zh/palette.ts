import type { Messages } from '../messages'

export const palette: Messages['palette'] = {
  title: '命令面板',
  short: '全局搜索',
  placeholder: '号码、姓名、页面或操作',
  search: '查询 {number}',
  pluggedIn: '已插上',
  section: {
    recent: '最近使用',
    'page-actions': '本页',
    lock: '加密锁',
    employee: '员工',
    enterprise: '企业',
    page: '页面',
    view: '已保存的视图',
    action: '操作',
  },
  count: '{n} 个结果',
  more: '还有 {n} 把匹配的锁，请继续输入',
  noResults: '无结果。输入十位壳号可查询任意锁。',
  employeesFailed: '员工搜索失败。',
  move: '选择',
  openHint: '打开',
  close: '关闭',
}
