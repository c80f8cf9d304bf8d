import type { ReadFailureReason } from '#shared/model/locks/plugged-lock'
import type { LockState } from '#shared/model/locks/lock-record'
import { words as wordsEn } from '#shared/texts/words-en'
import { words as wordsZh } from '#shared/texts/words-zh'
import type { UsageFailure } from './command-form'
import type { OwnFailure } from './error-code'
import { commandList } from './command-table'
import type { RowLine } from './protocol'
import type { OrderAction } from '#shared/model/changes/work-order'
import { branchTextsEn, branchTextsZh } from './branch/branch-texts'
import type { BranchTexts } from './branch/branch-texts'
import { orderTextsEn, orderTextsZh } from './work-orders/order-texts'
import type { OrderTexts } from './work-orders/order-texts'

export type Language = 'en' | 'zh'

interface CommandTexts {
  readonly order: OrderTexts
  readonly branch: BranchTexts
  readonly usage: string
  readonly problem: Readonly<Record<UsageFailure['code'], (subject: string) => string>>
  readonly failure: Readonly<Record<OwnFailure, string>>
  readonly rowState: Readonly<Record<RowLine['state'], string>>
  /** Why a job stopped itself, in short. */
  readonly jobStop: Readonly<Record<'first-failed' | 'many-failed', string>>
  readonly rowReason: Readonly<
    Record<
      | 'duplicate'
      | 'already'
      | 'not-found'
      | 'ambiguous'
      | 'invalid-number'
      | 'left-out'
      | 'other-enterprise'
      | 'other-holder'
      | 'employee-not-found'
      | 'not-borrowed'
      | 'not-available'
      | 'not-read'
      | 'waiting'
      | 'not-in-journal'
      | 'said-by-person'
      | 'left-unknown',
      string
    >
  >
  readonly lockState: Readonly<Record<LockState, string>>
  readonly lockNot: Readonly<Record<'ambiguous' | 'not-found' | 'invalid-number', string>>
  readonly reading: Readonly<Record<ReadFailureReason | 'reading', string>>
  readonly jobState: Readonly<Record<'running' | 'paused' | 'ended', string>>
  readonly action: Readonly<Record<OrderAction, string>>
  readonly unassigned: string
  readonly simulated: string
  readonly rows: (n: number) => string
  readonly count: (state: RowLine['state'], n: number) => string
  readonly journal: (records: number, jobs: number) => string
  readonly intact: string
  readonly damaged: (lines: number) => string
  readonly signatures: (missing: number, changed: number) => string
  readonly policyNone: string
  readonly changesAllowed: (isAllowed: boolean) => string
  readonly line: (n: number) => string
  readonly colon: string
  readonly gap: string
  readonly separator: string
}

