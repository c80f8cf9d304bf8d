import type { LockRecord } from '#shared/model/locks/lock-record'
import type { AssetDirectory } from '../../directory/asset-directory'
import type { QueueRequest } from '../admit-change'
import type { QueueGateway } from '../change-service'
import type { QueueItem } from './queue-file'
import { groupsOf } from './send-queued'

/** Counts for the locks of these records; null stands for a lock on no known list. */
const lockCounts = (found: readonly (LockRecord | null)[]) => {
  const listed = found.filter((record) => record !== null)
  return {
    locks: found.length,
    enterprises: new Set(listed.map(({ enterpriseGlobalId }) => enterpriseGlobalId)).size,
    unlisted: found.length - listed.length,
  }
}

/** Asks for the confirmations of the queue, which say how many locks and enterprises a change concerns. */
export const createQueueConfirmation = ({
  directory,
  queueGateway,
}: {
  readonly directory: Pick<AssetDirectory, 'known'>
  readonly queueGateway: Pick<QueueGateway, 'approve'>
}) => ({
  /** Whether the rows may be queued. */
  confirmAdded: ({
    action,
    operatorIdentity,
    rows,
  }: Pick<QueueRequest, 'action' | 'operatorIdentity' | 'rows'>): Promise<boolean> => {
    const counts = lockCounts(
      rows.map(({ assetNum, enterpriseGlobalId }) => directory.known(assetNum, enterpriseGlobalId)),
    )
    return queueGateway.approve({ action, operatorIdentity, rows, ...counts })
  },
  /**
   * The IDs of the items that may be released. Conditions have changed since a held change was confirmed, so releasing it
   * needs a new confirmation.
   */
  confirmReleased: async (held: readonly QueueItem[]): Promise<ReadonlySet<string>> => {
    const confirmed = new Set<string>()
    for (const [{ action, operatorIdentity }, items] of groupsOf(held)) {
      const counts = lockCounts(items.map(({ assetNum }) => directory.known(assetNum, null)))
      const locks = items.map(({ assetNum }) => ({ assetNum, enterpriseGlobalId: null }))
      if (!(await queueGateway.approve({ action, operatorIdentity, rows: locks, ...counts }))) continue
      for (const { id } of items) confirmed.add(id)
    }
    return confirmed
  },
})
