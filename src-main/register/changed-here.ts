import type { LockRecord } from '#shared/model/lock-record'

/** How many readings of lists had begun: one with a higher number shows what was done before it. */
export type Moment = number

/** What the platform's answer to a change of this desk says of an asset. */
export interface ChangedAsset {
  readonly enterpriseGlobalId: string
  readonly assetNum: string
  readonly to: Partial<Pick<LockRecord, 'locked' | 'holder'>>
  /** When it answered. */
  readonly at: Moment
}

type Noted = Pick<ChangedAsset, 'to' | 'at'>

/**
 * What this desk has changed since the lists were read: a job of ten thousand locks reads them when it rests, and who
 * looks at a lock meanwhile is shown what the platform answered. A reading that began after the answer knows better.
 */
export const createChangedHere = () => {
  let begun: Moment = 0
  /** By enterprise: which reading its list is of. */
  const listed = new Map<string, Moment>()
  /** By enterprise, then by asset number. */
  const noted = new Map<string, Map<string, Noted>>()

  return {
    moment: (): Moment => begun,
    /** Where a reading begins; what it answers names the reading in `readIn`. */
    begin: (): Moment => (begun += 1),
    /** A reading takes the place of what was noted before it; true where there was anything. */
    readIn: (enterpriseGlobalId: string, reading: Moment): boolean => {
      listed.set(enterpriseGlobalId, reading)
      const assets = noted.get(enterpriseGlobalId)
      let isAny = false
      for (const [assetNum, { at }] of assets ?? []) {
        if (at >= reading) continue
        assets?.delete(assetNum)
        isAny = true
      }
      if (assets?.size === 0) noted.delete(enterpriseGlobalId)
      return isAny
    },
    /** The enterprises of which something was noted that their lists do not show yet. */
    note: (changed: readonly ChangedAsset[]): ReadonlySet<string> => {
      const news = new Set<string>()
      for (const { enterpriseGlobalId, assetNum, to, at } of changed) {
        if (at < (listed.get(enterpriseGlobalId) ?? 0)) continue
        const assets = noted.get(enterpriseGlobalId) ?? new Map<string, Noted>()
        noted.set(enterpriseGlobalId, assets)
        assets.set(assetNum, { to: { ...assets.get(assetNum)?.to, ...to }, at })
        news.add(enterpriseGlobalId)
      }
      return news
    },
    of: ({ enterpriseGlobalId, assetNum }: LockRecord): ChangedAsset['to'] | null =>
      noted.get(enterpriseGlobalId)?.get(assetNum)?.to ?? null,
    forget: (enterpriseGlobalId: string): void => {
      listed.delete(enterpriseGlobalId)
      noted.delete(enterpriseGlobalId)
    },
  }
}
