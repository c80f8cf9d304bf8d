import type { branchFailure as english } from './branch-failures-en'

export const branchFailure: typeof english = {
  'database-unreachable': {
    what: '无法连接网点数据库。',
    next: '请检查网络和数据库服务器是否运行，然后重试。',
  },
  'database-timeout': {
    what: '网点数据库未及时响应。',
    next: '请重试。若仍如此，请管理员结束等待中的会话。',
  },
  'tls-missing': {
    what: '数据库服务器没有启用 TLS，未发送任何内容。',
    next: '请管理员启用 TLS（ssl = on）。',
  },
  'tls-not-verified': {
    what: '数据库服务器的证书验证失败。',
    next: '请管理员检查证书，或索取新的加入文件。',
  },
  'access-refused': {
    what: '数据库拒绝了该角色或其密码。',
    next: '请向管理员确认本机是否已被移除，并索取新的加入文件。',
  },
  'database-missing': {
    what: '服务器上没有该名称的数据库。',
    next: '请向管理员索取新的加入文件。',
  },
  'database-read-only': {
    what: '数据库目前只读。',
    next: '请联系管理员。尚未共享的内容保留在本机。',
  },
  'database-full': {
    what: '数据库服务器空间不足。',
    next: '请联系管理员。尚未共享的内容保留在本机。',
  },
  'database-busy': {
    what: '数据库连接过多。',
    next: '请稍后重试，或请管理员增加连接数。',
  },
  'right-missing': {
    what: '该角色没有所需的权限。',
    next: '请向管理员索取新的加入文件。',
  },
  'not-a-branch': {
    what: '数据库中没有网点。',
    next: '请向管理员确认是否恢复过，或索取新的加入文件。',
  },
  'branch-newer': {
    what: '网点由更高版本的 Lock Desk 创建。',
    next: '请更新 Lock Desk。',
  },
  'other-branch': {
    what: '数据库中的网点与加入文件不同。',
    next: '请向管理员索取新的加入文件。',
  },
  'not-a-computer': {
    what: '本机不在网点中。',
    next: '请向管理员索取新的加入文件。',
  },
  'other-key': {
    what: '加入文件已在另一台电脑上使用。',
    next: '每台电脑需要各自的文件。请向管理员索取新的加入文件。',
  },
  'computer-copied': {
    what: '另一台电脑正以本机的名义共享：数据文件夹曾被复制或恢复。',
    next: '请在本机退出网点，再用新的加入文件加入。',
  },
  'database-failed': {
    what: '数据库报告了错误。',
    next: '请管理员查看服务器日志。',
  },
  'join-file-unreadable': {
    what: '加入文件读取失败。',
    next: '请检查路径和权限。',
  },
  'join-file-too-large': {
    what: '文件过大，不是加入文件。',
    next: '请选择其他文件。',
  },
  'not-a-join-file': {
    what: '该文件不是加入文件。',
    next: '请选择管理员为本机生成的文件。',
  },
  'join-file-newer': {
    what: '加入文件由更高版本的 Lock Desk 生成。',
    next: '请更新 Lock Desk。',
  },
  'join-file-damaged': {
    what: '加入文件已损坏或被更改。',
    next: '请勿使用，向管理员索取新的文件。',
  },
  'already-joined': {
    what: '本机已在网点中。',
    next: '请先退出网点。',
  },
  'not-joined': {
    what: '本机不在任何网点中。',
    next: '请用加入文件加入。',
  },
  'join-file-used': {
    what: '加入文件已使用过。',
    next: '请管理员移除该电脑后重新添加。',
  },
  'branch-managed': {
    what: '本机的网点由您的组织决定。',
    next: '请联系 IT 部门。',
  },
  'clock-differs': {
    what: '本机时钟与数据库时钟相差超过五分钟。',
    next: '请校正有误的时钟。共享继续进行。',
  },
  'password-not-storable': {
    what: '无法保存网点密码。',
    next: '请解锁系统钥匙串，或在“设置 > 已保存的凭证”中设置口令。',
  },
  'password-not-readable': {
    what: '网点密码读取失败。',
    next: '请在“设置 > 已保存的凭证”中解锁。',
  },
  'branch-not-saved': {
    what: '无法在本机保存网点。',
    next: '请检查可用空间和数据文件夹，然后重试。',
  },
}
