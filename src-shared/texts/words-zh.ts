import type { Words } from './words-en'

export const words: Words = {
  lockState: {
    enabled: '已启用',
    disabled: '已禁用',
    lent: '已借出',
    expired: '已过期',
    frozen: '已冻结',
    unknown: '未知',
  },
  result: {
    done: '成功',
    failed: '失败',
    'not-sent': '未发送',
    unknown: '结果未知',
    skipped: '已跳过',
  },
  unassigned: '未分配',
}
