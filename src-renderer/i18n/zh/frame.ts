import type { Messages } from '../messages'

export const frame: Messages['frame'] = {
  name: 'Lock Desk',
  desk: '工作台',
  stocktake: '盘点',
  'work-orders': '工单',
  lending: '借出',
  'shell-numbers': '壳号',
  assets: '资产',
  employees: '员工',
  customers: '客户',
  orders: '订单',
  journal: '操作日志',
  'to-settle': '待核实',
  pluggedIn: '已插上 {n} 把锁',
  job: {
    running: '{action}：{done}/{total}',
    paused: '已暂停 · {action}：{done}/{total}',
    show: '查看这些操作',
    here: '操作进行中',
  },
  needsReview: '{n} 项待核实',
  devices: '设备',
  diagnose: '故障诊断',
  settings: '设置',
  help: '帮助',
  collapse: '收起导航',
  expand: '展开导航',
  pages: '页面',
  history: {
    title: '返回和前进',
    backTo: '返回“{page}”',
    forwardTo: '前进到“{page}”',
    keys: '{label}（{keys}）',
  },
  status: '状态',
  branch: {
    connected: '网点已连接',
    connecting: '正在连接网点…',
    notConnected: '网点未连接',
    notShared: '{n} 项尚未共享',
    show: '在“设置”中显示网点',
  },
  lookOnly: '仅查看',
  trainingMeaning: '示例客户和模拟锁，不会更改真实数据。',
  noOperator: '未设置操作人',
  close: '关闭',
  discardsInput: '再次关闭将放弃已输入的内容。',
  cancel: '取消',
  bridgeMissing: 'Lock Desk 无法启动，窗口未与程序连接。请关闭后重新打开。',
  names: {
    hidden: '名称已隐藏',
    show: '显示名称',
    why: '屏幕上的员工、企业和锁的名称已隐藏。点击可显示（{keys}）。',
  },
  link: {
    waiting: '链接请求打开加密锁 {number}。',
    open: '打开',
    place: {
      'loans-due': '通知请求打开到期的借出单。',
      queue: '通知请求打开离线队列。',
      review: '通知请求打开待核实的变更。',
      'job-result': '通知请求打开任务结果。',
      'paused-job': '通知请求打开已暂停的任务。',
    },
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
  },
  clock: {
    ahead: '本机时钟比平台快{off}。',
    behind: '本机时钟比平台慢{off}。',
    next: '请校准日期和时间，然后重新检查。',
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
    'signed-orders-unreadable': {
      text: '无法读取已签发工单的列表，已保留副本。工单文件仍然有效。',
      action: '打开工单',
    },
    'branch-unreadable': {
      text: '无法读取本机所在的网点，已保留副本。请索取新的加入文件。',
      action: '打开设置',
    },
    'lock-names-unreadable': {
      text: '锁的名称和备注读取失败，已保留副本，请重新填写。',
      action: '打开资产',
    },
    'trusted-keys-unreadable': {
      text: '工单的受信任密钥读取失败，已保留副本，请重新信任。',
      action: '打开设置',
    },
    'views-unreadable': {
      text: '已保存的视图读取失败，已保留副本，请重新保存。',
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
      action: '打开故障诊断',
    },
    'no-platform': {
      text: '所有平台均无法打开，请重新启动 Lock Desk。',
      action: '重新启动',
    },
    'page-error': {
      text: '此窗口发生意外错误。如页面无响应，请重新打开。',
      action: '打开故障诊断',
    },
    'window-crashed': {
      text: '此窗口崩溃后已重新加载。未发送的列表可在工作台打开。',
      action: '打开工作台',
    },
    'restart-needed': {
      text: '发生意外错误。重新启动之前，Lock Desk 不会发送新的操作。',
      action: '重新启动',
    },
    'policy-unreadable': {
      text: '组织的策略读取失败。修复之前不能进行任何更改。',
      action: '打开帮助',
    },
    'file-names-lost': {
      text: '无法打开文件名含中文的文件：系统的区域设置不是 UTF-8。',
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
      text: '此文件由更高版本的 Lock Desk 写入，未被改动也未使用。请更新 Lock Desk。',
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
    'profile-suspended': {
      text: '学习的锁配置读错了号码，或读出两个相同的号码。已停用该锁配置，请重新学习此型号。',
      action: '打开设备',
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
    unknown: '未知时间',
  },
  everyEnterprise: '全部企业',
  fileNameUnreadable: '无法读取文件名，请用英文字母重命名后再试。',
  pageNotFound: '页面不存在',
  toDesk: '前往工作台',
}
