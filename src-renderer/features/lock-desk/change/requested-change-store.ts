import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { ChangeRequest, LockAction } from '#shared/model/changes/change'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { isShellNumber } from '#shared/model/locks/shell-number'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import type { Name } from '#shared/model/name'
import type { TargetLock } from '../../../actions/actions-store'
import { useSettingsStore } from '../../../stores/settings-store'
import { useTexts } from '../../../i18n/use-texts'
import { announce } from '../../../ui/feedback/announcer'
import { useRequest } from '../../../use-command'
import { useChangesStore } from './changes-store'
import { useQueueStore } from '../queue/queue-store'
import { shellNumberOf, usePluggedStore } from '../../../entities/lock/plugged-store'
import { useRecordsStore } from '../../../entities/lock/records-store'

/** A change that is not confirmed yet, with the facts for the confirmation. */
export interface RequestedChange {
  readonly action: LockAction
  readonly record: LockRecord | null
  readonly assetNum: string
  readonly shellNumber: ShellNumber | null
  readonly plugId: string | null
  /** The platform was unreachable when the record was last requested. */
  readonly isStale: boolean
}

/** With a record its full asset number is sent; without one, exactly the number that was looked up. */
export const createRequestedChange = (
  action: LockAction,
  { number, record, plugId }: TargetLock,
  isStale: boolean,
): RequestedChange => ({
  action,
  record,
  assetNum: record?.assetNum ?? number,
  shellNumber: record?.shellNumber ?? (isShellNumber(number) ? number : null),
  plugId,
  isStale,
})

export const requestOf = (requested: RequestedChange, operatorIdentity: Name): ChangeRequest => ({
  action: requested.action,
  assetNum: requested.assetNum,
  shellNumber: requested.shellNumber,
  enterpriseGlobalId: requested.record?.enterpriseGlobalId ?? null,
  operatorIdentity,
  plugId: requested.plugId,
})

/** Leads from the button through the confirmation to the change. */
export const useRequestedChangeStore = defineStore('requested-change', () => {
  const requested = ref<RequestedChange | null>(null)
  /** Why the change was not queued; null after a declined system dialog. */
  const queueRequest = useRequest({ mayDecline: true })
  /** The change that was not queued; it waits while the confirmation of another lock is open. */
  const notQueued = shallowRef<RequestedChange | null>(null)
  const settings = useSettingsStore()
  const changes = useChangesStore()
  const records = useRecordsStore()
  const plugged = usePluggedStore()
  const queue = useQueueStore()

  const isPlugged = (plugId: string): boolean => plugged.locks.some((lock) => lock.plugId === plugId)

  /** The current plug ID of the lock, which changes when it is plugged in again. */
  const currentPlugId = ({ plugId, shellNumber }: RequestedChange): string | null => {
    if (plugId === null || isPlugged(plugId)) return plugId
    const again = plugged.locks.find((lock) => shellNumber !== null && shellNumberOf(lock) === shellNumber)
    return again?.plugId ?? null
  }
  /** Main rejects a change of a lock that was unplugged. */
  const isUnplugged = computed(
    () =>
      requested.value !== null && requested.value.plugId !== null && currentPlugId(requested.value) === null,
  )

  /** The list that still waits to send the lock; this change replaces that row. */
  const waitingIn = computed(() =>
    requested.value === null ? null : changes.listOf(requested.value.assetNum),
  )

  /** Opens the confirmation; returns false while an earlier change of the lock has no result. */
  const open = (action: LockAction, lock: TargetLock): boolean => {
    const { number, plugId } = lock
    const { answer } = records.of(number)
    const isStale = answer?.state === 'found' && answer.failure !== null
    const presentLock = { ...lock, plugId: plugId !== null && isPlugged(plugId) ? plugId : null }
    const change = createRequestedChange(action, presentLock, isStale)
    if (changes.isInProgress(change.assetNum)) return false
    requested.value = change
    return true
  }

  const confirm = async (operator: Name): Promise<void> => {
    const confirmed = requested.value
    if (confirmed === null || isUnplugged.value) return
    const request = requestOf({ ...confirmed, plugId: currentPlugId(confirmed) }, operator)
    requested.value = null
    // Started before any await, so that the lock's buttons wait from now on.
    const sending = changes.sendAndRefresh(request)
    if (operator !== settings.operator) await settings.change({ operatorIdentity: operator })
    const change = await sending
    const isCanceled = change.state === 'failed' && change.failure.code === 'not-confirmed'
    // Main's dialog was canceled: return to the app's confirmation.
    if (isCanceled) requested.value ??= confirmed
  }

  /** Adds the change to the offline queue without a plug ID: the lock need not be plugged in when it is sent. */
  const enqueue = async (operatorIdentity: Name): Promise<void> => {
    const confirmed = requested.value
    if (confirmed === null) return
    const { plugId: _plugId, action, operatorIdentity: _who, ...row } = requestOf(confirmed, operatorIdentity)
    requested.value = null
    if (operatorIdentity !== settings.operator) await settings.change({ operatorIdentity })
    const queued = await queueRequest.run(() => queue.add({ action, operatorIdentity, rows: [row] }))
    // Nothing else shows that the change is neither sent nor queued.
    if (queued.ok) return
    notQueued.value = confirmed
    requested.value ??= confirmed
  }

  const close = (): void => void (requested.value = null)
  watch(
    requested,
    (now, before) => {
      if (before !== null && before === notQueued.value) notQueued.value = null
      if (now === null && notQueued.value !== null) requested.value = notQueued.value
    },
    { flush: 'sync' },
  )

  return {
    requested,
    queueFailure: computed(() =>
      requested.value !== null && requested.value === notQueued.value ? queueRequest.failure.value : null,
    ),
    isUnplugged,
    waitingIn,
    open,
    close,
    confirm,
    enqueue,
  }
})

/** Asks for a change of a lock, or announces that an earlier one has no result yet. */
export const useRequestChange = (): ((action: LockAction, lock: TargetLock) => void) => {
  const change = useRequestedChangeStore()
  const { t } = useTexts()
  return (action, lock) => {
    if (!change.open(action, lock)) announce(t('common.failure.in-progress.what'), 'assertive')
  }
}
