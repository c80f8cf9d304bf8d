import { knownTime } from '../api/timestamp'
import type { EndTime } from '../api/timestamp'
import type { ShellNumber } from './shell-number'
import type { Name } from '../name'

/** An asset: the platform's record joined with its employee. Times in ms since 1970. */
export interface LockRecord {
  /** The digits of the asset number, if they are a shell number. */
  readonly shellNumber: ShellNumber | null
  /** The complete asset number as on the platform. */
  readonly assetNum: string
  readonly assetId: string | null
  readonly enterpriseGlobalId: string
  readonly enterpriseName: Name | null
  /** A type of license-types.ts, or one the platform has added since. */
  readonly licenseType: string | null
  readonly chipGeneration: 4 | 5 | null
  readonly locked: boolean | null
  /** Only meaningful for certificates (docs/api.md, section 2.1). */
  readonly freezing: boolean | null
  readonly borrowedUsbKey: boolean | null
  /** A lent borrowed lock, or an asset whose products are on one. Null if the member lists are unavailable. */
  readonly lent: boolean | null
  readonly holder: { readonly memberGlobalId: string; readonly name: Name | null } | null
  readonly limitStart: EndTime
  readonly limitEnd: EndTime
  readonly createdAt: number | null
  readonly updatedAt: number | null
  /** Whether the asset may be assigned. */
  readonly grantable: boolean | null
  /** The platform's own value, which the API (docs/api.md) does not document. */
  readonly assignStatus: string | null
  /** Currently in use (member operation 6). Null if the member lists are unavailable. */
  readonly online: boolean | null
  readonly extensions: readonly { readonly code: string; readonly value: string | null }[] | null
  readonly customerId: string | null
  /** When the record's list was read. */
  readonly readAt: number
}

/** In order of importance: the card shows the first that applies large and the others small. */
export const lockStates = ['unknown', 'frozen', 'expired', 'disabled', 'lent', 'enabled'] as const
export type LockState = (typeof lockStates)[number]

/** All states of a record at `now` (ms since 1970), most important first; never empty. */
export const statesOf = (record: LockRecord | null, now: number): [LockState, ...LockState[]] => {
  if (record?.locked == null) return ['unknown']
  const holding: LockState[] = []
  if (record.freezing === true) holding.push('frozen')
  const end = knownTime(record.limitEnd)
  if (end !== null && end <= now) holding.push('expired')
  if (record.locked) holding.push('disabled')
  if (record.lent === true) holding.push('lent')
  const [first, ...others] = holding
  return first === undefined ? ['enabled'] : [first, ...others]
}

export interface LicensedProduct {
  readonly name: string
  readonly productUri: string | null
  readonly gmsPid: string | null
  readonly appKey: string | null
  /** The order that added it; a revocation may name it as its source. */
  readonly licenseOrderId: string | null
  readonly concurrentNodes: number | null
  readonly limitEnd: EndTime
  readonly trial: boolean
}

export interface LicensedPackage {
  readonly name: string
  readonly products: readonly LicensedProduct[]
  readonly packages: readonly LicensedPackage[]
}

/** The products of an asset: single ones and those in packages, which may contain packages. */
export interface Licenses {
  readonly products: readonly LicensedProduct[]
  readonly packages: readonly LicensedPackage[]
  /** All products including those in packages. */
  readonly count: number
}
