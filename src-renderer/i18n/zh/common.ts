import type { Messages } from '../messages'
import { outcome, outcomeMeaning } from './outcomes'

export const common: Messages['common'] = {
  state: {
    enabled: '已启用',
    disabled: '已禁用',
    lent: '已借出',
    expired: '已过期',
    frozen: '已冻结',
    unknown: '未知',
  },
  filter: {
    chosen: '{facet}：{what}',
    remove: '取消筛选：{what}',
  },
  day: { placeholder: '年-月-日', problem: '请输入日期，如 2026-11-30。', past: '日期已过。' },
  managed: '由组织管理。',
  managedMax: '每次最多 {n} 项，由组织管理。',
  refresh: '刷新',
  refreshing: '正在刷新…',
  sending: '正在发送…',
  sendingContinues: '正在发送。关闭对话框不会取消发送，结果见操作日志。',
  action: {
    disable: '禁用',
    enable: '启用',
    lend: '借出',
    assign: '分配或收回',
    'add-employee': '添加员工',
    'edit-employee': '编辑员工',
    'reset-password': '重置密码',
    'delete-employee': '删除员工',
    'bind-customer': '绑定客户',
    'create-enterprise': '创建企业',
    'update-customer': '更新客户',
    order: '下单',
    allocate: '领取壳号',
  },
  outcome,
  outcomeMeaning,
  reason: {
    'status-no-such-lock': {
      what: '平台上没有这个号码的锁。',
      next: '请核对外壳上的壳号后重新搜索。',
    },
    'status-failed': {
      what: '平台执行失败，未返回原因。',
      next: '请刷新锁详情后重试。',
    },
    'status-wrong-type': {
      what: '平台不支持对此授权类型执行该操作。',
      next: '请向平台客服确认是否为大客户锁。',
    },
    'status-other': {
      what: '平台返回了未知状态。',
      next: '请刷新锁详情查看结果。',
    },
    'missing-in-answer': {
      what: '响应中不含此锁。',
      next: '请先查询结果，再决定是否重发。',
    },
    'lock-pulled-out': {
      what: '发送前锁已拔出。',
      next: '请插上锁后重试。',
    },
    'lock-unreadable': {
      what: '发送前锁读取失败。',
      next: '请重新插上锁后重试。',
    },
    'lock-swapped': {
      what: '发送前插上了另一把锁。',
      next: '请核对插上的锁后重试。',
    },
    'journal-not-writable': {
      what: '操作日志写入失败。',
      next: '请清理磁盘、关闭另一个 Lock Desk 或恢复数据文件夹，然后重试。',
    },
    'not-confirmed': {
      what: '未确认。',
      next: '如仍需要，请重新操作并确认。',
    },
    interrupted: {
      what: '收到响应前程序已退出。',
      next: '请先查询结果，再决定是否重发。',
    },
    said: {
      what: '平台拒绝了此项。',
      next: '请修改后重试。',
    },
    cancelled: {
      what: '发送前任务已取消。',
      next: '如仍需要，请重新开始。',
    },
    'password-gone': {
      what: '发送前程序已退出，密码未保存。',
      next: '请重新填写密码后重试。',
    },
    superseded: {
      what: '已被此锁之后的操作替代。',
      next: '无需处理。',
    },
    'said-by-person': {
      what: '由{operator}标记。',
      next: '无需处理。',
    },
    'left-unknown': {
      what: '由{operator}关闭，以之后的操作为准。',
      next: '无需处理。',
    },
    'read-back-not-applied': {
      what: '已查询：更改未生效。',
      next: '如仍需要，请重试。',
    },
    'read-back-applied': {
      what: '已查询：更改已生效。',
      next: '无需处理。',
    },
  },
  failure: {
    refused: {
      what: '平台以未知代码拒绝请求。',
      next: '请将下方代码发给平台客服。',
    },
    unauthorized: {
      what: '平台拒绝访问。',
      next: '请检查 App Key 及其权限范围。',
    },
    unreachable: {
      what: '无法连接平台。',
      next: '请检查网络后重试。',
    },
    timeout: {
      what: '平台响应超时。',
      next: '请先查询结果，再决定是否重发。',
    },
    timeoutOfRead: {
      what: '平台响应超时。',
      next: '请稍候重试。',
    },
    malformed: {
      what: '平台未返回有效响应。',
      next: '请重试。如仍失败，请将详情发给平台客服。',
    },
    invalid: {
      what: '请求无效，未发送。',
      next: '请检查输入后重试。',
    },
    'refused-sender': {
      what: '请求已拦截：并非来自程序窗口。',
      next: '请重启程序。',
    },
    'invalid-input': {
      what: '有一项内容无效。',
      next: '请检查输入后重试。',
    },
    'not-found': {
      what: '此项已不存在。',
      next: '请刷新后重新选择。',
    },
    'not-saved': {
      what: '磁盘保存失败。',
      next: '请清理磁盘空间后重试。',
    },
    'limit-reached': {
      what: '已达数量上限。',
      next: '请删除不再需要的条目后重试。',
    },
    'restore-unfinished': {
      what: '恢复未完成。',
      next: '请清理磁盘空间后重启程序，启动时会继续恢复。',
    },
    'not-confirmed': {
      what: '未确认，未发送。',
      next: '如仍需要，请重新操作。',
    },
    'own-folder': {
      what: '此文件夹为 Lock Desk 自有文件。',
      next: '请另选一个文件夹。',
    },
    'too-early': {
      what: '操作仍可能生效。',
      next: '请在等待时间后重试。',
    },
    'in-progress': {
      what: '上一次操作还在进行中。',
      next: '请等待结果返回后再操作。',
    },
    'not-allowed': {
      what: '组织的策略不允许此操作。',
      next: '请联系 IT 部门。',
    },
    'policy-unreadable': {
      what: '组织的策略读取失败。',
      next: '请联系 IT 部门修复，然后重新启动 Lock Desk。',
    },
    switching: {
      what: '正在切换平台。',
      next: '请稍候重试。',
    },
    'order-application': {
      what: '缺少此平台订单模块的 App Key。',
      next: '请在“设置 → 平台”中添加。',
    },
    'member-application': {
      what: '缺少此平台会员中心的 App Key。',
      next: '请在“设置 → 平台”中添加。',
    },
    'sign-in': {
      what: '未登录此平台。',
      next: '请登录后重试。',
    },
    internal: {
      what: '发生意外错误。',
      next: '请重试。如仍失败，请重启程序。',
    },
  },
  code: '代码 {code}',
  httpStatus: 'HTTP {status}',
  statusCode: '状态 {status}',
  days: {
    left: '剩 {n} 天',
    today: '今天到期',
    endedToday: '今天已过期',
    ended: '已过期 {n} 天',
    none: '永久',
  },
  generation: '第 {n} 代',
  unknownAsk: '无法查询，不会重发。请联系平台客服，再到“待核实”中标记结果。',
  unknownNext: '请查询结果，不会重发。',
  checkResult: '查询结果',
  tryAgain: '重试',
  checkPlatform: '检查平台',
  copy: '复制号码',
  copied: '已复制',
  checking: '正在查询…',
  searching: '正在搜索…',
  unknownType: '未知类型',
}
