import { computed, ref, shallowRef, watch } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { LockAction } from '#shared/model/change'
import { useJobsStore } from '../../../app/stores/jobs-store'
import { useSettingsStore } from '../../../app/stores/settings-store'
import { oppositeOf } from '../changes-store'
import { useTexts } from '../../../i18n/use-texts'
import { useQueueStore } from '../queue/queue-store'
import { useDeskStore } from '../desk-store'
import { focusDeskInput } from '../focus-desk-input'
import { askRetry, askReverse, askRows, done, retryable, sendable } from './asked-list'
import type { AskedList } from './asked-list'
import { useListStore } from './list-store'

/** From the button to the confirmation to the job, and what may be done with it. */
export const useListRun = () => {
  const desk = useDeskStore()
  const list = useListStore()
  const jobs = useJobsStore()
  const settings = useSettingsStore()
  const queue = useQueueStore()
  const { tn, language } = useTexts()

  const asked = shallowRef<AskedList | null>(null)
  /** What is asked about is to wait for the connection. */
  const isForQueue = ref(false)
  const queuedWords = ref('')
  /** The job is being begun; main may be asking in a dialog of the system's. */
  const starting = ref(false)
  const failure = ref<CommandFailure | null>(null)

  /** Asked for, and not come about while a call is on its way. */
  const wanted = ref<'pause' | 'cancel' | null>(null)

  const job = computed(() => jobs.of(list.jobId))
  /** A list's job is one of locks. */
  const action = computed<LockAction>(() => (job.value?.action === 'enable' ? 'enable' : 'disable'))
  watch(
    () => job.value?.state,
    () => (wanted.value = null),
  )

  const settling = ref(false)
  const lookedUp = ref(false)

  const open = (wish: AskedList): void => {
    failure.value = null
    queuedWords.value = ''
    isForQueue.value = false
    if (wish.rows.length > 0) asked.value = wish
  }
  const ask = (): void => {
    if (desk.change !== null) open(askRows(desk.change, list.ticked))
  }
  const askQueue = (): void => {
    ask()
    isForQueue.value = asked.value !== null
  }
  const retry = (): void => {
    if (job.value !== null) open(askRetry(action.value, retryable(list.shown), job.value.jobId))
  }
  const sendRest = (): void => {
    if (job.value !== null) open(askRetry(action.value, sendable(list.shown), job.value.jobId))
  }
  const keepLeftOut = (): void => {
    failure.value = null
    focusDeskInput()
    void list.keepLeftOut()
  }
  const reverse = (): void => {
    if (job.value === null) return
    open(askReverse(oppositeOf(action.value), done(list.shown, action.value)))
  }

  const confirm = async (operatorIdentity: string): Promise<void> => {
    const wish = asked.value
    if (wish === null) return
    asked.value = null
    starting.value = true
    if (operatorIdentity !== settings.operator) await settings.change({ operatorIdentity })
    const { action, rows, retryOf } = wish
    if (isForQueue.value) {
      const put = await queue.add({
        action,
        operatorIdentity,
        rows: rows.map(({ plugId: _plugId, ...row }) => row),
      })
      starting.value = false
      if (!put.ok) {
        failure.value = put.error
        return
      }
      const { queued, already } = put.value
      queuedWords.value = [
        ...(queued > 0 ? [tn('queue.offer.queuedMany', queued)] : []),
        ...(already > 0 ? [tn('queue.offer.already', already)] : []),
      ].join(language.value === 'zh' ? '，' : ', ')
      return
    }
    const outcome = await jobs.start({ action, operatorIdentity, rows, retryOf })
    starting.value = false
    if (!outcome.ok) {
      failure.value = outcome.error
      return
    }
    if (wish.isReverse) {
      const isKept = new Set(wish.rowIds)
      list.keepOnly(({ id }) => isKept.has(id))
      if (desk.change !== null) desk.choose(action)
    }
    lookedUp.value = false
    list.attach(outcome.value.jobId, wish.rowIds)
    await jobs.read(outcome.value.jobId)
  }

  const steer = async (how: 'pause' | 'resume' | 'cancel'): Promise<void> => {
    if (job.value === null) return
    if (how !== 'resume') wanted.value = how
    const outcome = await jobs[how](job.value.jobId)
    if (!outcome.ok) wanted.value = null
    failure.value = outcome.ok ? null : outcome.error
  }

  /** Looks up every row of the list that nobody knows the end of; a retry leaves some in an earlier job. */
  const settle = async (): Promise<void> => {
    const open = new Set(list.shown.flatMap(({ entry }) => (entry?.state === 'unknown' ? [entry.jobId] : [])))
    settling.value = true
    for (const jobId of open) {
      const outcome = await jobs.settle(jobId)
      failure.value = outcome.ok ? null : outcome.error
    }
    settling.value = false
    lookedUp.value = open.size > 0
  }
  const stillUnknown = computed(() => lookedUp.value && !settling.value)

  const clear = (): void => {
    failure.value = null
    list.clear()
    focusDeskInput()
  }

  return {
    action,
    asked,
    isForQueue,
    queuedWords,
    mayQueue: computed(() => queue.mayQueue),
    askQueue,
    starting,
    failure,
    wanted,
    job,
    ask,
    retry,
    sendRest,
    reverse,
    confirm,
    steer,
    settle,
    settling,
    stillUnknown,
    keepLeftOut,
    clear,
  }
}
