import type { LockRecord } from '#shared/model/locks/lock-record'

/** Increases with each list read; a read with a higher number includes earlier changes. */
export type ReadGeneration = number

/** The confirmed new state of an asset. */
export interface ChangedAsset {
  readonly enterpriseGlobalId: string
  readonly assetNum: string
  readonly to: Partial<Pick<LockRecord, 'locked' | 'holder'>>
  /** The read generation when the platform responded. */
  readonly at: ReadGeneration
}

type PendingChange = Pick<ChangedAsset, 'to' | 'at'>

/**
 * Changes made on this computer since the lists were read: a large job reloads lists only when it pauses or
 * ends, and until then lookups show the confirmed changes. A read started after the response supersedes the
 * change.
 */
export const createOptimisticOverlay = () => {
  let generation: ReadGeneration = 0
  /** By enterprise: the read generation of its list. */
  const listGenerations = new Map<string, ReadGeneration>()
  /** By enterprise, then by asset number. */
  const pendingChanges = new Map<string, Map<string, PendingChange>>()

  return {
    readGeneration: (): ReadGeneration => generation,
    /** Call before a read; pass the returned generation to `listRead`. */
    startRead: (): ReadGeneration => (generation += 1),
    /** Removes changes that the read includes; returns whether there were any. */
    listRead: (enterpriseGlobalId: string, generation: ReadGeneration): boolean => {
      listGenerations.set(enterpriseGlobalId, generation)
      const assets = pendingChanges.get(enterpriseGlobalId)
      let isAny = false
      for (const [assetNum, { at }] of assets ?? []) {
        if (at >= generation) continue
        assets?.delete(assetNum)
        isAny = true
      }
      if (assets?.size === 0) pendingChanges.delete(enterpriseGlobalId)
      return isAny
    },
    /** Stores changes; returns the enterprises with changes not yet in their lists. */
    add: (changed: readonly ChangedAsset[]): ReadonlySet<string> => {
      const changedEnterprises = new Set<string>()
      for (const { enterpriseGlobalId, assetNum, to, at } of changed) {
        if (at < (listGenerations.get(enterpriseGlobalId) ?? 0)) continue
        const assets = pendingChanges.get(enterpriseGlobalId) ?? new Map<string, PendingChange>()
        pendingChanges.set(enterpriseGlobalId, assets)
        assets.set(assetNum, { to: { ...assets.get(assetNum)?.to, ...to }, at })
        changedEnterprises.add(enterpriseGlobalId)
      }
      return changedEnterprises
    },
    confirmedStateOf: ({ enterpriseGlobalId, assetNum }: LockRecord): ChangedAsset['to'] | null =>
      pendingChanges.get(enterpriseGlobalId)?.get(assetNum)?.to ?? null,
    forget: (enterpriseGlobalId: string): void => {
      listGenerations.delete(enterpriseGlobalId)
      pendingChanges.delete(enterpriseGlobalId)
    },
  }
}
