interface Words {
  /** What the code means for the person who asked. */
  readonly what: string
  /** The one thing to do next. */
  readonly next: string
}

/**
 * What a code says about a change that was asked for: `no`, nothing was changed; `partly`, the answer says what
 * was; `unknown`, the platform itself cannot tell (it says “retry” or “exception”), so a read-back must.
 */
export type Changed = 'no' | 'partly' | 'unknown'

interface CodeFacts {
  readonly en: Words
  readonly zh: Words
  readonly changed: Changed
}

/** The business codes of the API document, section 7, in the words of the desk. */
export const businessCodes = {
  '13004': {
    en: {
      what: 'The platform did not accept one of the values sent.',
      next: 'Read the detail below, correct that value and send again.',
    },
    zh: { what: '平台不接受其中一个参数。', next: '查看下方的详细说明，改正后重新发送。' },
    changed: 'no',
  },
  '500': {
    en: {
      what: 'The platform reports a network fault of its own; whether the change was made is not known.',
      next: 'Look the record up before you send anything again.',
    },
    zh: { what: '平台自身网络异常，尚不清楚更改是否已执行。', next: '先查询最新记录，再决定是否重发。' },
    changed: 'unknown',
  },
  '60000': {
    en: {
      what: 'The application’s access is invalid, expired or not allowed for this.',
      next: 'Check the application key and its approved scopes in Settings.',
    },
    zh: { what: '应用令牌无效、已过期或没有权限。', next: '在“设置”中检查应用密钥及已批准的权限范围。' },
    changed: 'no',
  },
  '60005': {
    en: { what: 'Your sign-in is no longer valid.', next: 'Sign in again.' },
    zh: { what: '登录已失效。', next: '请重新登录。' },
    changed: 'no',
  },
  '70001': {
    en: {
      what: 'The platform’s security check refused the call.',
      next: 'Check this computer’s clock, then try again.',
    },
    zh: { what: '平台安全校验未通过。', next: '检查本机时间是否准确，然后重试。' },
    changed: 'no',
  },
  '80001': {
    en: {
      what: 'The user centre behind the platform failed; whether the change was made is not known.',
      next: 'Look the employee up before you send anything again.',
    },
    zh: { what: '用户中心异常，尚不清楚更改是否已执行。', next: '先查询该员工，再决定是否重发。' },
    changed: 'unknown',
  },
  '60002': {
    en: {
      what: 'The platform knows no such employee.',
      next: 'Refresh the employee list; the account may have been deleted.',
    },
    zh: { what: '平台上没有该员工。', next: '刷新员工列表；该账号可能已被删除。' },
    changed: 'no',
  },
  '40000': {
    en: { what: 'A required value was missing.', next: 'Fill in what the detail names and send again.' },
    zh: { what: '缺少必填项。', next: '补全详细说明中指出的内容后重新发送。' },
    changed: 'no',
  },
  '40021': {
    en: { what: 'The list of employees was empty.', next: 'Add at least one employee.' },
    zh: { what: '员工列表为空。', next: '至少添加一名员工。' },
    changed: 'no',
  },
  '60013': {
    en: { what: 'More than 100 employees were sent at once.', next: 'Send them in groups of at most 100.' },
    zh: { what: '一次提交超过 100 名员工。', next: '分批发送，每批不超过 100 名。' },
    changed: 'no',
  },
  '40008': {
    en: { what: 'An account name is missing.', next: 'Fill in the account and send again.' },
    zh: { what: '账号为空。', next: '填写账号后重新发送。' },
    changed: 'no',
  },
  '40001': {
    en: { what: 'The password is missing.', next: 'Enter a password and send again.' },
    zh: { what: '密码为空。', next: '填写密码后重新发送。' },
    changed: 'no',
  },
  '40009': {
    en: { what: 'The department is missing.', next: 'Choose a department and send again.' },
    zh: { what: '部门为空。', next: '选择部门后重新发送。' },
    changed: 'no',
  },
  '40022': {
    en: { what: 'The name is missing.', next: 'Fill in the name and send again.' },
    zh: { what: '姓名为空。', next: '填写姓名后重新发送。' },
    changed: 'no',
  },
  '50003': {
    en: {
      what: 'The password is too short or too long.',
      next: 'Choose a password of the length the detail names.',
    },
    zh: { what: '密码长度不符合要求。', next: '按详细说明中的长度重新设置密码。' },
    changed: 'no',
  },
  '30002': {
    en: { what: 'The name is longer than 30 characters.', next: 'Shorten the name and send again.' },
    zh: { what: '姓名超过 30 个字符。', next: '缩短姓名后重新发送。' },
    changed: 'no',
  },
  '30003': {
    en: { what: 'The remark is longer than 200 characters.', next: 'Shorten the remark and send again.' },
    zh: { what: '备注超过 200 个字符。', next: '缩短备注后重新发送。' },
    changed: 'no',
  },
  '10003': {
    en: {
      what: 'The account name may hold letters and digits only.',
      next: 'Correct the account name and send again.',
    },
    zh: { what: '账号只能包含字母和数字。', next: '改正账号后重新发送。' },
    changed: 'no',
  },
  '10004': {
    en: { what: 'The mobile number is not valid.', next: 'Correct the mobile number and send again.' },
    zh: { what: '手机号无效。', next: '改正手机号后重新发送。' },
    changed: 'no',
  },
  '40006': {
    en: {
      what: 'The enterprise has no code, so no account can be made under it.',
      next: 'Ask the platform’s support to set the enterprise code.',
    },
    zh: { what: '企业没有设置编码，无法创建账号。', next: '请联系平台支持设置企业编码。' },
    changed: 'no',
  },
  '60009': {
    en: {
      what: 'This trial enterprise has all the accounts it may have.',
      next: 'Delete an account that is no longer used, or ask for a full enterprise.',
    },
    zh: { what: '试用企业的账号数已达上限。', next: '删除不再使用的账号，或申请正式企业。' },
    changed: 'no',
  },
  '60027': {
    en: {
      what: 'Some of the employees could not be added; the others were.',
      next: 'Correct the ones listed and send only those again.',
    },
    zh: { what: '部分员工添加失败，其余已添加。', next: '改正列出的员工，只重新发送这些。' },
    changed: 'partly',
  },
  '60017': {
    en: {
      what: 'The enterprise is not bound to an authorized customer.',
      next: 'Bind a customer to this enterprise first.',
    },
    zh: { what: '该企业未绑定授权客户。', next: '请先为该企业绑定客户。' },
    changed: 'no',
  },
  '60024': {
    en: {
      what: 'The platform knows no such asset number.',
      next: 'Check the number against the shell, and refresh the list.',
    },
    zh: { what: '平台上没有该资产号。', next: '核对锁壳上的号码，并刷新列表。' },
    changed: 'no',
  },
  '60023': {
    en: {
      what: 'More than one employee matches this account.',
      next: 'Ask the platform’s support to clear the double account.',
    },
    zh: { what: '该账号匹配到多名员工。', next: '请联系平台支持处理重复账号。' },
    changed: 'no',
  },
  '60025': {
    en: {
      what: 'The asset number belongs to another customer.',
      next: 'Look the lock up to see whose it is.',
    },
    zh: { what: '该资产号属于其他客户。', next: '查询该锁，确认它属于谁。' },
    changed: 'no',
  },
  '60026': {
    en: {
      what: 'No employee matches this account.',
      next: 'Refresh the employee list and choose the employee again.',
    },
    zh: { what: '没有匹配的员工。', next: '刷新员工列表，重新选择员工。' },
    changed: 'no',
  },
  '60028': {
    en: {
      what: 'The asset number is assigned already, or stands twice in the list.',
      next: 'Look the asset up to see who holds it, and withdraw it there first.',
    },
    zh: { what: '该资产号已分配，或在列表中重复。', next: '查询该资产的持有人，先收回再分配。' },
    changed: 'no',
  },
  '33006': {
    en: {
      what: 'There are not enough concurrent nodes to lend.',
      next: 'Choose other assets, or wait until nodes are free.',
    },
    zh: { what: '节点数不足，无法借出。', next: '选择其他资产，或等待节点释放。' },
    changed: 'no',
  },
  '33003': {
    en: {
      what: 'The employee does not hold one of these assets.',
      next: 'Assign the asset to the employee first, or leave it out.',
    },
    zh: { what: '该员工没有其中某项资产的权限。', next: '先把资产分配给该员工，或去掉这一项。' },
    changed: 'no',
  },
  '33007': {
    en: {
      what: 'One of these assets is lent already, on another borrowed lock.',
      next: 'Open the lent board to see which lock it is on.',
    },
    zh: { what: '其中某项资产已借出到另一把借用锁。', next: '查看借出列表，确认它在哪把锁上。' },
    changed: 'no',
  },
  '33008': {
    en: {
      what: 'The borrowed lock is disabled, unknown or not a borrowed lock.',
      next: 'Look the lock up and enable it, or choose another.',
    },
    zh: { what: '借用锁状态异常（被禁用、不存在或不是借用锁）。', next: '查询并启用该锁，或换一把借用锁。' },
    changed: 'no',
  },
  '33018': {
    en: {
      what: 'The borrowed lock is lent to another employee already.',
      next: 'Look up who has it, or choose a free borrowed lock.',
    },
    zh: { what: '该借用锁已借给其他员工。', next: '查询借用人，或换一把空闲的借用锁。' },
    changed: 'no',
  },
  '33009': {
    en: {
      what: 'The platform could not finish lending; whether it was done is not known.',
      next: 'Look the borrowed lock up before you lend again.',
    },
    zh: { what: '借出请求失败，尚不清楚是否已执行。', next: '先查询该借用锁，再决定是否重新借出。' },
    changed: 'unknown',
  },
} as const satisfies Record<string, CodeFacts>

export type BusinessCode = keyof typeof businessCodes

export const isBusinessCode = (code: string): code is BusinessCode => Object.hasOwn(businessCodes, code)

/** What a code that the document does not list says about the change is a guess, so it says nothing. */
export const changedBy = (code: string): Changed =>
  isBusinessCode(code) ? businessCodes[code].changed : 'unknown'
