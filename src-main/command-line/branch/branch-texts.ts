export interface BranchTexts {
  /** Labels of a branch and of a join file. */
  readonly label: Readonly<Record<'branch' | 'database' | 'lastSeen', string>>
  readonly status: Readonly<Record<'connected' | 'not-connected' | 'none', string>>
  /** After a new join file that leads to this computer. */
  readonly sameComputer: string
  readonly notShared: (count: number) => string
  readonly computerState: Readonly<Record<'added' | 'joined' | 'removed', string>>
}

export const branchTextsEn: BranchTexts = {
  label: { branch: 'Branch', database: 'Database', lastSeen: 'Last seen' },
  status: { connected: 'Connected', 'not-connected': 'Not connected', none: 'In no branch' },
  sameComputer: 'For use on this computer only. For another one, add --server HOST.',
  notShared: (count) => (count === 0 ? 'Everything is shared' : `${count} not shared yet`),
  computerState: { added: 'Not joined yet', joined: 'Joined', removed: 'Removed' },
}

export const branchTextsZh: BranchTexts = {
  label: { branch: '网点', database: '数据库', lastSeen: '上次在线' },
  status: { connected: '已连接', 'not-connected': '未连接', none: '不在任何网点中' },
  sameComputer: '仅可在本机使用。用于其他电脑时，请加 --server 主机。',
  notShared: (count) => (count === 0 ? '全部已共享' : `${count} 项尚未共享`),
  computerState: { added: '尚未加入', joined: '已加入', removed: '已移除' },
}
