interface Words {
  /** What the code means for the user. */
  readonly what: string
  /** The next step. */
  readonly next: string
}

/**
 * Whether a rejected change may have had an effect: `no`, nothing changed; `partly`, the response lists what
 * changed; `unknown`, the platform cannot tell (“retry” or “exception”), so a read-back is needed.
 */
export type ChangeEffect = 'no' | 'partly' | 'unknown'

interface CodeFacts {
  readonly en: Words
  readonly zh: Words
  readonly changed: ChangeEffect
}

/** The business codes of docs/api.md, section 7, in the app's words. */
export const businessCodes = {
  '13004': {
    en: {
      what: 'The platform rejected one of the values.',
      next: 'Correct the value named below, then send again.',
    },
    zh: { what: '平台拒绝了其中一个参数。', next: '请按下方详情修改后重新发送。' },
    changed: 'no',
  },
  '500': {
    en: {
      what: 'The platform reported a network error. The result is unconfirmed.',
      next: 'Check the result before you send anything again.',
    },
    zh: { what: '平台网络异常，结果未知。', next: '请先查询结果，再决定是否重发。' },
    changed: 'unknown',
  },
  '60000': {
    en: {
      what: 'The app’s access is invalid, expired or not allowed.',
      next: 'Check the app key and its approved scopes in Settings.',
    },
    zh: { what: '应用令牌无效、已过期或没有权限。', next: '请在“设置”中检查 App Key 及其权限范围。' },
    changed: 'no',
  },
  '60005': {
    en: { what: 'The sign-in is no longer valid.', next: 'Sign in again.' },
    zh: { what: '登录已失效。', next: '请重新登录。' },
    changed: 'no',
  },
  '70001': {
    en: {
      what: 'The platform’s security check rejected the request.',
      next: 'Check this computer’s date and time, then try again.',
    },
    zh: { what: '平台的安全校验拒绝了请求。', next: '请检查本机日期和时间后重试。' },
    changed: 'no',
  },
  '80001': {
    en: {
      what: 'The user center failed. The result is unconfirmed.',
      next: 'Check the employee before you send anything again.',
    },
    zh: { what: '用户中心异常，结果未知。', next: '请先查询该员工，再决定是否重发。' },
    changed: 'unknown',
  },
  '60002': {
    en: {
      what: 'The platform has no such employee.',
      next: 'Refresh the list. The account may have been deleted.',
    },
    zh: { what: '平台上没有该员工。', next: '请刷新员工列表，该账号可能已删除。' },
    changed: 'no',
  },
  '40000': {
    en: { what: 'A required value is missing.', next: 'Enter the value named below, then send again.' },
    zh: { what: '缺少必填项。', next: '请按下方详情补全后重新发送。' },
    changed: 'no',
  },
  '40021': {
    en: { what: 'The list of employees is empty.', next: 'Add at least one employee.' },
    zh: { what: '员工列表为空。', next: '请至少添加一名员工。' },
    changed: 'no',
  },
  '60013': {
    en: {
      what: 'The request contains more than 100 employees.',
      next: 'Send at most 100 employees at once.',
    },
    zh: { what: '一次提交超过 100 名员工。', next: '请分批发送，每批不超过 100 名。' },
    changed: 'no',
  },
  '40008': {
    en: { what: 'The account is missing.', next: 'Enter the account, then send again.' },
    zh: { what: '账号为空。', next: '请填写账号后重新发送。' },
    changed: 'no',
  },
  '40001': {
    en: { what: 'The password is missing.', next: 'Enter a password, then send again.' },
    zh: { what: '密码为空。', next: '请填写密码后重新发送。' },
    changed: 'no',
  },
  '40009': {
    en: { what: 'The department is missing.', next: 'Choose a department, then send again.' },
    zh: { what: '部门为空。', next: '请选择部门后重新发送。' },
    changed: 'no',
  },
  '40022': {
    en: { what: 'The name is missing.', next: 'Enter the name, then send again.' },
    zh: { what: '姓名为空。', next: '请填写姓名后重新发送。' },
    changed: 'no',
  },
  '50003': {
    en: { what: 'The password is too short or too long.', next: 'Use the length named below.' },
    zh: { what: '密码长度不符合要求。', next: '请按下方详情中的长度重新设置。' },
    changed: 'no',
  },
  '30002': {
    en: { what: 'The name is longer than 30 characters.', next: 'Shorten the name, then send again.' },
    zh: { what: '姓名超过 30 个字符。', next: '请缩短姓名后重新发送。' },
    changed: 'no',
  },
  '30003': {
    en: { what: 'The remark is longer than 200 characters.', next: 'Shorten the remark, then send again.' },
    zh: { what: '备注超过 200 个字符。', next: '请缩短备注后重新发送。' },
    changed: 'no',
  },
  '10003': {
    en: {
      what: 'Accounts may contain letters and digits only.',
      next: 'Correct the account, then send again.',
    },
    zh: { what: '账号只能包含字母和数字。', next: '请修改账号后重新发送。' },
    changed: 'no',
  },
  '10004': {
    en: { what: 'The mobile number is invalid.', next: 'Correct the mobile number, then send again.' },
    zh: { what: '手机号无效。', next: '请修改手机号后重新发送。' },
    changed: 'no',
  },
  '40006': {
    en: {
      what: 'The enterprise has no code. Accounts can’t be created.',
      next: 'Ask the platform’s support to set the enterprise code.',
    },
    zh: { what: '企业没有编码，无法创建账号。', next: '请联系平台客服设置企业编码。' },
    changed: 'no',
  },
  '60009': {
    en: {
      what: 'The trial enterprise reached its account limit.',
      next: 'Delete an unused account, or ask for a full enterprise.',
    },
    zh: { what: '试用企业的账号数已达上限。', next: '请删除不再使用的账号，或申请正式企业。' },
    changed: 'no',
  },
  '60027': {
    en: {
      what: 'Some employees were not added. The others were.',
      next: 'Correct the listed ones, then send only those.',
    },
    zh: { what: '部分员工添加失败，其余已添加。', next: '请修改列出的员工，仅重新发送这些。' },
    changed: 'partly',
  },
  '60017': {
    en: {
      what: 'The enterprise is not linked to an authorized customer.',
      next: 'Link a customer to this enterprise first.',
    },
    zh: { what: '该企业未绑定授权客户。', next: '请先为该企业绑定客户。' },
    changed: 'no',
  },
  '60024': {
    en: {
      what: 'The platform has no such asset number.',
      next: 'Compare it with the shell, then refresh the list.',
    },
    zh: { what: '平台上没有该资产号。', next: '请与外壳核对号码，并刷新列表。' },
    changed: 'no',
  },
  '60023': {
    en: {
      what: 'Several employees match this account.',
      next: 'Ask the platform’s support to remove the duplicate account.',
    },
    zh: { what: '该账号匹配到多名员工。', next: '请联系平台客服处理重复账号。' },
    changed: 'no',
  },
  '60025': {
    en: {
      what: 'The asset number belongs to another customer.',
      next: 'Search for the lock to see its customer.',
    },
    zh: { what: '该资产号属于其他客户。', next: '请搜索该锁，查看所属客户。' },
    changed: 'no',
  },
  '60026': {
    en: {
      what: 'No employee matches this account.',
      next: 'Refresh the list, then choose the employee again.',
    },
    zh: { what: '没有匹配的员工。', next: '请刷新员工列表后重新选择。' },
    changed: 'no',
  },
  '60028': {
    en: {
      what: 'The asset is already assigned, or is a duplicate.',
      next: 'Search for the asset and withdraw it first.',
    },
    zh: { what: '该资产已分配，或在列表中重复。', next: '请搜索该资产，先收回再分配。' },
    changed: 'no',
  },
  '33006': {
    en: {
      what: 'Not enough concurrent nodes to lend.',
      next: 'Choose other assets, or wait until nodes are available.',
    },
    zh: { what: '并发节点数不足，无法借出。', next: '请选择其他资产，或等待节点释放。' },
    changed: 'no',
  },
  '33003': {
    en: { what: 'An asset is not assigned to this employee.', next: 'Assign the asset first, or remove it.' },
    zh: { what: '该员工没有其中某项资产的权限。', next: '请先分配该资产，或移除此项。' },
    changed: 'no',
  },
  '33007': {
    en: {
      what: 'An asset is already lent on another borrowed lock.',
      next: 'Open the active loans to find that lock.',
    },
    zh: { what: '其中某项资产已借出到另一把借用锁。', next: '请在借出列表中查看所在的锁。' },
    changed: 'no',
  },
  '33008': {
    en: {
      what: 'The borrowed lock is disabled, not found or not a borrowed lock.',
      next: 'Enable it, or choose another lock.',
    },
    zh: { what: '借用锁已禁用、不存在或不是借用锁。', next: '请启用该锁，或选择其他锁。' },
    changed: 'no',
  },
  '33018': {
    en: {
      what: 'The borrowed lock is already lent to another employee.',
      next: 'Choose an available borrowed lock.',
    },
    zh: { what: '该借用锁已借给其他员工。', next: '请选择空闲的借用锁。' },
    changed: 'no',
  },
  '33009': {
    en: {
      what: 'The platform couldn’t complete the loan. The result is unconfirmed.',
      next: 'Check the borrowed lock before you lend again.',
    },
    zh: { what: '借出失败，结果未知。', next: '请先查询该借用锁，再决定是否重新借出。' },
    changed: 'unknown',
  },
} as const satisfies Record<string, CodeFacts>

export type BusinessCode = keyof typeof businessCodes

export const isBusinessCode = (code: string): code is BusinessCode => Object.hasOwn(businessCodes, code)

/** A code that the API does not list proves nothing. */
export const changedBy = (code: string): ChangeEffect =>
  isBusinessCode(code) ? businessCodes[code].changed : 'unknown'
