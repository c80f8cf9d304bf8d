import { computed, nextTick, ref, shallowRef, watch } from 'vue'
import type { Name } from '#shared/model/name'
import { useJobsStore } from '../../../stores/jobs-store'
import { useSettingsStore } from '../../../stores/settings-store'
import { oppositeOf } from '../change/changes-store'
import { useTexts } from '../../../i18n/use-texts'
import { useMessage } from '../../../ui/feedback/use-message'
import { useRequest } from '../../../use-command'
import { useQueueStore } from '../queue/queue-store'
import { useDeskStore } from '../../../entities/lock/desk-store'
import { focusDeskInput } from '../focus-desk-input'
import { useDeskNumber } from '../use-desk-number'
import { requestRetry, requestUndo, requestSelected, done, retryable, sendable } from './requested-list'
import type { RequestedList } from './requested-list'
import { useListStore } from './list-store'
import { useClearList } from './use-clear-list'
import { useListJob } from './use-list-job'

/** Leads from the button through the confirmation to the job and its actions. */
export const useListRun = () => {
  const desk = useDeskStore()
  const list = useListStore()
  const jobs = useJobsStore()
  const settings = useSettingsStore()
  const queue = useQueueStore()
  const { tn, language } = useTexts()

  const requested = shallowRef<RequestedList | null>(null)
  /** The ID of the newest row when the confirmation was opened. */
  let newestId = 0
  /** The rows to confirm go into the offline queue. */
  const isForQueue = ref(false)
  /** What the messages are about: the rows to send, and how. */
  const subject = () => [list.rows.length, list.ticked.length, desk.change] as const
  const queuedText = useMessage(subject)
  watch(
    () => queue.outbox.changes.length === 0,
    (isEmpty) => {
      if (isEmpty) queuedText.value = ''
    },
  )
  const request = useRequest()
  const enter = useDeskNumber()
  watch(subject, request.clear)
  const listJob = useListJob(request)
  const { job, action } = listJob

  const openConfirm = (confirmed: RequestedList): void => {
    if (list.isStarting) return
    request.clear()
    queuedText.value = ''
    isForQueue.value = false
    newestId = list.newestId()
    if (confirmed.rows.length > 0) requested.value = confirmed
  }
  /** A number that is still in the field joins the list first: the button then counts it. */
  const takeTyped = (): boolean => {
    if (desk.typed.trim() === '') return false
    enter(desk.typed)
    return true
  }
  const confirmSelected = (): void => {
    if (takeTyped()) return
    if (desk.change !== null) openConfirm(requestSelected(desk.change, list.ticked))
  }
  const confirmForQueue = (): void => {
    confirmSelected()
    isForQueue.value = requested.value !== null
  }
  const retry = (): void => {
    if (job.value !== null)
      openConfirm(requestRetry(action.value, retryable(list.shown, job.value), job.value.jobId))
  }
  const sendRemaining = (): void => {
    if (job.value !== null) openConfirm(requestRetry(action.value, sendable(list.shown), job.value.jobId))
  }
  const keepNotSelected = (): void => {
    if (list.isStarting) return
    request.clear()
    focusDeskInput()
    void list.keepNotSelected()
  }
  const reverse = (): void => {
    if (job.value === null) return
    openConfirm(requestUndo(oppositeOf(action.value), done(list.shown, action.value)))
  }

  const addToQueue = async ({ action, rows, rowIds }: RequestedList, operatorIdentity: Name) => {
    const outcome = await request.run(() =>
      queue.add({ action, operatorIdentity, rows: rows.map(({ plugId: _plugId, ...row }) => row) }),
    )
    list.isStarting = false
    if (!outcome.ok) return outcome
    const { queued, already } = outcome.value
    list.leaveToQueue(rowIds)
    // The message is about the list as it is then.
    await nextTick()
    queuedText.value = () =>
      [
        ...(queued > 0 ? [tn('queue.offer.queuedMany', queued)] : []),
        ...(already > 0 ? [tn('queue.offer.already', already)] : []),
      ].join(language.value === 'zh' ? '，' : ', ')
    return outcome
  }

  const startJob = async (confirmed: RequestedList, operatorIdentity: Name) => {
    const { action, rows, retryOf } = confirmed
    const reverses = confirmed.isReverse ? list.jobId : list.reverses
    const outcome = await request.run(() =>
      jobs.start({
        action,
        operatorIdentity,
        rows,
        retryOf,
        ...(reverses === null ? {} : { reverses }),
      }),
    )
    list.isStarting = false
    if (!outcome.ok) return outcome
    if (confirmed.isReverse) {
      list.retainRows(confirmed.rowIds)
      if (desk.change !== null) desk.choose(action)
    }
    list.attachJob(outcome.value.jobId, confirmed.rowIds, reverses, newestId)
    await jobs.read(outcome.value.jobId)
    return outcome
  }

  const confirm = async (operatorIdentity: Name): Promise<void> => {
    const confirmed = requested.value
    if (confirmed === null) return
    requested.value = null
    // Main may show a system dialog meanwhile.
    list.isStarting = true
    if (operatorIdentity !== settings.operator) await settings.change({ operatorIdentity })
    const outcome = isForQueue.value
      ? await addToQueue(confirmed, operatorIdentity)
      : await startJob(confirmed, operatorIdentity)
    // Main's dialog was canceled: return to the app's confirmation.
    if (!outcome.ok && outcome.error.code === 'not-confirmed') requested.value ??= confirmed
  }

  const clearList = useClearList()
  const clear = (): void => {
    if (list.isStarting) return
    request.clear()
    clearList()
  }

  return {
    ...listJob,
    requested,
    isForQueue,
    queuedText,
    mayQueue: computed(() => queue.mayQueue),
    confirmForQueue,
    starting: computed(() => list.isStarting),
    failure: request.failure,
    confirmSelected,
    takeTyped,
    retry,
    sendRemaining,
    reverse,
    confirm,
    keepNotSelected,
    clear,
  }
}
