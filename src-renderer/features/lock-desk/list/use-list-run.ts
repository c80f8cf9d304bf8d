import { computed, ref, shallowRef, watch } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import { canCheckResult } from '#shared/model/changes/can-check-result'
import type { LockAction } from '#shared/model/changes/change'
import type { Name } from '#shared/model/name'
import { useJobsStore } from '../../../stores/jobs-store'
import { useSettingsStore } from '../../../stores/settings-store'
import { useSuccessStore } from '../../../stores/success-store'
import { oppositeOf } from '../change/changes-store'
import { useCheckTextOfAll } from '../../../entities/change/use-check-text'
import { useTexts } from '../../../i18n/use-texts'
import type { Texts } from '../../../i18n/use-texts'
import { useMessage } from '../../../ui/feedback/use-message'
import { useQueueStore } from '../queue/queue-store'
import { useDeskStore } from '../../../entities/lock/desk-store'
import { focusDeskInput } from '../focus-desk-input'
import { requestRetry, requestUndo, requestSelected, done, retryable, sendable } from './requested-list'
import type { RequestedList } from './requested-list'
import { useListStore } from './list-store'

/** Leads from the button through the confirmation to the job and its actions. */
export const useListRun = () => {
  const desk = useDeskStore()
  const list = useListStore()
  const jobs = useJobsStore()
  const settings = useSettingsStore()
  const queue = useQueueStore()
  const success = useSuccessStore()
  const { tn, language } = useTexts()

  const requested = shallowRef<RequestedList | null>(null)
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
  const failure = ref<CommandFailure | null>(null)
  watch(subject, () => (failure.value = null))

  /** The requested state while a request is still being sent. */
  const pendingControl = ref<'pause' | 'cancel' | null>(null)

  const job = computed(() => jobs.of(list.jobId))
  /** A list's job only has lock actions. */
  const action = computed<LockAction>(() => (job.value?.action === 'enable' ? 'enable' : 'disable'))
  watch(
    () => job.value?.state,
    () => (pendingControl.value = null),
  )

  const isCheckingResult = ref(false)
  const checkTextOfAll = useCheckTextOfAll()

  const openConfirm = (confirmed: RequestedList): void => {
    if (list.isStarting) return
    failure.value = null
    queuedText.value = ''
    isForQueue.value = false
    if (confirmed.rows.length > 0) requested.value = confirmed
  }
  const confirmSelected = (): void => {
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
    failure.value = null
    focusDeskInput()
    void list.keepNotSelected()
  }
  const reverse = (): void => {
    if (job.value === null) return
    openConfirm(requestUndo(oppositeOf(action.value), done(list.shown, action.value)))
  }

  const confirm = async (operatorIdentity: Name): Promise<void> => {
    const confirmed = requested.value
    if (confirmed === null) return
    requested.value = null
    // Main may show a system dialog meanwhile.
    list.isStarting = true
    const shownBefore = new Set(list.rows.map(({ id }) => id))
    if (operatorIdentity !== settings.operator) await settings.change({ operatorIdentity })
    const { action, rows, retryOf } = confirmed
    if (isForQueue.value) {
      const queueOutcome = await queue.add({
        action,
        operatorIdentity,
        rows: rows.map(({ plugId: _plugId, ...row }) => row),
      })
      list.isStarting = false
      if (!queueOutcome.ok) {
        failure.value = queueOutcome.error
        if (queueOutcome.error.code === 'not-confirmed') requested.value ??= confirmed
        return
      }
      const { queued, already } = queueOutcome.value
      queuedText.value = () =>
        [
          ...(queued > 0 ? [tn('queue.offer.queuedMany', queued)] : []),
          ...(already > 0 ? [tn('queue.offer.already', already)] : []),
        ].join(language.value === 'zh' ? '，' : ', ')
      return
    }
    const reverses = confirmed.isReverse ? list.jobId : list.reverses
    const outcome = await jobs.start({
      action,
      operatorIdentity,
      rows,
      retryOf,
      ...(reverses === null ? {} : { reverses }),
    })
    list.isStarting = false
    if (!outcome.ok) {
      failure.value = outcome.error
      // Main's dialog was canceled: return to the app's confirmation.
      if (outcome.error.code === 'not-confirmed') requested.value ??= confirmed
      return
    }
    if (confirmed.isReverse) {
      const isKept = new Set(confirmed.rowIds)
      // A number scanned meanwhile stays.
      list.retainRows(({ id }) => isKept.has(id) || !shownBefore.has(id))
      if (desk.change !== null) desk.choose(action)
    }
    list.attachJob(outcome.value.jobId, confirmed.rowIds, reverses)
    await jobs.read(outcome.value.jobId)
  }

  const control = async (how: 'pause' | 'resume' | 'cancel'): Promise<void> => {
    if (job.value === null) return
    if (how !== 'resume') pendingControl.value = how
    const outcome = await jobs[how](job.value.jobId)
    if (!outcome.ok) pendingControl.value = null
    failure.value = outcome.ok ? null : outcome.error
  }

  /** Reconciles every unconfirmed row of the list; after a retry some belong to an earlier job. */
  const checkResult = async (): Promise<void> => {
    const unconfirmedJobs = new Set(
      list.shown.flatMap(({ entry }) => (entry !== null && canCheckResult(entry) ? [entry.jobId] : [])),
    )
    isCheckingResult.value = true
    for (const jobId of unconfirmedJobs) await jobs.checkResult(jobId)
    isCheckingResult.value = false
  }
  const checked = computed(() => checkTextOfAll(list.shown.flatMap(({ entry }) => entry ?? [])))

  const clear = (): void => {
    if (list.isStarting) return
    failure.value = null
    const restore = list.clear()
    const message = {
      text: (texts: Texts['translator']) => texts.t('list.run.cleared'),
      jobId: null,
      undo: () => {
        restore()
        focusDeskInput()
      },
    }
    success.show(message)
    focusDeskInput()
    // Other rows take the place of the cleared ones.
    const stop = watch(
      () => list.rows.length > 0,
      () => {
        if (success.current === message) success.dismiss()
        stop()
      },
    )
  }

  return {
    action,
    requested,
    isForQueue,
    queuedText,
    mayQueue: computed(() => queue.mayQueue),
    confirmForQueue,
    starting: computed(() => list.isStarting),
    failure,
    pendingControl,
    job,
    confirmSelected,
    retry,
    sendRemaining,
    reverse,
    confirm,
    control,
    checkResult,
    isCheckingResult,
    checked,
    keepNotSelected,
    clear,
  }
}
