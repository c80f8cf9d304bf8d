import type { Name } from '../name'

/** The changes whose confirmation says who is affected. */
export const affectingActions = ['disable', 'withdraw', 'delete-employee', 'lend'] as const
export type AffectingAction = (typeof affectingActions)[number]

/** What the change is about. The employees of locks to disable follow from the lists. */
export interface AffectedRequest {
  readonly action: AffectingAction
  readonly locks: readonly { readonly assetNum: string; readonly enterpriseGlobalId: string | null }[]
  readonly employees: readonly { readonly enterpriseGlobalId: string; readonly memberGlobalId: string }[]
}

/** Who is affected by a change, from the lists that were read already. No number is more than they say. */
export interface Affected {
  /** Each counts once, also with several locks or enterprises. */
  readonly employees: number
  /** Of these employees: how many the lists show as online now, and of how many they do not say it. */
  readonly online: { readonly count: number; readonly unknown: number }
  /**
   * Active loans, of the locks of the change or of its employees. There may be more where a list was not read, or does
   * not say on which lock an asset is.
   */
  readonly loans: {
    readonly of: 'locks' | 'employees'
    readonly count: number
    readonly mayBeMore: boolean
  }
  readonly unassigned: number
  /** Locks whose employee is not known. */
  readonly unknownLocks: number
  /** Null for more than 20 locks, and where no employee can keep a product. */
  readonly products: {
    /** The first products that an employee can still use by another lock. */
    readonly kept: readonly { readonly memberName: Name; readonly product: string }[]
    readonly keptCount: number
    /** Locks to change whose products are not known, */
    readonly unknownLocks: number
    /** and other locks of employees whose products are known on a lock to change. */
    readonly unknownOthers: number
  } | null
  /** Some of it was read more than 10 minutes ago. */
  readonly isOld: boolean
}

export type AffectedKey =
  | 'employees'
  | 'employeesAtLeast'
  | 'employeesUnknown'
  | 'isOnline'
  | 'isOffline'
  | 'online'
  | 'onlineAtLeast'
  | 'onlineUnknown'
  | 'loans'
  | 'loansAtLeast'
  | 'loansUnknown'
  | 'loansOfLocks'
  | 'loansOfLocksAtLeast'
  | 'loansOfLocksUnknown'
  | 'unassigned'
  | 'unknownLocks'
  | 'keeps'
  | 'keepsMore'
  | 'productsUnknown'
  | 'othersUnknown'
  | 'old'

/** A text of this key; `n` chooses its form. */
export interface AffectedPhrase {
  readonly key: AffectedKey
  readonly n: number
  readonly kept?: { readonly memberName: Name; readonly product: string }
}

const phrase = (key: AffectedKey, n = 1): AffectedPhrase => ({ key, n })

const employeesPhrase = ({ employees, unknownLocks }: Affected): AffectedPhrase => {
  if (unknownLocks === 0) return phrase('employees', employees)
  return employees === 0 ? phrase('employeesUnknown') : phrase('employeesAtLeast', employees)
}

const onlinePhrases = ({ employees, online }: Affected): AffectedPhrase[] => {
  if (employees === 0) return []
  if (online.unknown > 0)
    return [online.count === 0 ? phrase('onlineUnknown') : phrase('onlineAtLeast', online.count)]
  if (employees > 1) return [phrase('online', online.count)]
  return [phrase(online.count === 1 ? 'isOnline' : 'isOffline')]
}

const loansPhrase = ({ loans: { of, count, mayBeMore } }: Affected): AffectedPhrase => {
  const key = of === 'locks' ? 'loansOfLocks' : 'loans'
  if (!mayBeMore) return phrase(key, count)
  return count === 0 ? phrase(`${key}Unknown`) : phrase(`${key}AtLeast`, count)
}

const ifAny = (key: AffectedKey, n: number): AffectedPhrase[][] => (n === 0 ? [] : [[phrase(key, n)]])

/** The sentences that both confirmations say, each of one or more phrases. */
export const affectedSentences = (affected: Affected): readonly (readonly AffectedPhrase[])[] => {
  const { unassigned, unknownLocks, products, isOld } = affected
  const kept = products?.kept ?? []
  return [
    [employeesPhrase(affected), ...onlinePhrases(affected), loansPhrase(affected)],
    ...ifAny('unassigned', unassigned),
    ...ifAny('unknownLocks', unknownLocks),
    ...kept.map((one) => [{ ...phrase('keeps'), kept: one }]),
    ...ifAny('keepsMore', (products?.keptCount ?? 0) - kept.length),
    ...ifAny('productsUnknown', products?.unknownLocks ?? 0),
    ...ifAny('othersUnknown', products?.unknownOthers ?? 0),
    ...(isOld ? [[phrase('old')]] : []),
  ]
}
