import { groupBy } from '#shared/group-by'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { AssetDirectory } from '../../directory/asset-directory'
import type { QueueGateway } from '../change-service'
import type { StartFailure } from '../jobs/job-runner'
import { checkQueued } from './check-queued'
import type { QueueCheck } from './check-queued'
import type { QueueItem } from './queue-file'
import type { SentItems } from './sent-items'

/** Refusals of a job that a smaller one may not get. */
const limitCodes = new Set<StartFailure['code']>(['not-allowed', 'work-order-required', 'changes-limited'])

/** Failures that a retry would repeat; all others may be temporary. */
const isFinal = ({ code, businessCode }: PlatformFailure): boolean =>
  code === 'refused' && businessCode !== '500'

type Group = readonly [Pick<QueueItem, 'action' | 'operatorIdentity'>, readonly QueueItem[]]

/** Groups items by action and operator, because a job and its confirmation have one of each. */
export const groupsOf = (items: readonly QueueItem[]): readonly Group[] => {
  const groups = groupBy(items, ({ action, operatorIdentity }) => JSON.stringify([action, operatorIdentity]))
  return [...groups.values()].flatMap((rows) => (rows[0] === undefined ? [] : [[rows[0], rows] as const]))
}

/** Checks queued changes against lists that were just read again, and sends them as jobs. */
export const createQueueSender = (deps: {
  directory: Pick<AssetDirectory, 'known' | 'reread' | 'enterprises'>
  queueGateway: Pick<QueueGateway, 'send'>
  sentItems: Pick<SentItems, 'markSending' | 'forget' | 'supersededItems'>
  now: () => number
  /** Called with the failure of each list. */
  onListFailure: (failure: PlatformFailure) => void
}) => {
  const { directory, queueGateway, sentItems, now } = deps

  /** Reloads the lists of these enterprises; returns the failures by enterprise. */
  const readLists = async (ids: readonly string[]) => {
    const read = await Promise.all(ids.map(async (id) => [id, await directory.reread(id)] as const))
    const failures = read.flatMap(([id, failure]) => (failure === null ? [] : [[id, failure] as const]))
    for (const [, failure] of failures) deps.onListFailure(failure)
    return new Map(failures)
  }

  /**
   * Sends a group as one job. Changes were queued one by one, so a group may exceed a limit of the policy: it is then sent in
   * as many jobs as needed, and what the limit does not allow yet keeps waiting.
   */
  const sendGroup = async ([{ action, operatorIdentity }, rows]: Group): Promise<void> => {
    const ids = rows.map(({ id }) => id)
    sentItems.markSending(ids)
    const started = await queueGateway.send(
      { action, operatorIdentity },
      rows.map(({ id, assetNum, shellNumber, enterpriseGlobalId, queuedAt, queuedBy }) => ({
        assetNum,
        shellNumber,
        enterpriseGlobalId,
        outboxId: id,
        queuedAt,
        ...(queuedBy === undefined ? {} : { queuedBy }),
      })),
    )
    if (started.ok) return
    // Nothing was sent, and the items keep waiting.
    for (const id of ids) sentItems.forget(id)
    if (rows.length === 1 || !limitCodes.has(started.error.code)) return
    const middle = Math.ceil(rows.length / 2)
    await sendGroup([{ action, operatorIdentity }, rows.slice(0, middle)])
    await sendGroup([{ action, operatorIdentity }, rows.slice(middle)])
  }

  return {
    /** By the item's ID; `wait` if a list could not be read now. */
    check: async (items: readonly QueueItem[]): Promise<ReadonlyMap<string, QueueCheck | 'wait'>> => {
      const all = directory.enterprises().map(({ enterpriseGlobalId }) => enterpriseGlobalId)
      const enterprisesOfItems = new Set(items.flatMap(({ enterpriseGlobalId }) => enterpriseGlobalId ?? []))
      const startedAt = now()
      const failures = await readLists([...enterprisesOfItems])
      const ownRecord = ({ assetNum, enterpriseGlobalId }: QueueItem) =>
        enterpriseGlobalId === null ? null : directory.known(assetNum, enterpriseGlobalId)
      // A lock missing from its own list may be on another enterprise's list.
      const isMissing = items.some((item) => ownRecord(item) === null)
      const others = isMissing
        ? [...(await readLists(all.filter((id) => !enterprisesOfItems.has(id)))).values()]
        : []
      const superseded = sentItems.supersededItems(items)
      const checkOf = (item: QueueItem): QueueCheck | 'wait' => {
        const failure = failures.get(item.enterpriseGlobalId ?? '')
        const record = ownRecord(item)
        const anyRecord = record ?? directory.known(item.assetNum, null)
        const isStale = anyRecord !== null && anyRecord.readAt < startedAt
        if (failure !== undefined) return isFinal(failure) ? 'list-not-read' : 'wait'
        if (isStale || (record === null && others.some((one) => !isFinal(one)))) return 'wait'
        const isMoved = item.enterpriseGlobalId !== null && record === null
        return checkQueued(item, {
          record: isMoved ? null : anyRecord,
          elsewhere: isMoved ? anyRecord : null,
          changedHere: superseded.has(item.id),
        })
      }
      return new Map(items.map((item) => [item.id, checkOf(item)]))
    },
    /** Sends each group as a job, until `isStopped`; `onGroup` is called after each. */
    send: async (
      items: readonly QueueItem[],
      { isStopped, onGroup }: { readonly isStopped: () => boolean; readonly onGroup: () => void },
    ): Promise<void> => {
      for (const group of groupsOf(items)) {
        if (isStopped()) return
        await sendGroup(group)
        onGroup()
      }
    },
  }
}
