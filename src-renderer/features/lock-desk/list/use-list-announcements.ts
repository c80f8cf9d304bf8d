import { ref, watch } from 'vue'
import type { Ref } from 'vue'
import type { Job } from '#shared/model/changes/job'
import { groupShellNumber } from '#shared/model/locks/shell-number'
import { useTexts } from '../../../i18n/use-texts'
import { pauseText } from '../../../entities/change/pause-text'
import { useListStore } from './list-store'
import { placeText } from './row-places'
import { rowText } from './row-texts'

/** Announced in quarters, so that the screen reader does not count every row. */
const steps = 4

/** Announces list events to screen readers: a scan's check result, a job's progress and its end. */
export const useListAnnouncements = (deps: { job: () => Job | null; summary: () => string }): Ref<string> => {
  const announcement = ref('')
  const list = useListStore()
  const { t, tn, translator } = useTexts()

  watch(
    () => {
      const point = list.highlighted
      const row = point === null ? undefined : list.shown.find(({ id }) => id === point.id)
      return point === null || row === undefined ? null : { point, row }
    },
    (now) => {
      if (now === null || now.row.checked.result === 'checking') return
      const { point, row } = now
      if (point.isDuplicate) {
        announcement.value = t('list.announce.duplicate', {
          number: groupShellNumber(row.number),
          place: placeText(row.place, translator),
        })
        return
      }
      const result = rowText(row, list.action, list.isSent, translator, Date.now()).text
      announcement.value = t('list.announce.scanned', { number: groupShellNumber(row.number), result })
    },
  )
  watch(
    () => (list.searching === null && list.highlighted === null ? list.rows.length : 0),
    (count) => {
      if (count > 0 && !list.isSent) announcement.value = tn('list.announce.added', count)
    },
  )
  watch(
    () => {
      const job = deps.job()
      if (job === null) return null
      const processed = job.rows - job.counts.intent - job.counts.sent
      return { job, processed, step: Math.floor((processed * steps) / Math.max(1, job.rows)) }
    },
    (now, before) => {
      if (now === null) return
      const { job, processed, step } = now
      if (job.state === 'ended') {
        if (before?.job.state !== 'ended' || before.job.jobId !== job.jobId)
          announcement.value = t(job.retryOf === null ? 'list.announce.ended' : 'list.announce.endedAgain', {
            summary: deps.summary(),
          })
      } else if (job.state === 'paused' && before?.job.state === 'running') {
        announcement.value = pauseText(job, translator) ?? announcement.value
      } else if (step !== before?.step) {
        announcement.value = t('list.job.progress', { done: processed, total: job.rows })
      }
    },
  )
  return announcement
}
