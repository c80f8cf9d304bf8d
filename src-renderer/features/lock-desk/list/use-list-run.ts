import { computed, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/commands'
import { useJobsStore } from '../../../app/stores/jobs-store'
import { useSettingsStore } from '../../../app/stores/settings-store'
import { oppositeOf } from '../changes-store'
import { useDeskStore } from '../desk-store'
import { askRetry, askReverse, askRows, done, retryable, sendable } from './asked-list'
import type { AskedList } from './asked-list'
import { useListStore } from './list-store'

/** From the button to the confirmation to the job, and what may be done with it. */
export const useListRun = () => {
  const desk = useDeskStore()
  const list = useListStore()
  const jobs = useJobsStore()
  const settings = useSettingsStore()

  const asked = shallowRef<AskedList | null>(null)
  /** The job is being begun; main may be asking in a dialog of the system's. */
  const starting = ref(false)
  const failure = ref<CommandFailure | null>(null)

  const job = computed(() => jobs.of(list.jobId))

  const open = (wanted: AskedList): void => {
    failure.value = null
    if (wanted.rows.length > 0) asked.value = wanted
  }
  const ask = (): void => {
    if (desk.change !== null) open(askRows(desk.change, list.ticked))
  }
  const retry = (): void => {
    if (job.value !== null) open(askRetry(job.value.action, retryable(list.shown), job.value.jobId))
  }
  const sendRest = (): void => {
    if (job.value !== null) open(askRetry(job.value.action, sendable(list.shown), job.value.jobId))
  }
  const reverse = (): void => {
    if (job.value === null) return
    const { action } = job.value
    open(askReverse(oppositeOf(action), done(list.shown, action)))
  }

  const confirm = async (operatorIdentity: string): Promise<void> => {
    const wanted = asked.value
    if (wanted === null) return
    asked.value = null
    starting.value = true
    if (operatorIdentity !== settings.operator) await settings.change({ operatorIdentity })
    const { action, rows, retryOf } = wanted
    const outcome = await jobs.start({ action, operatorIdentity, rows, retryOf })
    starting.value = false
    if (!outcome.ok) {
      failure.value = outcome.error
      return
    }
    if (wanted.isReverse) {
      const isKept = new Set(wanted.rowIds)
      list.keepOnly(({ id }) => isKept.has(id))
      if (desk.change !== null) desk.choose(action)
    }
    list.attach(outcome.value.jobId, wanted.rowIds)
    await jobs.read(outcome.value.jobId)
  }

  const steer = async (how: 'pause' | 'resume' | 'cancel' | 'settle'): Promise<void> => {
    if (job.value === null) return
    const outcome = await jobs[how](job.value.jobId)
    failure.value = outcome.ok ? null : outcome.error
  }

  const clear = (): void => {
    failure.value = null
    list.clear()
  }

  return { asked, starting, failure, job, ask, retry, sendRest, reverse, confirm, steer, clear }
}
