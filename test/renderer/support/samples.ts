import { dayAfter, dayOf, noonOf } from '#shared/model/calendar-day'
import type { PlatformStatus } from '#shared/bridge/app-commands'
import type { RegisteredEnterprise } from '#shared/bridge/enterprise-commands'
import type { EmployeeSlice } from '#shared/bridge/list-commands'
import type { Slice } from '#shared/model/slices'
import { defaultSettings } from '#shared/model/app/settings'
import type { Settings } from '#shared/model/app/settings'
import type { UnresolvedChange } from '#shared/bridge/review-commands'
import type { JournalEntry } from '#shared/model/changes/change'
import type { QueuedChange } from '#shared/model/changes/queued-change'
import type { Job } from '#shared/model/changes/job'
import type { Loan } from '#shared/model/changes/loan'
import type { OrderRow } from '#shared/model/changes/work-order'
import type { EmployeeRecord } from '#shared/model/employee-record'
import type { Licenses, LockRecord } from '#shared/model/locks/lock-record'
import type { PluggedLock, ReadFailureReason } from '#shared/model/locks/plugged-lock'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import type { PlatformFailure } from '#shared/model/api/platform-failure'

// Realistic data for the bridge double and the renderer tests.

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export const shell = (number: string): ShellNumber => number as ShellNumber

export const unreachable: PlatformFailure = {
  code: 'unreachable',
  message: 'connect ECONNREFUSED 10.20.0.4:443',
  changed: 'no',
}

export const settings: Settings = {
  ...defaultSettings,
  operatorIdentity: 'Li Wei',
  sound: false,
  // Onboarding stays out of the way of the test.
  opening: { state: 'over', ticked: [], since: 0 },
}

export const platform = (now: number): PlatformStatus => ({
  training: true,
  baseUrl: 'http://127.0.0.1:41733',
  state: 'reachable',
  checkedAt: now - 2 * minute,
  failure: null,
  signedInAs: 'counter@north-bridge.example',
  needsSignIn: false,
  clockAheadMs: null,
  lacks: null,
})

export const record = (number: string, now: number, part: Partial<LockRecord> = {}): LockRecord => ({
  shellNumber: shell(number),
  assetNum: number,
  assetId: `asset-${number}`,
  enterpriseGlobalId: '1846372910564738291',
  enterpriseName: 'North Bridge Engineering Ltd',
  licenseType: 'normal_recover_usbkey',
  chipGeneration: 5,
  locked: false,
  freezing: false,
  borrowedUsbKey: false,
  lent: false,
  holder: { memberGlobalId: 'member-1', name: 'Chen Yu' },
  limitStart: now - 320 * day,
  limitEnd: noonOf(dayAfter(dayOf(now), 41)),
  createdAt: now - 320 * day,
  updatedAt: now - 40 * day,
  grantable: true,
  assignStatus: null,
  online: false,
  extensions: [],
  customerId: 'customer-1',
  readAt: now - 20_000,
  ...part,
})

export const employee: EmployeeRecord = {
  memberGlobalId: 'member-1',
  enterpriseGlobalId: 'E-1',
  userName: 'chen@nbc',
  name: 'Chen Yu',
  departmentId: '42',
  departmentName: null,
  passwordMobile: '13800138000',
  remark: 'Night shift',
  assetNums: [],
  borrowNum: null,
  onlineFlag: false,
  deleted: null,
  createdAt: 0,
  updatedAt: 0,
  readAt: 0,
}

export const plugged = (number: string, pluggedAt: number, part: Partial<PluggedLock> = {}): PluggedLock => ({
  plugId: `plug-${number}-${String(pluggedAt)}`,
  source: 'simulated',
  device: {
    vendorId: 0x1209,
    productId: 0x7001,
    product: 'Simulated lock',
    manufacturer: 'Lock Desk',
    serialNumber: null,
  },
  profile: { id: 'training', name: { en: 'Simulated lock', zh: '模拟锁' } },
  reading: { state: 'read', shellNumber: shell(number) },
  pluggedAt,
  ...part,
})

export const unread = (
  reason: ReadFailureReason,
  pluggedAt: number,
  candidate: string | null = null,
): PluggedLock => ({
  plugId: `plug-${reason}-${candidate ?? 'none'}`,
  source: 'usb',
  device: {
    vendorId: 0x0529,
    productId: 0x0001,
    product: 'HASP HL 3.25',
    manufacturer: 'Aladdin',
    serialNumber: candidate,
  },
  profile: reason === 'unknown-model' ? null : { id: 'hasp', name: { en: 'HASP HL', zh: 'HASP HL' } },
  reading: {
    state: 'failed',
    reason,
    detail: `${reason}: /dev/hidraw3`,
    candidate: candidate === null ? null : shell(candidate),
  },
  pluggedAt,
})

