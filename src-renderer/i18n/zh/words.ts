import type { Messages } from '../messages'
import { outcome, outcomeMeaning } from './outcomes'

export const words: Messages['words'] = {
  state: {
    enabled: '已启用',
    disabled: '已禁用',
    lent: '已借出',
    expired: '已过期',
    frozen: '已冻结',
    unknown: '状态不明',
  },
  day: { placeholder: '年-月-日', problem: '请写成 2026-11-30 这样的日期。', past: '这一天已经过去了。' },
  readAgain: '重新读取',
  readingAgain: '正在读取…',
  sending: '正在发送…',
  action: {
    disable: '禁用',
    enable: '启用',
    lend: '借出',
    assign: '分配或收回',
    'add-employee': '添加员工',
    'edit-employee': '修改员工',
    'reset-password': '重置密码',
    'delete-employee': '删除员工',
    'bind-customer': '绑定客户',
    'create-enterprise': '创建企业',
    'update-customer': '修改客户',
    order: '下单',
    allocate: '领取壳号',
  },
  outcome,
  outcomeMeaning,
  reason: {
    'status-no-such-lock': {
      what: '平台上没有这个号码的锁。',
      next: '核对外壳上的壳号，再查一次。',
    },
    'status-failed': {
      what: '平台没有办成，也没说原因。',
      next: '先查一下记录，再重试。',
    },
    'status-wrong-type': {
      what: '这种类型的锁，平台不支持这项操作。',
      next: '请向平台客服确认它是不是大客户锁。',
    },
    'status-other': {
      what: '平台返回了文档里没有的状态。',
      next: '查一下记录，看看结果如何。',
    },
    'missing-in-answer': {
      what: '平台答复了，但没提到这把锁。',
      next: '先查一下记录，再决定要不要重发。',
    },
    'lock-pulled-out': {
      what: '还没发出，锁就被拔走了。',
      next: '把锁插回来，再操作一次。',
    },
    'lock-unreadable': {
      what: '准备发出时，这把锁已经读不出来了。',
      next: '拔下来重插，再操作一次。',
    },
    'lock-swapped': {
      what: '准备发出时，插着的已经是另一把锁。',
      next: '看清插的是哪一把，再操作一次。',
    },
    'journal-not-writable': {
      what: '操作记录写不进去，所以没有发出。',
      next: '请清理磁盘空间，或关掉另一个 Lock Desk；如果数据文件夹被移走或删掉了，先放回原处。然后再操作一次。',
    },
    'not-confirmed': {
      what: '这次操作没有确认。',
      next: '如果还需要，请重新操作并确认。',
    },
    interrupted: {
      what: '平台还没答复，程序就退出了。',
      next: '先查一下记录，再决定要不要重发。',
    },
    said: {
      what: '平台没有接受这一条。',
      next: '按平台的说法改好，再发一次。',
    },
    cancelled: {
      what: '还没轮到这一行，任务就取消了。',
      next: '如果还需要，请重新开始。',
    },
    'password-gone': {
      what: '软件在发出之前退出了，密码没能留下。',
      next: '请重新填写密码，再提交一次。',
    },
    superseded: {
      what: '这把锁后来又有新的操作，所以这一条没有发出。',
      next: '不用再做什么。',
    },
    'said-by-person': {
      what: '{operator} 已查明并确认。',
      next: '不用再做什么。',
    },
    'left-unknown': {
      what: '{operator} 已了结：以后来的操作为准。',
      next: '不用再做什么。',
    },
    'read-back-not-applied': {
      what: '查过记录了：更改没有生效。',
      next: '如果还需要，请再操作一次。',
    },
    'read-back-applied': {
      what: '查过记录了：更改已经生效。',
      next: '不用再做什么。',
    },
  },
  failure: {
    refused: {
      what: '平台拒绝了，返回的代码文档里没有。',
      next: '请把下面的代码告诉平台客服。',
    },
    unauthorized: {
      what: '平台不接受本程序的访问权限。',
      next: '检查应用密钥和已批准的权限范围。',
    },
    unreachable: {
      what: '连不上平台。',
      next: '检查网络，再试一次。',
    },
    timeout: {
      what: '平台超时没有答复。',
      next: '先查一下记录，再决定要不要重发。',
    },
    timeoutOfRead: {
      what: '平台超时没有答复。',
      next: '稍等一会儿，再试一次。',
    },
    malformed: {
      what: '平台的答复看不懂。',
      next: '再试一次；还是不行，请把下面的信息告诉平台客服。',
    },
    invalid: {
      what: '平台不接受这样的请求，所以没有发出。',
      next: '检查填写的内容，再试一次。',
    },
    'refused-sender': {
      what: '请求不是从本程序窗口发出的，已拒绝。',
      next: '请关闭程序，重新打开。',
    },
    'invalid-input': {
      what: '填写的内容有一项不能用。',
      next: '检查填写的内容，再试一次。',
    },
    'not-found': {
      what: '它已经不在了。',
      next: '刷新后重新选择。',
    },
    'not-saved': {
      what: '没能存到磁盘上。',
      next: '清理磁盘空间，再试一次。',
    },
    'not-confirmed': {
      what: '没有确认，所以什么都没有发出。',
      next: '如果还需要，请重新操作。',
    },
    'own-folder': {
      what: '这个文件夹里是 Lock Desk 自己的文件。',
      next: '请另选一个文件夹。',
    },
    'too-early': {
      what: '操作还可能生效，现在谁也说不准。',
      next: '过了这段时间再记。',
    },
    switching: {
      what: '工作台正在切换平台。',
      next: '稍等一下再试。',
    },
    'order-application': {
      what: '这个平台的授权订单模块，本机还没有应用密钥。',
      next: '在“设置 → 平台”里补上密钥。',
    },
    'member-application': {
      what: '这个平台的会员中心模块，本机还没有应用密钥。',
      next: '在“设置 → 平台”里补上密钥。',
    },
    'sign-in': {
      what: '这个平台还没有人登录。',
      next: '先登录，再试一次。',
    },
    internal: {
      what: '程序内部出错了。',
      next: '再试一次；还是不行，请重新打开程序。',
    },
  },
  code: '代码 {code}',
  httpStatus: 'HTTP {status}',
  statusCode: '状态 {status}',
  days: {
    left: '剩 {n} 天',
    today: '今天到期',
    endedToday: '今天已到期',
    ended: '已到期 {n} 天',
    none: '不限期',
  },
  generation: '{n} 代',
  unknownAsk: '平台上没有列表可查，也不会重发。请向平台客服问清，再到“待查清”里说明结果。',
  unknownNext: '请查一下：只读记录，不会重发。',
  lookItUp: '查一下',
  tryAgain: '再试一次',
  checkPlatform: '检查平台',
  copy: '复制号码',
  copied: '已复制',
  lookingUp: '正在查询…',
  unknownType: '类型不详',
}
