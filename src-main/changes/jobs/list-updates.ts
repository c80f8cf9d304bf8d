import type { AssetDirectory } from '../../directory/asset-directory'
import type { KnownEnterprise } from '../../directory/enterprise-list'
import type { JournaledChange } from '../../journal/journal-index'
import { newEnterpriseOf } from '../operations/customers'
import type { Reconciler } from '../reconcile/reconcile'

const sentOnly = (changes: readonly JournaledChange[]) => changes.filter(({ sentAt }) => sentAt !== null)

/** Reads the lists of a job's changes again. No result waits for it. */
export const createListUpdates = (deps: {
  readonly directory: Pick<AssetDirectory, 'reread'>
  readonly reconciler: Pick<Reconciler, 'later'>
  readonly onNewEnterprises: (enterprises: readonly KnownEnterprise[]) => void
}) => {
  const { directory, reconciler, onNewEnterprises } = deps
  /** Per paused job: how many of its rows were sent when its lists were last read. */
  const sentCountAtReread = new Map<string, number>()

  const rereadListsOf = (changes: readonly JournaledChange[]): void => {
    for (const id of new Set(changes.flatMap(({ row }) => row.enterpriseGlobalId ?? []))) {
      void directory.reread(id)
    }
  }

  return {
    onJobEnded: (changes: readonly JournaledChange[]): void => {
      const sentChanges = sentOnly(changes)
      const enterprises = sentChanges.flatMap((change) => newEnterpriseOf(change) ?? [])
      if (enterprises.length > 0) onNewEnterprises(enterprises)
      rereadListsOf(sentChanges)
      reconciler.later(sentChanges.filter(({ state }) => state === 'unknown'))
    },
    /** A job may stay paused for hours; its sent changes should be visible. */
    onJobPaused: (changes: readonly JournaledChange[]): void => {
      reconciler.later(changes)
      const sentChanges = sentOnly(changes)
      const [first] = sentChanges
      if (first === undefined || sentCountAtReread.get(first.job.jobId) === sentChanges.length) return
      sentCountAtReread.set(first.job.jobId, sentChanges.length)
      rereadListsOf(sentChanges)
    },
  }
}
