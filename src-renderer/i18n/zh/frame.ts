import type { Messages } from '../messages'

export const frame: Messages['frame'] = {
  name: 'Lock Desk',
  desk: '工作台',
  stocktake: '盘点',
  lending: '借出',
  'shell-numbers': '壳号',
  assets: '资产',
  employees: '员工',
  customers: '客户',
  orders: '订单',
  journal: '操作日志',
  'to-settle': '待核实',
  needsReview: '{n} 项待核实',
  devices: '设备',
  diagnose: '诊断',
  settings: '设置',
  help: '帮助',
  collapse: '收起导航',
  expand: '展开导航',
  pages: '页面',
  status: '状态',
  training: '培训',
  trainingMeaning: '示例客户和模拟锁，不会更改真实数据。',
  operator: '操作人',
  noOperator: '未设置操作人',
  close: '关闭',
  cancel: '取消',
  bridgeMissing: 'Lock Desk 无法启动，窗口未与程序连接。请关闭后重新打开。',
  names: {
    hidden: '名称已隐藏',
    show: '显示名称',
    why: '屏幕上的员工、企业和锁的名称已隐藏。点击可显示（{keys}）。',
  },
  link: {
    waiting: '有链接要打开加密锁 {number}。',
    open: '打开',
    dismiss: '忽略',
  },
  platform: {
    title: '授权平台',
    starting: '正在连接',
    reachable: '已连接',
    unreachable: '未连接',
    refused: '无访问权限',
    starts: '正在连接平台。',
    isReachable: '平台可用。',
    isUnreachable: '平台无响应。仍可读取锁，显示最近一次的数据。',
    accessDenied: '平台有响应，但拒绝本程序访问。',
    address: '地址',
    noAddress: '未设置',
    checked: '上次检查',
    neverChecked: '从未',
    signedInAs: '登录账号',
    notSignedIn: '未登录',
    check: '立即检查',
    checking: '正在检查…',
  },
  notices: {
    count: '{n} 条通知',
    label: '通知',
    dismiss: '关闭通知',
    'settings-unreadable': {
      text: '设置读取失败，已保留副本并使用默认设置。',
      action: '打开设置',
    },
    'register-unreadable': {
      text: '企业列表读取失败，已保留副本，请重新添加企业。',
      action: '打开企业列表',
    },
    'loans-unreadable': {
      text: '借出单的归还日期和备注读取失败，已保留副本。借出单仍会显示。',
      action: '打开借出列表',
    },
    'lock-names-unreadable': {
      text: '锁的名称和备注读取失败，已保留副本，请重新填写。',
      action: '打开资产',
    },
    'models-unreadable': {
      text: '锁型号列表读取失败，已保留副本，请重新确认这些型号。',
      action: '打开锁型号',
    },
    'journal-unreadable': {
      text: '操作日志部分损坏，已保留副本，可读取的记录仍在。',
      action: '打开操作日志',
    },
    'platform-not-opened': {
      text: '平台无法打开，已重新打开之前的平台。',
      action: '打开诊断',
    },
    'no-platform': {
      text: '所有平台均无法打开，请重新启动 Lock Desk。',
      action: '重新启动',
    },
    'page-error': {
      text: '此窗口发生意外错误。如页面无响应，请重新打开。',
      action: '打开诊断',
    },
    'restart-needed': {
      text: '发生意外错误。重新启动之前，Lock Desk 不会发送新的操作。',
      action: '重新启动',
    },
    'policy-unreadable': {
      text: '组织的策略读取失败。修复之前不能进行任何更改。',
      action: '打开帮助',
    },
    'platform-not-allowed': {
      text: '组织的策略不允许此平台，已打开培训环境。',
      action: '打开平台',
    },
    'journal-not-open': {
      text: '操作日志无法写入，暂停所有更改，日志未被改动。请运行诊断后重启 Lock Desk。',
      action: '运行诊断',
    },
    'journal-locked': {
      text: '另一个 Lock Desk 正在使用此操作日志。关闭后才能在此更改。',
      action: '打开操作日志',
    },
    'journal-elsewhere': {
      text: '另一台电脑正在使用此操作日志，请在该电脑上关闭 Lock Desk。如该电脑已关机，请查看帮助。',
      action: '打开帮助',
    },
    'journal-newer': {
      text: '此操作日志由更高版本的 Lock Desk 写入，未被改动。请使用该版本进行更改。',
      action: '打开操作日志',
    },
    'queue-unreadable': {
      text: '离线队列部分损坏，已保留副本，请确认其余操作。',
      action: '打开工作台',
    },
    'stocktake-unreadable': {
      text: '盘点文件部分损坏，已保留副本。请重新清点相关加密锁。',
      action: '打开盘点',
    },
    'file-newer': {
      text: '此文件由更高版本的 Lock Desk 写入，未被改动也未使用。请升级 Lock Desk。',
      action: '打开设置',
    },
    'file-unreachable': {
      text: '此文件读取失败，未被改动也未使用。请检查权限后重启 Lock Desk。',
      action: '打开设置',
    },
    'profile-broken': {
      text: '一个锁配置无效，对应的锁显示为未知。',
      action: '打开锁型号',
    },
    'environments-unreadable': {
      text: '平台列表读取失败，已保留副本，请重新连接平台。',
      action: '打开平台列表',
    },
    'secrets-unreadable': {
      text: '一项已保存的凭证读取失败。凭证已保留，系统钥匙串恢复后可用。',
      action: '检查平台',
    },
    'training-unavailable': {
      text: '培训模式启动失败。',
      action: '重新检查',
    },
  },
  time: {
    now: '刚刚',
    unknown: '未知',
  },
  enterprise: '企业',
  everyEnterprise: '全部企业',
  pageNotFound: '页面不存在',
  toDesk: '前往工作台',
}
