import type { ShellNumber } from './shell-number'

/** An asset as the desk shows it: the platform's record, joined with who holds it. Times in ms since 1970. */
export interface LockRecord {
  /** The digit part of the asset number, where it is a shell number. */
  readonly shellNumber: ShellNumber | null
  /** The whole asset number, as the platform names it and wants it back. */
  readonly assetNum: string
  readonly assetId: string | null
  readonly enterpriseGlobalId: string
  readonly enterpriseName: string | null
  /** One of license-types.ts, or a type that the platform added since. */
  readonly licenseType: string | null
  readonly chipGeneration: 4 | 5 | null
  readonly locked: boolean | null
  /** Means something for certificates only (API document, section 2.1). */
  readonly freezing: boolean | null
  readonly borrowedUsbKey: boolean | null
  /** A borrowed lock that is out, or an asset whose products stand on one. Null where member lists are not to be had. */
  readonly lent: boolean | null
  readonly holder: { readonly memberGlobalId: string; readonly name: string | null } | null
  readonly limitStart: number | null
  readonly limitEnd: number | null
  readonly createdAt: number | null
  readonly updatedAt: number | null
  /** Whether the asset may be assigned. */
  readonly grantable: boolean | null
  /** In the platform's words, which the API document does not show. */
  readonly assignStatus: string | null
  /** In use just now (member operation 6). Null where member lists are not to be had. */
  readonly online: boolean | null
  readonly extensions: readonly { readonly code: string; readonly value: string | null }[] | null
  readonly customerId: string | null
  /** When the list was read on which the record stands. */
  readonly readAt: number
}

/** In this order: the first that holds is the card's, the others stand beside it small. */
export const lockStates = ['unknown', 'frozen', 'expired', 'disabled', 'lent', 'enabled'] as const
export type LockState = (typeof lockStates)[number]

/** Every state that holds for a record at `now` (ms since 1970); never empty, the most telling first. */
export const statesOf = (record: LockRecord | null, now: number): [LockState, ...LockState[]] => {
  if (record?.locked == null) return ['unknown']
  const holding: LockState[] = []
  if (record.freezing === true) holding.push('frozen')
  if (record.limitEnd !== null && record.limitEnd <= now) holding.push('expired')
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
  /** The order that put it there; a removal may name it as its source. */
  readonly licenseOrderId: string | null
  readonly concurrentNodes: number | null
  readonly limitEnd: number | null
  readonly trial: boolean
}

export interface LicensedPackage {
  readonly name: string
  readonly products: readonly LicensedProduct[]
  readonly packages: readonly LicensedPackage[]
}

/** The products of an asset: single ones, and those in packages, which may hold packages. */
export interface Licences {
  readonly products: readonly LicensedProduct[]
  readonly packages: readonly LicensedPackage[]
  /** All products, those in packages included. */
  readonly count: number
}