export const licenses = (now: number): Licenses => ({
  products: [
    {
      name: 'Structural Analysis 2026',
      productUri: 'gms:structure-26',
      gmsPid: null,
      appKey: null,
      licenseOrderId: '17',
      concurrentNodes: 1,
      limitEnd: noonOf(dayAfter(dayOf(now), 41)),
      trial: false,
    },
  ],
  packages: [
    {
      name: 'Bill of Quantities Suite',
      products: [
        {
          name: 'Civil Works Pricing',
          productUri: 'gms:civil-pricing',
          gmsPid: null,
          appKey: null,
          licenseOrderId: '17',
          concurrentNodes: 5,
          limitEnd: now + 220 * day,
          trial: false,
        },
        {
          name: 'Steel Take-off',
          productUri: null,
          gmsPid: null,
          appKey: null,
          licenseOrderId: '17',
          concurrentNodes: 1,
          limitEnd: now + 12 * day,
          trial: true,
        },
      ],
      packages: [
        {
          name: 'Regional Price Books',
          products: [
            {
              name: 'Jiangsu 2024',
              productUri: null,
              gmsPid: null,
              appKey: null,
              licenseOrderId: null,
              concurrentNodes: null,
              limitEnd: null,
              trial: false,
            },
          ],
          packages: [],
        },
      ],
    },
  ],
  count: 4,
})

export const entry = (part: Partial<JournalEntry> = {}): JournalEntry => ({
  entryId: '01JD8Z3K5M6N7P8Q9R0S',
  jobId: '01JD8Z3K5M6N7P8Q9R0S',
  action: 'disable',
  shellNumber: shell('8000000017'),
  key: '8000000017',
  memberGlobalId: null,
  memberName: null,
  request: null,
  result: null,
  enterpriseGlobalId: '1846372910564738291',
  enterpriseName: 'North Bridge Engineering Ltd',
  lockedBefore: false,
  statesBefore: ['enabled'],
  operatorIdentity: 'Li Wei',
  training: true,
  requestedAt: 1_790_000_000_000,
  endedAt: 1_790_000_000_400,
  state: 'done',
  reason: null,
  ...part,
})

/** An unconfirmed change, as main reports it. */
export const unresolved = (change: JournalEntry, part: Partial<UnresolvedChange> = {}): UnresolvedChange => ({
  entry: change,
  sentAt: change.requestedAt,
  readable: true,
  look: null,
  certainFrom: change.requestedAt + 70_000,
  superseded: false,
  elsewhere: false,
  environment: 'training',
  ...part,
})

/** A row of an open work order that would be sent. */
export const orderRow = (part: Partial<OrderRow> = {}): OrderRow => ({
  key: 'LD1',
  number: 'LD1',
  enterpriseName: null,
  status: 'enabled',
  otherStatuses: [],
  unsent: null,
  warnings: [],
  employee: null,
  assetCount: 0,
  concerned: { locks: [], employees: [] },
  edited: null,
  ...part,
})

export const job = (part: Partial<Job> = {}): Job => ({
  jobId: 'job-1',
  action: 'disable',
  operatorIdentity: 'Li Wei',
  training: true,
  environment: 'training',
  requestedAt: 1_790_000_000_000,
  endedAt: null,
  state: 'running',
  pause: null,
  chunkSize: 100,
  rows: 2,
  counts: { intent: 2, sent: 0, done: 0, failed: 0, 'not-sent': 0, unknown: 0 },
  enterprises: 1,
  retryOf: null,
  ...part,
})

export const enterprises = (now: number): RegisteredEnterprise[] => [
  {
    enterpriseGlobalId: '1846372910564738291',
    enterpriseName: 'North Bridge Engineering Ltd',
    channelCode: 'GX-EAST',
    channelCustomerId: 'C-20417',
    assets: 1284,
    readAt: now - 3 * minute,
    failure: null,
  },
  {
    enterpriseGlobalId: '1846372910564738305',
    enterpriseName: '江苏华建工程咨询（集团）股份有限公司',
    channelCode: null,
    channelCustomerId: null,
    assets: 312,
    readAt: now - 3 * minute,
    failure: null,
  },
  {
    enterpriseGlobalId: '1846372910564738377',
    enterpriseName: null,
    channelCode: 'GX-WEST',
    channelCustomerId: 'C-30088',
    assets: null,
    readAt: null,
    failure: unreachable,
  },
]

/** Enterprises that fit into one slice. */
export const registerSlice = (rows: readonly RegisteredEnterprise[]): Slice<RegisteredEnterprise> => ({
  rows,
  total: rows.length,
  version: 1,
})

/** A list of employees that was read to its end. */
export const employeeSlice = (rows: readonly EmployeeRecord[], readAt = 1): EmployeeSlice => ({
  version: 1,
  rows,
  count: rows.length,
  total: rows.length,
  readAt,
  isComplete: true,
  isReading: false,
  failure: null,
})

export const loan = (part: Partial<Loan> = {}): Loan => ({
  loanId: 'loan-1',
  state: 'active',
  borrowedUsbKey: 'LD8000000019',
  shellNumber: shell('8000000019'),
  enterpriseGlobalId: '1846372910564738291',
  enterpriseName: 'North Bridge Engineering Ltd',
  memberGlobalId: 'member-1',
  memberName: 'Chen Yu',
  assets: [],
  assetsFrom: 'journal',
  lentHere: null,
  dueOn: null,
  note: '',
  currentHolder: null,
  returned: null,
  closed: null,
  ...part,
})

/** A change that waits in the offline queue. */
export const queuedChange = (assetNum: string): QueuedChange => ({
  id: assetNum,
  action: 'disable',
  assetNum,
  shellNumber: shell('8000000017'),
  enterpriseName: null,
  operatorIdentity: 'Li Wei',
  queuedAt: 1,
  expiresAt: 2,
  state: 'waiting',
  held: null,
})
