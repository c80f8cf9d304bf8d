import type { Messages } from '../messages'

export const views: Messages['views'] = {
  button: '视图',
  title: '已保存的视图',
  changed: '{name}（已修改）',
  default: '默认',
  update: '更新“{name}”',
  setDefault: '设为默认视图',
  noDefault: '取消默认视图',
  reset: '显示全部行和列',
  nameHint: '保存筛选、排序和列。',
  columns: '列',
  enterprise: '企业',
  ignored: '以下条件已不可用，已忽略：{list}。',
  save: {
    open: '另存为新视图',
    title: '保存视图',
    confirm: '保存视图',
    replace: '替换视图',
    replaceHint: '已有同名视图，保存后将被替换。',
  },
  rename: {
    open: '重命名视图',
    title: '重命名视图',
    confirm: '重命名视图',
    taken: '已有同名视图。',
  },
  delete: {
    open: '删除视图',
    title: '删除视图',
    confirm: '删除视图',
    text: '将删除视图“{name}”，数据不受影响。',
  },
}
