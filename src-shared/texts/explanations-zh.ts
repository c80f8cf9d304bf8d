import { branchFailure } from './branch-failures-zh'
import { orderFailure } from './order-failures-zh'
import type { FailureTexts, ReasonTexts } from './explanations-en'

/** Why a change has its result, and the next step. */
export const reason: ReasonTexts = {
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
  'log-not-delivered': {
    what: '未发送：无法连接组织的结果日志。',
    next: '请检查网络后重试，原因见“故障诊断 > 结果日志”。',
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
  'changed-state': {
    what: '检查后已变化：已是此状态。',
    next: '未发送。刷新列表可查看。',
  },
  'changed-holder': {
    what: '检查后已变化：持有人不同。',
    next: '请核对锁详情，如仍需要，请重新开始。',
  },
  'changed-type': {
    what: '检查后已变化：授权类型不同。',
    next: '请核对锁详情，如仍需要，请重新开始。',
  },
  'changed-data': {
    what: '检查后已变化：此员工已被他人修改。',
    next: '请核对员工资料，如仍需要，请重新编辑。',
  },
  'changed-missing': {
    what: '检查后已变化：不在企业的列表中。',
    next: '请重新搜索，如仍需要，请重新开始。',
  },
  'said-by-person': {
    what: '由{operator}标记。',
    next: '无需处理。',
  },
  'left-unknown': {
    what: '由{operator}关闭，结果仍未知。',
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
}

/** Failures of a command or request, and the next step. */
export const failure: FailureTexts = {
  refused: {
    what: '平台以未知代码拒绝请求。',
    next: '请将下方代码发给平台客服。',
  },
  unauthorized: {
    what: '平台拒绝访问。',
    next: '请检查 App Key 及其权限范围。',
  },
  unreachable: {
    what: '平台无响应。',
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
  busy: {
    what: '平台要求等待，未执行任何操作。',
    next: '请稍候重试。',
  },
  busyFor: {
    what: '平台要求等待 {seconds} 秒，未执行任何操作。',
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
    what: '未找到。',
    next: '请检查输入，或刷新后重新选择。',
  },
  'not-saved': {
    what: '磁盘保存失败。',
    next: '请清理磁盘空间后重试。',
  },
  'file-not-saved': {
    what: '无法保存到此文件夹。',
    next: '请另选一个文件夹，或在此处腾出空间。',
  },
  'limit-reached': {
    what: '已达数量上限。',
    next: '请删除不再需要的条目后重试。',
  },
  'restore-unfinished': {
    what: '恢复未完成。',
    next: '请清理磁盘空间后重启程序，启动时会继续恢复。',
  },
  'log-not-delivered': {
    what: '未发送：无法连接组织的结果日志。',
    next: '请检查网络后重试，原因见“故障诊断 > 结果日志”。',
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
  'look-only': {
    what: '此平台已设为“仅查看”。',
    next: '未发送任何操作。请查看“设置 > 平台”中的“仅查看”。',
  },
  'other-platform': {
    what: '原操作发往另一个平台。',
    next: '未发送任何操作，请先切换到该平台。',
  },
  'loan-too-long': {
    what: '组织限制了借出天数。',
    next: '请选择更早的归还日期。',
  },
  'too-many-loans': {
    what: '该员工的借出单已达组织允许的上限。',
    next: '请先收回一把借用锁。',
  },
  'loans-unknown': {
    what: '无法确定该员工的借出单数量。',
    next: '请刷新该企业的列表，然后重试。',
  },
  'work-order-required': {
    what: '组织的策略要求使用工单。',
    next: '请索取已签名的工单，然后执行。',
  },
  'changes-limited': {
    what: '组织的策略限制十分钟内的变更数量。',
    next: '请十分钟后重试。',
  },
  'policy-unreadable': {
    what: '组织的策略读取失败。',
    next: '请联系 IT 部门修复，然后重新启动 Lock Desk。',
  },
  switching: {
    what: '正在切换平台。',
    next: '请稍候重试。',
  },
  'proxy-sign-in': {
    what: '代理要求登录。',
    next: '请登录代理后重试。',
  },
  'proxy-sign-in-rejected': {
    what: '代理拒绝了用户名或密码。',
    next: '请重新登录代理。',
  },
  'proxy-method': {
    what: '代理要求的登录方式不受支持。',
    next: '请联系代理管理员允许 Basic 登录，或让此平台免登录。',
  },
  'proxy-refused': {
    what: '代理阻止了连接。',
    next: '请联系代理管理员放行此平台。',
  },
  'order-application': {
    what: '缺少此平台订单模块的 App Key。',
    next: '请在“设置 > 平台”中添加。',
  },
  'member-application': {
    what: '缺少此平台会员中心的 App Key。',
    next: '请在“设置 > 平台”中添加。',
  },
  'credentials-unreadable': {
    what: '暂时无法读取已保存的凭证。',
    next: '请解锁，或重新填写。',
  },
  'sign-in': {
    what: '未登录此平台。',
    next: '请登录后重试。',
  },
  internal: {
    what: '发生意外错误。',
    next: '请重试。如仍失败，请重启程序。',
  },
  ...orderFailure,
  ...branchFailure,
}
