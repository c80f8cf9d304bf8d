export interface BranchTexts {
  /** Labels of a branch and of a join file. */
  readonly label: Readonly<Record<'branch' | 'database' | 'lastSeen', string>>
  readonly computerState: Readonly<Record<'added' | 'joined' | 'removed', string>>
}

export const branchTextsEn: BranchTexts = {
  label: { branch: 'Branch', database: 'Database', lastSeen: 'Last seen' },
  computerState: { added: 'Not joined yet', joined: 'Joined', removed: 'Removed' },
}

export const branchTextsZh: BranchTexts = {
  label: { branch: '网点', database: '数据库', lastSeen: '上次在线' },
  computerState: { added: '尚未加入', joined: '已加入', removed: '已移除' },
}
