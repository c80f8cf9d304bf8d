import type { JournalFacts, JournalReport } from '#shared/bridge/journal-commands'
import type { ChangeAction, JournalEntry } from '#shared/model/changes/change'
import { entry, minute, shell } from './samples'

const hash = '9f2c51d07be8a4436e1d9c0f5ab72e8831c4d6f0a95b7e2240cd1837fe6a90b2'

const about: Readonly<Partial<Record<ChangeAction, Partial<JournalEntry>>>> = {
  lend: {
    key: 'LD8000000031',
    shellNumber: shell('8000000031'),
    memberGlobalId: '5317046820917364501',
    memberName: 'Chen Yu',
    request: {
      borrowedUsbKey: 'LD8000000031',
      memberName: 'Chen Yu',
      assets: [
        { assetId: '1', assetNum: 'LD8000000017' },
        { assetId: '2', assetNum: 'LD8000000018' },
      ],
    },
  },
  assign: {
    key: '5317046820917364501 0a1b2c3d4e5f',
    memberName: 'Chen Yu',
    request: { memberName: 'Chen Yu', addAssets: ['LD8000000017', 'LD8000000018'], deleteAssets: [] },
  },
  'add-employee': {
    key: 'chen.yu@northbridge',
    memberName: 'Chen Yu',
    request: {
      userName: 'chen.yu@northbridge',
      name: 'Chen Yu',
      passwordMobile: '13900000017',
      remark: '',
      departmentId: null,
    },
    result: { memberGlobalId: '5317046820917364999', userName: 'chen.yu@northbridge' },
  },
  'bind-customer': {
    key: 'CRM-EAST/NB-10017',
    request: { channelCode: 'CRM-EAST', channelCustomerId: 'NB-10017', customerName: '临港设计院' },
    result: { enterpriseGlobalId: '1846372910564738291', enterpriseName: '临港设计院', customerId: '77001' },
  },
  'create-enterprise': {
    key: 'CRM-7',
    request: { crmCustomerId: 'CRM-7', customerName: '临港设计院', branchName: '', address: '港城路 1 号' },
    result: {
      enterpriseGlobalId: '1846372910564738299',
      members: [{ memberGlobalId: '5317046820917364000', memberIdentity: 'admin@lingang' }],
    },
  },
  order: {
    key: 'CRM-EAST/SO-2026-1121',
    enterpriseName: null,
    request: {
      channelCode: 'CRM-EAST',
      channelOrderId: 'SO-2026-1121',
      syncMode: 'sync',
      sequences: [1, 2],
      orders: [
        {
          sequence: 1,
          orderType: 'new_buy',
          customerName: '临港设计院',
          assets: [{ assetNos: ['8000000017'], products: [{ productName: 'CAD', passwords: 2 }] }],
        },
        { sequence: 2, orderType: 'delete_asset', customerName: '北桥', assets: [{}, {}] },
      ],
    },
    result: [
      { sequence: 1, licenseOrderId: 'LO-90001', customerId: '77001' },
      { sequence: 2, licenseOrderId: 'LO-90002', customerId: '77002' },
    ],
  },
  allocate: {
    key: '3 0a1b2c3d',
    enterpriseName: null,
    request: { size: 3 },
    result: ['8000000901', '8000000902', '8000000903'],
  },
}

const actions: readonly ChangeAction[] = [
  'order',
  'allocate',
  'create-enterprise',
  'bind-customer',
  'update-customer',
  'add-employee',
  'edit-employee',
  'reset-password',
  'delete-employee',
  'lend',
  'assign',
  'enable',
  'disable',
]

/** One entry of an action, as its rows are recorded. */
export const entryFor = (action: ChangeAction, part: Partial<JournalEntry> = {}): JournalEntry =>
  entry({
    entryId: `job-${action}.0`,
    jobId: `job-${action}`,
    action,
    ...(action === 'disable' || action === 'enable'
      ? {}
      : {
          shellNumber: null,
          key: '5317046820917364501',
          memberName: 'Chen Yu',
          lockedBefore: null,
          statesBefore: null,
        }),
    ...(action === 'update-customer'
      ? {
          request: { crmCustomerId: 'CRM-7', customerName: '临港设计院', address: '港城路 2 号' },
          memberName: null,
        }
      : {}),
    ...about[action],
    ...part,
  })

/** One entry per action. */
export const entriesOfAll = (now: number, training: boolean): JournalEntry[] =>
  actions.map((action, index) =>
    entryFor(action, {
      training,
      requestedAt: now - (index + 1) * 9 * minute,
      endedAt: now - (index + 1) * 9 * minute + 700,
      ...(action === 'reset-password'
        ? { state: 'unknown' as const, reason: { kind: 'missing-in-answer' as const } }
        : {}),
    }),
  )

export const journalFacts = (rows: number): JournalFacts => ({
  version: 3,
  records: rows * 3,
  head: { n: rows * 3, hash },
  rows,
  files: 2,
  bytes: rows * 320,
  folder: '/home/counter/.config/Lock Desk/journal',
})

export const journalReport = (isDamaged: boolean, rows: number, now: number): JournalReport => ({
  isWhole: !isDamaged,
  files: [
    {
      name: 'journal.log',
      bytes: 16_000_000,
      records: rows * 2,
      damaged: isDamaged ? [12, 13, 14] : [],
      damagedCount: isDamaged ? 3 : 0,
      torn: 0,
    },
    { name: 'journal.0002.log', bytes: 40_000, records: rows, damaged: [], damagedCount: 0, torn: 0 },
  ],
  records: rows * 3,
  since: now - 200 * 24 * 60 * minute,
  until: now - minute,
  jobs: rows,
  changes: { intent: 0, sent: 0, done: rows, failed: 0, 'not-sent': 0, unknown: 0 },
  head: { n: rows * 3, hash },
  reportedDamage: isDamaged ? 2 : 0,
  signatures: { count: 0, deleted: 0, missing: [], differing: [] },
  newer: null,
})
