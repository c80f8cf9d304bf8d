import type { OwnOrderFailure } from '../error-code'

export interface OrderTexts {
  readonly failure: Readonly<Record<OwnOrderFailure, string>>
  readonly place: (place: string) => string
  readonly keyState: Readonly<Record<'own' | 'trusted' | 'withdrawn', string>>
  readonly ready: string
  readonly unknownSigner: string
  /** In the place of a name that is not known. */
  readonly otherComputer: string
  readonly claim: Readonly<Record<'claimed' | 'not-claimed', string>>
  /** Labels of an order and of a result. */
  readonly label: Readonly<
    Record<
      | 'signer'
      | 'preparedBy'
      | 'platform'
      | 'valid'
      | 'note'
      | 'checksum'
      | 'operator'
      | 'usedOn'
      | 'saved'
      | 'wordsEn'
      | 'wordsZh',
      string
    >
  >
}

export const orderTextsEn: OrderTexts = {
  failure: {
    'order-file-unreadable': 'Couldn’t read the file. Check its path and permissions.',
    'file-exists': 'The file exists already. Choose another name for --out.',
    'file-not-saved': 'Couldn’t save the file. Check the folder and free space.',
    'key-unknown':
      'The signer’s key is not trusted here. Compare its words, then: lock-desk work-order trust',
    'words-unknown': 'Not found. See the keys with: lock-desk work-order keys',
    'other-action': 'The work order asks for the other action. Nothing was sent.',
    'not-in-order': 'The work order does not have this number. Nothing was sent. Correct --leave-out.',
  },
  place: (place) => `At ${place}`,
  keyState: { own: 'This computer', trusted: 'Trusted', withdrawn: 'Withdrawn' },
  ready: 'Ready',
  unknownSigner: 'Unknown key',
  otherComputer: 'Another computer',
  claim: {
    claimed: 'Claimed in the branch',
    'not-claimed': 'Not claimed: the branch did not respond. Another computer may use the work order too.',
  },
  label: {
    signer: 'Signer',
    preparedBy: 'Prepared by',
    platform: 'Platform',
    valid: 'Valid',
    note: 'Note',
    checksum: 'Checksum',
    operator: 'Operator',
    usedOn: 'Used on',
    saved: 'Saved',
    wordsEn: 'Words (English)',
    wordsZh: 'Words (Chinese)',
  },
}

export const orderTextsZh: OrderTexts = {
  failure: {
    'order-file-unreadable': '文件读取失败，请检查路径和权限。',
    'file-exists': '文件已存在，请为 --out 换一个名称。',
    'file-not-saved': '文件保存失败，请检查文件夹和可用空间。',
    'key-unknown': '本机不信任签名密钥。请核对六个词：lock-desk work-order trust',
    'words-unknown': '未找到。查看密钥：lock-desk work-order keys',
    'other-action': '工单要求另一种操作，未发送。',
    'not-in-order': '工单中没有该号码，未发送。请更正 --leave-out。',
  },
  place: (place) => `位置 ${place}`,
  keyState: { own: '本机', trusted: '已信任', withdrawn: '已取消信任' },
  ready: '待发送',
  unknownSigner: '未知密钥',
  otherComputer: '另一台电脑',
  claim: {
    claimed: '已在网点登记',
    'not-claimed': '未登记：网点无响应，另一台电脑也可能使用该工单。',
  },
  label: {
    signer: '签名方',
    preparedBy: '制单人',
    platform: '平台',
    valid: '有效期',
    note: '备注',
    checksum: '校验值',
    operator: '操作人',
    usedOn: '使用电脑',
    saved: '已保存',
    wordsEn: '六个词（英文）',
    wordsZh: '六个词（中文）',
  },
}
