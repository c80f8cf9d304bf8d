import type { orderFailure as english } from './order-failures-en'

export const orderFailure: typeof english = {
  'file-not-readable': {
    what: '文件读取失败。',
    next: '请在其他程序中关闭它，确认文件仍存在后重试。请选择文件，而不是文件夹。',
  },
  'file-too-large': {
    what: '文件超过 20 MB。',
    next: '请索取几份较小的工单。',
  },
  'file-empty': {
    what: '文件为空。',
    next: '请重新复制或重新索取文件。',
  },
  'not-utf8': {
    what: '文件不是 UTF-8 文本。',
    next: '请重新索取文件。',
  },
  'not-json': {
    what: '文件不是 JSON。',
    next: '请重新索取文件。',
  },
  'not-canonical': {
    what: '文件在签名后被更改。',
    next: '请重新索取文件。',
  },
  'duplicate-name': {
    what: '文件中名称重复。',
    next: '请重新索取文件。',
  },
  'number-too-large': {
    what: '文件中的数字过大。',
    next: '请重新索取文件。',
  },
  'too-deep': {
    what: '文件嵌套过深。',
    next: '请重新索取文件。',
  },
  'other-format': {
    what: '文件不是工单、结果或公钥。',
    next: '请选择其他文件。',
  },
  'newer-version': {
    what: '文件由更高版本的 Lock Desk 生成。',
    next: '请更新 Lock Desk，然后重新打开文件。',
  },
  'other-algorithm': {
    what: '文件未用 Ed25519 签名。',
    next: '请索取由 Lock Desk 签名的文件。',
  },
  'invalid-field': {
    what: '文件中的值无效。',
    next: '请重新索取文件。',
  },
  'signature-invalid': {
    what: '签名不符，文件已被更改。',
    next: '请勿使用该文件，请重新索取。',
  },
  'key-unknown': {
    what: '本机不信任签名方的密钥。',
    next: '请与签名方核对六个词，然后信任该密钥。',
  },
  'key-withdrawn': {
    what: '签名方的密钥已取消信任。',
    next: '请向签名方索取用受信任密钥签名的文件。',
  },
  'key-not-readable': {
    what: '本机密钥读取失败。',
    next: '请解锁凭证后重试。密钥丢失时，请在设置中更换。',
  },
  'key-not-storable': {
    what: '本机无法保存密钥。',
    next: '请使用系统钥匙串，或在“设置 > 已保存的凭证”中设置口令。',
  },
  'key-in-branch': {
    what: '网点按密钥识别本机。',
    next: '请先退出网点，更换密钥后再加入。',
  },
  'words-differ': {
    what: '这些词与密钥不符。',
    next: '请重新核对，否则不要使用该文件。',
  },
  'words-unknown': {
    what: '本机不信任该密钥。',
    next: '请重新打开“设置 > 工单”。',
  },
  'keys-managed': {
    what: '受信任的密钥由您的组织管理。',
    next: '请联系 IT 部门添加密钥。',
  },
  'other-order-platform': {
    what: '工单属于其他平台。',
    next: '请切换到该平台，然后重新打开文件。',
  },
  'order-not-yet-valid': {
    what: '工单尚未生效。',
    next: '请稍后执行。如应已生效，请核对两台电脑的时间。',
  },
  'order-expired': {
    what: '工单已过期。',
    next: '请索取新工单。如不应过期，请核对两台电脑的时间。',
  },
  'order-used': {
    what: '工单已在本机使用。',
    next: '请保存其结果，或索取新工单。',
  },
  'order-used-elsewhere': {
    what: '网点中的另一台电脑已使用该工单。',
    next: '请向其索取结果，或索取新工单。',
  },
  'order-not-claimed': {
    what: '使用工单需要网点，但网点数据库无响应，未发送。',
    next: '请在“设置 > 网点”中检查连接，然后重试。',
  },
  'branch-required': {
    what: '您的组织只允许在网点中使用工单，未发送。',
    next: '请在“设置 > 网点”中加入网点，然后重试。',
  },
  'order-before-loss': {
    what: '已用工单的记录在此工单之后丢失。',
    next: '请索取新工单。',
  },
  'used-orders-not-writable': {
    what: '无法保存工单的使用记录，未发送。',
    next: '请清理磁盘空间后重试。',
  },
  'used-orders-newer': {
    what: '已用工单由更高版本的 Lock Desk 保存。',
    next: '请更新 Lock Desk 后重试。',
  },
  'other-action': {
    what: '工单要求另一种操作，未发送。',
    next: '请重新打开文件。',
  },
  'not-in-order': {
    what: '工单中没有该行，未发送。',
    next: '请重新打开文件。',
  },
  'nothing-to-send': {
    what: '目前没有可发送的行，工单仍可使用。',
    next: '请添加企业或刷新列表后重试。',
  },
  'journal-not-open': {
    what: '操作日志未打开，未发送。',
    next: '请按操作日志的提示处理后重试。',
  },
  'order-not-signed': {
    what: '部分行不在列表中，未签名。',
    next: '请移除这些行或刷新列表，然后重新签名。',
  },
  'order-not-used': {
    what: '工单未在本机使用。',
    next: '请先执行工单。',
  },
  'other-content': {
    what: '本机使用的是 ID 相同的另一个文件。',
    next: '请打开已执行的文件。',
  },
  'other-order': {
    what: '结果属于其他工单。',
    next: '请打开对应的工单。',
  },
}
