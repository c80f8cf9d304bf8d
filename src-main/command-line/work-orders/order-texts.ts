/** Failures of signed files, keys and used orders. */
export type OrderFailureText =
  | 'order-file-unreadable'
  | 'file-too-large'
  | 'file-exists'
  | 'file-not-saved'
  | 'not-utf8'
  | 'not-json'
  | 'not-canonical'
  | 'duplicate-name'
  | 'number-too-large'
  | 'too-deep'
  | 'other-format'
  | 'newer-version'
  | 'other-algorithm'
  | 'invalid-field'
  | 'signature-invalid'
  | 'key-unknown'
  | 'key-withdrawn'
  | 'key-not-readable'
  | 'key-not-storable'
  | 'words-differ'
  | 'words-unknown'
  | 'keys-managed'
  | 'other-order-platform'
  | 'order-not-yet-valid'
  | 'order-expired'
  | 'order-used'
  | 'order-before-loss'
  | 'used-orders-not-writable'
  | 'used-orders-newer'
  | 'other-action'
  | 'not-in-order'
  | 'nothing-to-send'
  | 'order-not-signed'
  | 'order-not-used'
  | 'other-content'
  | 'other-order'

export interface OrderTexts {
  readonly failure: Readonly<Record<OrderFailureText, string>>
  readonly place: (place: string) => string
  readonly keyState: Readonly<Record<'own' | 'trusted' | 'withdrawn', string>>
  readonly ready: string
  readonly unknownSigner: string
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
    'file-too-large': 'The file is larger than 20 MB. Ask for a smaller work order.',
    'file-exists': 'The file exists already. Choose another name for --out.',
    'file-not-saved': 'Couldn’t save the file. Check the folder and free space.',
    'not-utf8': 'The file is not UTF-8 text. Ask for it again.',
    'not-json': 'The file is not JSON. Ask for it again.',
    'not-canonical': 'The file is not in the signed form. Ask for it again.',
    'duplicate-name': 'The file has a name twice. Ask for it again.',
    'number-too-large': 'The file has a number that is too large. Ask for it again.',
    'too-deep': 'The file is nested too deeply. Ask for it again.',
    'other-format': 'The file is of another kind. Choose another file.',
    'newer-version': 'A newer version made the file. Update Lock Desk.',
    'other-algorithm': 'The file is not signed with Ed25519. Ask for it again.',
    'invalid-field': 'A value in the file is invalid. Ask for it again.',
    'signature-invalid': 'The signature does not match. The file was changed. Ask for it again.',
    'key-unknown':
      'The signer’s key is not trusted here. Compare its words, then: lock-desk work-order trust',
    'key-withdrawn': 'Trust in the signer’s key was withdrawn. Ask the signer.',
    'key-not-readable': 'Couldn’t read the key of this computer. Unlock the vault, then try again.',
    'key-not-storable': 'Couldn’t store a key. Use a system keychain, or set a passphrase in Lock Desk.',
    'words-differ': 'These are not the words of this key. Compare them again. Do not use the file otherwise.',
    'words-unknown': 'Not found. See the keys with: lock-desk work-order keys',
    'keys-managed': 'Your organization sets the trusted keys. Ask your IT department.',
    'other-order-platform': 'The work order is for another platform. Switch to it, then try again.',
    'order-not-yet-valid': 'The work order is not valid yet. Try again later.',
    'order-expired': 'The work order has expired. Ask for a new one.',
    'order-used': 'The work order was used on this computer. Ask for a new one.',
    'order-before-loss': 'The list of used work orders was lost. Ask for a new work order.',
    'used-orders-not-writable': 'Couldn’t save that the order is used. Nothing was sent. Check free space.',
    'used-orders-newer': 'A newer version saved the used work orders. Update Lock Desk.',
    'other-action': 'The work order asks for the other action. Nothing was sent.',
    'not-in-order': 'The work order does not have this number. Nothing was sent. Correct --leave-out.',
    'nothing-to-send': 'No lock can be sent. The work order can still be used.',
    'order-not-signed': 'Some numbers are no locks of your enterprises. Correct them, then try again.',
    'order-not-used': 'The work order was not used on this computer.',
    'other-content': 'Another file with this ID was used. Choose that file.',
    'other-order': 'The result belongs to another work order. Choose another file.',
  },
  place: (place) => `At ${place}`,
  keyState: { own: 'This computer', trusted: 'Trusted', withdrawn: 'Withdrawn' },
  ready: 'Ready',
  unknownSigner: 'Unknown key',
  label: {
    signer: 'Signer',
    preparedBy: 'Prepared by',
    platform: 'Platform',
    valid: 'Valid',
    note: 'Note',
    checksum: 'Checksum',
    operator: 'Operator',
    saved: 'Saved',
    wordsEn: 'Words (English)',
    wordsZh: 'Words (Chinese)',
  },
}