const en: CommandTexts = {
  order: orderTextsEn,
  branch: branchTextsEn,
  usage: [
    `Usage:\n${commandList}\n`,
    'Options: --json, --user-data FOLDER, --platform URL --user-centre URL',
    'Options of sign: --employee ID, --note TEXT, --valid-days N, --not-before YYYY-MM-DD',
    'Exit status:',
    '  0  completed',
    '  1  some failed, not sent or unconfirmed',
    '  2  wrong usage or invalid number',
    '  3  credentials or data folder missing',
    '  4  not allowed',
  ].join('\n'),
  problem: {
    'unknown-command': (name) => `Unknown command: ${name}`,
    'unknown-option': (name) => `Unknown option: ${name}`,
    'option-without-value': (name) => `${name} needs a value.`,
    'unexpected-argument': (text) => `Unexpected argument: ${text}`,
    'no-numbers': () => 'Enter at least one number, --file FILE, or - for standard input.',
    'several-sources': () => 'Enter numbers, --file FILE or -, but only one of them.',
    'no-operator': () => 'Enter the operator: --operator NAME',
    'no-yes': () => 'Add --yes to confirm the change.',
    'standard-input-taken': () => 'Standard input has the credentials. Use --file FILE for the numbers.',
    'no-path': () => 'Enter the file.',
    'no-out': () => 'Enter the new file: --out FILE',
    'no-employee': () => 'Enter the ID of the employee: --employee ID',
    'no-words': () => 'Enter the six words that the other computer shows: --words "…"',
    'invalid-days': (most) => `--valid-days is a number from 1 to ${most}.`,
    'invalid-date': (text) => `Not a date: ${text}. Use YYYY-MM-DD.`,
    'no-database': () => 'Enter the database: --database URL, or --database - for standard input.',
    'invalid-database': () => 'Not an address of a database. Use postgres://USER@HOST/DATABASE',
    'password-in-arguments': () =>
      'The address has a password, and other programs can read arguments. Use --database - and standard input.',
  },
  failure: {
    'changes-off': 'Changes by the command line are off. Switch them on in Settings > Advanced.',
    'invalid-numbers': 'Some numbers are invalid. Nothing was sent. Correct them, then try again.',
    'credentials-locked': 'Couldn’t read the saved credentials. Unlock the system keychain, then try again.',
    'other-platform': 'Lock Desk has another platform open. Close it or switch the platform there.',
    'journal-not-open': 'Couldn’t read the activity log. Start Lock Desk to see why.',
    'app-closed': 'Lock Desk closed before the command ended. See the results with: lock-desk jobs',
    'app-busy': 'Lock Desk is starting or closing. Try again.',
    'folder-unusable': 'Couldn’t use the data folder. Check its permissions, or use --user-data FOLDER.',
    'file-unreadable': 'Couldn’t read the numbers. Check the file.',
    'no-numbers-in-input': 'No numbers found. Enter one number per line, or a CSV file.',
    'several-columns': 'Several columns have numbers. Remove the others.',
    'too-many-rows': 'Too many numbers. Split the list.',
    'invalid-number': 'Invalid number. Correct it, then try again.',
    ...orderTextsEn.failure,
    ...branchTextsEn.failure,
  },
  jobStop: {
    'first-failed': 'The first row failed. Nothing else was sent.',
    'many-failed': 'Too many rows failed. The rest was not sent.',
  },
  rowState: {
    completed: wordsEn.result.done,
    failed: wordsEn.result.failed,
    'not-sent': wordsEn.result['not-sent'],
    unconfirmed: wordsEn.result.unknown,
    skipped: wordsEn.result.skipped,
    'would-send': 'Would be sent',
  },
  rowReason: {
    duplicate: 'Duplicate.',
    already: 'No change needed.',
    'not-found': 'Not found in your enterprises. Add the enterprise in Settings, or use --include-unlisted.',
    ambiguous: 'Multiple matches. Use the complete asset number.',
    'invalid-number': 'Invalid number.',
    'left-out': 'Not selected.',
    'other-enterprise': 'The lock belongs to an enterprise that the order does not name.',
    'other-holder': 'The asset is assigned to another employee.',
    'employee-not-found': 'The employee is not on the list of the enterprise.',
    'not-borrowed': 'The lock is not a borrowed lock.',
    'not-available': 'The lock or an asset is lent or disabled.',
    'not-read': 'Couldn’t read the lists of the member center.',
    waiting: 'The job is paused.',
    'not-in-journal': 'The activity log does not have the job.',
    // The file has no name of the operator.
    'said-by-person': 'Marked by hand.',
    'left-unknown': 'Closed by hand. A later change replaced it.',
  },
  lockState: wordsEn.lockState,
  lockNot: { ambiguous: 'Multiple matches', 'not-found': 'Not found', 'invalid-number': 'Invalid number' },
  reading: {
    reading: 'Reading',
    'no-permission': 'No permission to read it',
    busy: 'In use by another program',
    'unknown-model': 'New lock model',
    silent: 'No response',
    unreadable: 'Unreadable',
    'not-compared': 'Compare the number in the window first',
    gone: 'Unplugged',
  },
  jobState: { running: 'Running', paused: 'Paused', ended: 'Ended' },
  action: {
    disable: 'Disable',
    enable: 'Enable',
    assign: 'Assign',
    withdraw: 'Withdraw',
    'edit-employee': 'Edit employee',
    lend: 'Lend',
  },
  unassigned: wordsEn.unassigned,
  simulated: 'simulated',
  rows: (n) => (n === 1 ? '1 row' : `${n} rows`),
  count: (state, n) => `${n} ${en.rowState[state].toLowerCase()}`,
  journal: (records, jobs) =>
    `${records} ${records === 1 ? 'record' : 'records'}, ${jobs} ${jobs === 1 ? 'job' : 'jobs'}.`,
  intact: 'Every line is intact.',
  damaged: (lines) => `The activity log is damaged (${lines} lines).`,
  signatures: (missing, changed) => `Signature files missing: ${missing}, changed: ${changed}.`,
  policyNone: 'No policy.',
  changesAllowed: (isAllowed) => `Changes by the command line: ${isAllowed ? 'allowed' : 'not allowed'}`,
  line: (n) => `Line ${n}`,
  colon: ': ',
  gap: ' ',
  separator: ', ',
}

