import type { ChangeAction } from '../changes/change'
import type { Settings } from './settings'
import type { UpdateMode } from './update'

// No schema code in this file: the page loads it at startup. The schema is in policy-schema.ts.

/** Settings that a policy can set. The person at the computer then cannot change them. */
export const managedSettings = [
  'language',
  'theme',
  'sound',
  'notifications',
  'signatures',
  'signatureDays',
  'timeUnit',
  'idleLockMinutes',
  'chunkSize',
  'employeesPerCall',
  'assetsPerCall',
  'numbersPerCall',
  'maxFailedPercent',
  'queueHours',
  'commandLineChanges',
] as const satisfies readonly (keyof Settings)[]
export type ManagedSetting = (typeof managedSettings)[number]

/** Pages that a policy can hide. The desk, unconfirmed changes, settings and help always stay. */
export const hideablePages = [
  'lending',
  'stocktake',
  'work-orders',
  'assets',
  'employees',
  'customers',
  'orders',
  'shell-numbers',
  'journal',
  'devices',
  'diagnose',
] as const
export type HideablePage = (typeof hideablePages)[number]

export interface PolicyPlatform {
  readonly name: string
  readonly baseUrl: string
  readonly userCentreUrl: string
  /** No change is sent to it. */
  readonly lookOnly?: boolean
}

/** A computer whose work orders and results are accepted: its name, and the `key` of its `.lockkey` file. */
export interface PolicyKeyOfComputer {
  readonly name: string
  readonly key: string
}

/** What an organization decides for its computers. A missing key decides nothing. */
export interface Policy extends Partial<Pick<Settings, ManagedSetting>> {
  /** Only these platforms can be saved and opened; training stays. */
  readonly platforms?: readonly PolicyPlatform[]
  readonly hiddenPages?: readonly HideablePage[]
  /** False forbids continuous mode. */
  readonly continuousMode?: boolean
  /** False forbids orders and the allocation of shell numbers. */
  readonly orders?: boolean
  /** False forbids deleting employees. */
  readonly deletions?: boolean
  readonly maxRowsPerJob?: number
  /** A loan needs a due date, at most so many days after it begins. */
  readonly maxLoanDays?: number
  readonly maxLoansPerEmployee?: number
  /** More changes within ten minutes need a signed work order. */
  readonly maxRowsWithoutWorkOrder?: number
  /** Only the work orders and results of these computers are accepted. */
  readonly trustedKeys?: readonly PolicyKeyOfComputer[]
  readonly updateMode?: UpdateMode
  readonly updateServer?: string
  /** The only way to the network: `direct` or the address of a proxy. */
  readonly proxy?: string
  /** Results are logged to this file, and to this syslog server. */
  readonly resultLogFile?: string
  readonly resultLogServer?: string
  /** Nothing is sent before that log has the job. */
  readonly resultLogRequired?: boolean
  /** The file with which this computer joins its branch, at the start; it cannot leave, or join with another one. */
  readonly branch?: string
  /** Work orders are used only where the branch has the claim. */
  readonly branchRequired?: boolean
}

export const hasResultLog = ({ resultLogFile, resultLogServer }: Policy): boolean =>
  resultLogFile !== undefined || resultLogServer !== undefined

/**
 * Whether what the policy asks for rests on files of the data folder: the journal, the list of used orders. The person at
 * the computer does not choose the folder then.
 */
export const restsOnDataFolder = ({ state, policy }: PolicyState): boolean =>
  state === 'unreadable' ||
  hasResultLog(policy) ||
  policy.branchRequired === true ||
  policy.maxRowsWithoutWorkOrder !== undefined ||
  policy.trustedKeys !== undefined

/**
 * The only trusted keys; null if the person at the computer chooses them. Under a limit that work orders lift, that person
 * does not.
 */
export const fixedKeysOf = ({
  trustedKeys,
  maxRowsWithoutWorkOrder,
}: Policy): readonly PolicyKeyOfComputer[] | null =>
  trustedKeys ?? (maxRowsWithoutWorkOrder === undefined ? null : [])

/** What a policy can forbid with `false`. Main refuses it; the page does not offer it. */
export type Permission = 'continuousMode' | 'orders' | 'deletions'

/** The permission that an action needs; undefined if none. */
export const permissionOf = (action: ChangeAction): Permission | undefined => {
  if (action === 'order' || action === 'allocate') return 'orders'
  return action === 'delete-employee' ? 'deletions' : undefined
}

/**
 * `none`: this computer has no policy · `unreadable`: there is one that cannot be used, so changes are refused until
 * it is repaired.
 */
export type PolicyState =
  | { readonly state: 'none'; readonly policy: Policy }
  | { readonly state: 'active'; readonly source: string; readonly policy: Policy }
  | {
      readonly state: 'unreadable'
      readonly source: string
      /** English, for administrators. */
      readonly problem: string
      readonly policy: Policy
    }

export const noPolicy: PolicyState = { state: 'none', policy: {} }

/** The keys of a policy and how each is written where only numbers and text are possible. */
export const policyKinds = {
  language: 'text',
  theme: 'text',
  sound: 'boolean',
  notifications: 'boolean',
  signatures: 'boolean',
  signatureDays: 'number',
  timeUnit: 'text',
  idleLockMinutes: 'number',
  chunkSize: 'number',
  employeesPerCall: 'number',
  assetsPerCall: 'number',
  numbersPerCall: 'number',
  maxFailedPercent: 'number',
  queueHours: 'number',
  commandLineChanges: 'boolean',
  platforms: 'json',
  hiddenPages: 'json',
  continuousMode: 'boolean',
  orders: 'boolean',
  deletions: 'boolean',
  maxRowsPerJob: 'number',
  maxRowsWithoutWorkOrder: 'number',
  maxLoanDays: 'number',
  maxLoansPerEmployee: 'number',
  trustedKeys: 'json',
  updateMode: 'text',
  updateServer: 'text',
  proxy: 'text',
  resultLogFile: 'text',
  resultLogServer: 'text',
  resultLogRequired: 'boolean',
  branch: 'text',
  branchRequired: 'boolean',
} as const satisfies Readonly<Record<keyof Policy, 'text' | 'boolean' | 'number' | 'json'>>

export type PolicyKey = keyof typeof policyKinds
export const isPolicyKey = (name: string): name is PolicyKey => name in policyKinds
