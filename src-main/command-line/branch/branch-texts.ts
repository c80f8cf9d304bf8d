import type { OwnBranchFailure } from '../error-code'

export interface BranchTexts {
  readonly failure: Readonly<Record<OwnBranchFailure, string>>
  /** Labels of a branch and of a join file. */
  readonly label: Readonly<Record<'branch' | 'database' | 'lastSeen', string>>
  readonly status: Readonly<Record<'connected' | 'not-connected' | 'none', string>>
  /** After a new join file that leads to this computer. */
  readonly sameComputer: string
  readonly notShared: (count: number) => string
  readonly changedEnd: Readonly<Record<'journal' | 'chain', string>>
  readonly computerState: Readonly<Record<'added' | 'joined' | 'removed', string>>
}

export const branchTextsEn: BranchTexts = {
  failure: {
    'tls-not-verified':
      'The certificate of the database server could not be verified. Check the address. An administrator names the authority’s certificate with --ca FILE.',
    'database-missing':
      'The server has no database with this name. Check the name, or create it with createdb.',
    'right-missing':
      'The role does not have the rights for this. Use a role that may create roles and schemas, such as postgres.',
    'not-a-branch': 'The database has no branch. Check its name, or make one: lock-desk branch create',
    'database-too-old': 'The database server is older than PostgreSQL 14. Use PostgreSQL 14 or newer.',
    'branch-exists':
      'The database has a branch already. Add computers: lock-desk branch add-computer NAME --out FILE',
    'name-invalid': 'The name of a computer has 1 to 100 characters. Enter another name.',
    'name-taken':
      'The branch has a computer with this name. Enter another name, or remove that computer first.',
    'no-such-computer':
      'The branch has no computer with this name. See the names: lock-desk branch computers',
    'database-url-invalid': 'This is no address of a database. Use postgres://USER@HOST/DATABASE',
    'server-invalid': 'This is no address of a server. Use --server HOST or --server HOST:PORT',
    'database-needed':
      'No database of a branch is known here. Name it with --database URL, or with --database - on standard input.',
    'ca-unreadable': 'Couldn’t read the certificate. Choose a PEM file with --ca FILE.',
    'already-joined': 'This computer is in a branch already. Leave it first: lock-desk branch leave',
    'not-joined': 'This computer is in no branch. Join one with a join file: lock-desk branch join FILE',
  },
  label: { branch: 'Branch', database: 'Database', lastSeen: 'Last seen' },
  status: { connected: 'Connected', 'not-connected': 'Not connected', none: 'In no branch' },
  sameComputer: 'For use on this computer only. For another one, add --server HOST.',
  notShared: (count) => (count === 0 ? 'Everything is shared' : `${count} not shared yet`),
  changedEnd: {
    journal: 'Activity log became shorter or different',
    chain: 'Shared entries became shorter or different',
  },
  computerState: { added: 'Not joined yet', joined: 'Joined', removed: 'Removed' },
}

export const branchTextsZh: BranchTexts = {
  failure: {
    'tls-not-verified': '数据库服务器的证书验证失败。请检查地址。管理员可用 --ca 文件 指定颁发机构的证书。',
    'database-missing': '服务器上没有该名称的数据库。请检查名称，或用 createdb 创建。',
    'right-missing': '该角色没有所需的权限。请使用可创建角色和架构的角色，例如 postgres。',
    'not-a-branch': '数据库中没有网点。请检查名称，或创建网点：lock-desk branch create',
    'database-too-old': '数据库服务器早于 PostgreSQL 14。请使用 PostgreSQL 14 或更高版本。',
    'branch-exists': '数据库中已有网点。添加电脑：lock-desk branch add-computer 名称 --out 文件',
    'name-invalid': '电脑名称为 1 至 100 个字符。请输入其他名称。',
    'name-taken': '网点中已有同名电脑。请输入其他名称，或先移除该电脑。',
    'no-such-computer': '网点中没有该名称的电脑。查看名称：lock-desk branch computers',
    'database-url-invalid': '数据库地址无效。格式：postgres://用户@主机/数据库',
    'server-invalid': '服务器地址无效。格式：--server 主机 或 --server 主机:端口',
    'database-needed':
      '本机没有已知的网点数据库。请用 --database URL 指定，或用 --database - 从标准输入读取。',
    'ca-unreadable': '证书读取失败。请用 --ca 文件 选择 PEM 文件。',
    'already-joined': '本机已在网点中。请先退出：lock-desk branch leave',
    'not-joined': '本机不在任何网点中。用加入文件加入：lock-desk branch join 文件',
  },
  label: { branch: '网点', database: '数据库', lastSeen: '上次在线' },
  status: { connected: '已连接', 'not-connected': '未连接', none: '不在任何网点中' },
  sameComputer: '仅可在本机使用。用于另一台电脑时，请加 --server 主机。',
  notShared: (count) => (count === 0 ? '全部已共享' : `${count} 项尚未共享`),
  changedEnd: { journal: '操作日志变短或不同', chain: '共享的内容变短或不同' },
  computerState: { added: '尚未加入', joined: '已加入', removed: '已移除' },
}
