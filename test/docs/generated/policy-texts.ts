import type { PolicyKey } from '#shared/model/app/policy'

/** What an administrator reads about each key: its name and what it does. */
export const policyTexts: Readonly<
  Record<PolicyKey, Readonly<Record<'en' | 'zh', readonly [name: string, effect: string]>>>
> = {
  language: {
    en: ['Language', 'Language of the window: `system`, `en` or `zh`.'],
    zh: ['语言', '窗口语言：`system`、`en` 或 `zh`。'],
  },
  theme: {
    en: ['Theme', 'Colors of the window: `system`, `light` or `dark`.'],
    zh: ['主题', '窗口颜色：`system`、`light` 或 `dark`。'],
  },
  sound: {
    en: ['Sound', 'Plays a sound with each result.'],
    zh: ['提示音', '每个结果播放提示音。'],
  },
  notifications: {
    en: ['Notifications', 'Shows notifications of the system: loans due, jobs and the offline queue.'],
    zh: ['系统通知', '显示系统通知：到期的借出单、任务和离线队列。'],
  },
  signatures: {
    en: ['Signatures on screen', 'Receipts and handover notes can be signed on screen.'],
    zh: ['屏幕签名', '回执和交接单可以在屏幕上签名。'],
  },
  signatureDays: {
    en: ['Days until signatures are deleted', 'Signatures are deleted after this many days; 0 keeps them.'],
    zh: ['签名保留天数', '签名在此天数后删除；0 表示一直保留。'],
  },
  timeUnit: {
    en: ['Time unit of the platform', 'Unit of the platform’s times: `auto`, `seconds` or `milliseconds`.'],
    zh: ['平台时间单位', '平台时间的单位：`auto`、`seconds` 或 `milliseconds`。'],
  },
  idleLockMinutes: {
    en: [
      'Confirm operator when idle',
      'Minutes without input after which the operator is asked for; 0 never asks.',
    ],
    zh: ['空闲时确认操作人', '无操作多少分钟后确认操作人；0 表示从不。'],
  },
  chunkSize: {
    en: ['Locks per request', 'Locks that a list sends in one request.'],
    zh: ['每次请求的锁数', '列表每次请求发送的锁数。'],
  },
  employeesPerCall: {
    en: ['Employees per request', 'Employees that an import adds in one request.'],
    zh: ['每次请求的员工数', '导入时每次请求添加的员工数。'],
  },
  assetsPerCall: {
    en: ['Assets per request', 'Assets assigned or withdrawn in one request.'],
    zh: ['每次请求的资产数', '每次请求分配或收回的资产数。'],
  },
  numbersPerCall: {
    en: ['Shell numbers per request', 'Shell numbers allocated in one request.'],
    zh: ['每次请求的壳号数', '每次请求领取的壳号数。'],
  },
  queueHours: {
    en: ['Offline queue expires', 'Hours after which a queued change expires.'],
    zh: ['离线队列过期时间', '离线队列中的操作在多少小时后过期。'],
  },
  commandLineChanges: {
    en: [
      'Changes by the command line',
      'Allows `lock-desk disable` and `lock-desk enable`; without this key, the setting of the same name decides.',
    ],
    zh: ['命令行操作', '允许 `lock-desk disable` 和 `lock-desk enable`；没有此项时由同名设置决定。'],
  },
  platforms: {
    en: [
      'Allowed platforms',
      'The only platforms that can be saved and opened, besides training. Each has `name`, `baseUrl` and `userCentreUrl`; with `lookOnly` true, no change is sent to it.',
    ],
    zh: [
      '允许的平台',
      '除培训外，只能保存和打开这些平台。每项包含 `name`、`baseUrl` 和 `userCentreUrl`；`lookOnly` 为 true 时，不会向该平台发送任何操作。',
    ],
  },
  hiddenPages: {
    en: ['Hidden pages', 'Pages that are not shown. This hides them; other keys forbid changes.'],
    zh: ['隐藏的页面', '不显示的页面。此项只隐藏页面，禁止操作请使用其他项。'],
  },
  continuousMode: {
    en: ['Continuous mode', 'Allows continuous disable and enable.'],
    zh: ['连续模式', '允许连续停用和启用。'],
  },
  orders: {
    en: ['Orders', 'Allows orders and the allocation of shell numbers.'],
    zh: ['订单', '允许下单和领取壳号。'],
  },
  deletions: {
    en: ['Deletions', 'Allows deleting employees.'],
    zh: ['删除', '允许删除员工。'],
  },
  maxFailedPercent: {
    en: [
      'Failures that stop a job',
      'A job pauses when at least 5 rows and more than this percentage of the rows it sent failed or are unconfirmed: 5 to 50, or 100 to never pause it.',
    ],
    zh: [
      '停止任务的失败比例',
      '已发送的行中失败或结果未知的达到 5 行且超过此百分比时，任务暂停：5 到 50；100 表示从不。',
    ],
  },
  maxRowsPerJob: {
    en: [
      'Most items in a job',
      'A job with more items is refused: locks, assets assigned, withdrawn, lent or ordered, shell numbers, employees.',
    ],
    zh: ['任务的最大项数', '超过此项数的任务将被拒绝：锁，分配、收回、借出或订购的资产，壳号，员工。'],
  },
  maxRowsWithoutWorkOrder: {
    en: [
      'Most changes without a work order',
      'More changes of locks, assignments, loans or employee data within ten minutes need a signed work order; 0 asks for one each time. Needs `trustedKeys`.',
    ],
    zh: [
      '无工单的最大变更数',
      '十分钟内超过此数量的锁、分配、借出或员工资料变更需要已签名的工单；0 表示每次都需要。需同时设置 `trustedKeys`。',
    ],
  },
  maxLoanDays: {
    en: [
      'Days of a loan',
      'A loan needs a due date, at most so many days after it begins. Work orders have no due date and cannot lend then.',
    ],
    zh: ['借出天数', '借出时必须填写归还日期，且距借出不超过此天数。工单没有归还日期，此时不能借出。'],
  },
  maxLoansPerEmployee: {
    en: ['Loans of an employee', 'An employee has at most so many borrowed locks at the same time.'],
    zh: ['每名员工的借出单', '每名员工同时最多持有此数量的借用锁。'],
  },
  trustedKeys: {
    en: [
      'Trusted keys',
      'The only computers whose work orders and results are accepted; none can be added or withdrawn. Each has `name`, and `key` from its `.lockkey` file.',
    ],
    zh: [
      '信任的密钥',
      '只接受这些计算机的工单和结果，不能另行添加或取消。每项包含 `name` 和 `.lockkey` 文件中的 `key`。',
    ],
  },
  updateMode: {
    en: [
      'Updates',
      'Search for updates: `off`, `ask` or `download`. With `off` no update can be installed by the app.',
    ],
    zh: ['更新', '检查更新：`off`、`ask` 或 `download`。`off` 时应用不能安装更新。'],
  },
  updateServer: {
    en: ['Update server', 'The https address of the company’s copy of the update files.'],
    zh: ['更新服务器', '公司更新文件副本的 https 地址。'],
  },
  proxy: {
    en: [
      'Proxy',
      'Replaces the proxy settings of the system, also for updates: `direct`, or an address such as `http://proxy.example:8080`. Possible are `http`, `https`, `socks5` and `socks4`; no credentials.',
    ],
    zh: [
      '代理',
      '替换系统的代理设置，更新也使用它：`direct`，或 `http://proxy.example:8080` 形式的地址。可用 `http`、`https`、`socks5` 和 `socks4`，不含凭证。',
    ],
  },
  resultLogFile: {
    en: [
      'Log file of results',
      'A full path. Results are appended there as JSON lines; `{user}` stands for the user’s name.',
    ],
    zh: ['结果日志文件', '完整路径。结果以 JSON 行追加到此文件；`{user}` 表示用户名。'],
  },
  resultLogServer: {
    en: [
      'Syslog server for results',
      'Results are sent there as JSON lines: `tls://log.example:6514`, or `tcp://127.0.0.1:601` without encryption.',
    ],
    zh: [
      '接收结果的 Syslog 服务器',
      '结果以 JSON 行发送到此服务器：`tls://log.example:6514`，或不加密的 `tcp://127.0.0.1:601`。',
    ],
  },
  resultLogRequired: {
    en: [
      'Log before sending',
      'Nothing is sent while the log of results cannot be reached. Needs `resultLogFile` or `resultLogServer`.',
    ],
    zh: [
      '先记日志再发送',
      '无法写入结果日志时不发送任何变更。需同时设置 `resultLogFile` 或 `resultLogServer`。',
    ],
  },
  branch: {
    en: [
      'Branch',
      'The full path of the join file with which the computer joins its branch; `{computer}` stands for its name. It cannot leave the branch.',
    ],
    zh: ['网点', '本机加入网点所用文件的完整路径；`{computer}` 表示电脑名称。本机无法退出网点。'],
  },
  branchRequired: {
    en: [
      'Work orders need the branch',
      'A work order is used only if the database of the branch has claimed it. Needs `branch`.',
    ],
    zh: ['工单需要网点', '只有在网点数据库中登记后才能使用工单。需同时设置 `branch`。'],
  },
}
