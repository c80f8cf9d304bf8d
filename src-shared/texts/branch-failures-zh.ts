import type { BranchFailureName } from './branch-failures-en'

export const branchFailure: Readonly<
  Record<BranchFailureName, { readonly what: string; readonly next: string }>
> = {
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
    next: '请检查地址。管理员可用 --ca 文件 指定颁发机构的证书。',
  },
  'access-refused': {
    what: '数据库拒绝了该角色或其密码。',
    next: '请向管理员确认本机是否已被移除，并索取新的加入文件。',
  },
  'database-missing': {
    what: '服务器上没有该名称的数据库。',
    next: '请检查名称，或用 createdb 创建。',
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
    next: '请使用可创建角色和架构的角色，例如 postgres。',
  },
  'not-a-branch': {
    what: '数据库中没有网点。',
    next: '请检查名称，或创建网点：lock-desk branch create',
  },
  'branch-newer': {
    what: '网点由更新版本的 Lock Desk 创建。',
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
  'database-too-old': {
    what: '数据库服务器早于 PostgreSQL 14。',
    next: '请使用 PostgreSQL 14 或更新版本。',
  },
  'branch-exists': {
    what: '数据库中已有网点。',
    next: '添加电脑：lock-desk branch add-computer 名称 --out 文件',
  },
  'name-invalid': {
    what: '电脑名称为 1 至 100 个字符。',
    next: '请输入其他名称。',
  },
  'name-taken': {
    what: '网点中已有同名电脑。',
    next: '请输入其他名称，或先移除该电脑。',
  },
  'no-such-computer': {
    what: '网点中没有该名称的电脑。',
    next: '查看名称：lock-desk branch computers',
  },
  'database-url-invalid': {
    what: '数据库地址无效。',
    next: '格式：postgres://用户@主机/数据库',
  },
  'server-invalid': {
    what: '服务器地址无效。',
    next: '格式：--server 主机 或 --server 主机:端口',
  },
  'database-needed': {
    what: '本机没有已知的网点数据库。',
    next: '请用 --database URL 指定，或用 --database - 从标准输入读取。',
  },
  'ca-unreadable': {
    what: '证书读取失败。',
    next: '请用 --ca 文件 选择 PEM 文件。',
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
    what: '加入文件由更新版本的 Lock Desk 生成。',
    next: '请更新 Lock Desk。',
  },
  'join-file-damaged': {
    what: '加入文件已损坏或被更改。',
    next: '请勿使用，向管理员索取新的文件。',
  },
  'already-joined': {
    what: '本机已在网点中。',
    next: '请先退出：lock-desk branch leave',
  },
  'not-joined': {
    what: '本机不在任何网点中。',
    next: '用加入文件加入：lock-desk branch join 文件',
  },
  'join-file-used': {
    what: '加入文件已使用过。',
    next: '请向管理员索取新的文件：remove-computer，再 add-computer。',
  },
  'clock-differs': {
    what: '本机时钟与数据库时钟相差超过五分钟。',
    next: '请校正有误的时钟。共享继续进行。',
  },
  'password-not-storable': {
    what: '无法保存网点密码。',
    next: '请使用系统钥匙串，或在 Lock Desk 中设置口令。',
  },
  'password-not-readable': {
    what: '网点密码读取失败。',
    next: '请解锁后重试。',
  },
  'branch-not-saved': {
    what: '无法在本机保存网点。',
    next: '请检查可用空间和数据文件夹，然后重试。',
  },
}