export const orderTextsZh: OrderTexts = {
  failure: {
    'order-file-unreadable': '文件读取失败，请检查路径和权限。',
    'file-too-large': '文件超过 20 MB，请索取较小的工单。',
    'file-exists': '文件已存在，请为 --out 换一个名称。',
    'file-not-saved': '文件保存失败，请检查文件夹和可用空间。',
    'not-utf8': '文件不是 UTF-8 文本，请重新索取。',
    'not-json': '文件不是 JSON，请重新索取。',
    'not-canonical': '文件不是签名时的格式，请重新索取。',
    'duplicate-name': '文件中名称重复，请重新索取。',
    'number-too-large': '文件中的数字过大，请重新索取。',
    'too-deep': '文件嵌套过深，请重新索取。',
    'other-format': '文件类型不符，请选择其他文件。',
    'newer-version': '文件由更新的版本生成，请更新 Lock Desk。',
    'other-algorithm': '文件未用 Ed25519 签名，请重新索取。',
    'invalid-field': '文件中的值无效，请重新索取。',
    'signature-invalid': '签名不符，文件已被更改，请重新索取。',
    'key-unknown': '本机不信任签名密钥。请核对六个词：lock-desk work-order trust',
    'key-withdrawn': '签名密钥已取消信任，请联系签名方。',
    'key-not-readable': '本机密钥读取失败。请解锁后重试。',
    'key-not-storable': '无法保存密钥。请使用系统钥匙串，或在 Lock Desk 中设置口令。',
    'words-differ': '这些词与密钥不符，请重新核对，不要使用该文件。',
    'words-unknown': '未找到。查看密钥：lock-desk work-order keys',
    'keys-managed': '信任的密钥由组织设置，请联系 IT 部门。',
    'other-order-platform': '工单属于其他平台，请切换后重试。',
    'order-not-yet-valid': '工单尚未生效，请稍后重试。',
    'order-expired': '工单已过期，请索取新工单。',
    'order-used': '工单已在本机使用，请索取新工单。',
    'order-before-loss': '已用工单的记录丢失，请索取新工单。',
    'used-orders-not-writable': '无法保存工单的使用记录，未发送。请检查可用空间。',
    'used-orders-newer': '已用工单由更新的版本保存，请更新 Lock Desk。',
    'other-action': '工单要求另一种操作，未发送。',
    'not-in-order': '工单中没有该号码，未发送。请更正 --leave-out。',
    'nothing-to-send': '没有可发送的锁，工单仍可使用。',
    'order-not-signed': '部分号码不是您企业的锁，请更正后重试。',
    'order-not-used': '工单未在本机使用。',
    'other-content': '本机使用的是 ID 相同的另一个文件，请选择该文件。',
    'other-order': '结果属于其他工单，请选择其他文件。',
  },
  place: (place) => `位置 ${place}`,
  keyState: { own: '本机', trusted: '已信任', withdrawn: '已取消信任' },
  ready: '待发送',
  unknownSigner: '未知密钥',
  label: {
    signer: '签名方',
    preparedBy: '制单人',
    platform: '平台',
    valid: '有效期',
    note: '备注',
    checksum: '校验值',
    operator: '操作人',
    saved: '已保存',
    wordsEn: '六个词（英文）',
    wordsZh: '六个词（中文）',
  },
}