const zh: CommandTexts = {
  order: orderTextsZh,
  branch: branchTextsZh,
  usage: [
    `用法：\n${commandList}\n`,
    '选项：--json、--user-data 文件夹、--platform URL --user-centre URL',
    '签名选项：--employee ID、--note 文本、--valid-days N、--not-before YYYY-MM-DD',
    '退出状态：',
    '  0  全部成功',
    '  1  部分失败、未发送或结果未知',
    '  2  用法错误或号码无效',
    '  3  缺少凭证或数据文件夹',
    '  4  不允许',
  ].join('\n'),
  problem: {
    'unknown-command': (name) => `未知命令：${name}`,
    'unknown-option': (name) => `未知选项：${name}`,
    'option-without-value': (name) => `${name} 缺少值。`,
    'unexpected-argument': (text) => `多余的参数：${text}`,
    'no-numbers': () => '请输入号码、--file 文件，或用 - 读取标准输入。',
    'several-sources': () => '号码、--file 和 - 只能用一种。',
    'no-operator': () => '请输入操作人：--operator 姓名',
    'no-yes': () => '请加 --yes 确认操作。',
    'standard-input-taken': () => '标准输入已用于凭证，请用 --file 提供号码。',
    'no-path': () => '请输入文件。',
    'no-out': () => '请输入新文件：--out 文件',
    'no-employee': () => '请输入员工 ID：--employee ID',
    'no-words': () => '请输入另一台电脑显示的六个词：--words "…"',
    'invalid-days': (most) => `--valid-days 为 1 至 ${most} 的数字。`,
    'invalid-date': (text) => `日期无效：${text}。格式为 YYYY-MM-DD。`,
    'no-database': () => '请输入数据库：--database URL，或用 --database - 读取标准输入。',
    'invalid-database': () => '数据库地址无效。格式：postgres://用户@主机/数据库',
    'password-in-arguments': () =>
      '地址含有密码，其他程序可以读取参数。请使用 --database - 并从标准输入提供。',
  },
  failure: {
    'changes-off': '命令行操作未开启。请在“设置 > 高级”中开启。',
    'invalid-numbers': '部分号码无效，未发送。请更正后重试。',
    'credentials-locked': '无法读取已保存的凭证。请解锁系统钥匙串后重试。',
    'other-platform': 'Lock Desk 打开了其他平台。请关闭它或切换平台。',
    'journal-not-open': '操作日志读取失败。请启动 Lock Desk 查看原因。',
    'app-closed': 'Lock Desk 已关闭，命令未完成。查看结果：lock-desk jobs',
    'app-busy': 'Lock Desk 正在启动或关闭，请重试。',
    'folder-unusable': '无法使用数据文件夹。请检查权限，或使用 --user-data。',
    'file-unreadable': '号码读取失败，请检查文件。',
    'no-numbers-in-input': '未找到号码。请每行一个号码，或使用 CSV 文件。',
    'several-columns': '多列含有号码，请只保留一列。',
    'too-many-rows': '号码过多，请拆分。',
    'invalid-number': '号码无效，请更正后重试。',
    ...orderTextsZh.failure,
    ...branchTextsZh.failure,
  },
  jobStop: {
    'first-failed': '第一行失败，其余均未发送。',
    'many-failed': '失败过多，其余未发送。',
  },
  rowState: {
    completed: wordsZh.result.done,
    failed: wordsZh.result.failed,
    'not-sent': wordsZh.result['not-sent'],
    unconfirmed: wordsZh.result.unknown,
    skipped: wordsZh.result.skipped,
    'would-send': '将发送',
  },
  rowReason: {
    duplicate: '重复。',
    already: '无需更改。',
    'not-found': '在企业列表中未找到。请在设置中添加企业，或使用 --include-unlisted。',
    ambiguous: '多条匹配，请使用完整资产号。',
    'invalid-number': '号码无效。',
    'left-out': '未选。',
    'other-enterprise': '该锁所属企业不在工单内。',
    'other-holder': '资产已分配给其他员工。',
    'employee-not-found': '企业的员工列表中没有该员工。',
    'not-borrowed': '该锁不是借用锁。',
    'not-available': '锁或资产已借出或已禁用。',
    'not-read': '会员中心列表读取失败。',
    waiting: '任务已暂停。',
    'not-in-journal': '操作日志中没有该任务。',
    'said-by-person': '人工标记。',
    'left-unknown': '已人工关闭，以之后的操作为准。',
  },
  lockState: wordsZh.lockState,
  lockNot: { ambiguous: '多条匹配', 'not-found': '未找到', 'invalid-number': '号码无效' },
  reading: {
    reading: '正在读取',
    'no-permission': '没有读取权限',
    busy: '被其他程序占用',
    'unknown-model': '新型号',
    silent: '无响应',
    unreadable: '读取失败',
    'not-compared': '请先在窗口中核对号码',
    gone: '已拔出',
  },
  jobState: { running: '进行中', paused: '已暂停', ended: '已结束' },
  action: {
    disable: '禁用',
    enable: '启用',
    assign: '分配',
    withdraw: '收回',
    'edit-employee': '编辑员工',
    lend: '借出',
  },
  unassigned: wordsZh.unassigned,
  simulated: '模拟锁',
  rows: (n) => `${n} 行`,
  count: (state, n) => `${n} ${zh.rowState[state]}`,
  journal: (records, jobs) => `${records} 条记录，${jobs} 个任务。`,
  intact: '每一行都完好。',
  damaged: (lines) => `操作日志已损坏（${lines} 行）。`,
  signatures: (missing, changed) => `签名文件缺失 ${missing} 个，被改动 ${changed} 个。`,
  policyNone: '无策略。',
  changesAllowed: (isAllowed) => `命令行操作：${isAllowed ? '允许' : '不允许'}`,
  line: (n) => `第 ${n} 行`,
  colon: '：',
  gap: '',
  separator: '，',
}

export const commandTexts: Readonly<Record<Language, CommandTexts>> = { en, zh }
