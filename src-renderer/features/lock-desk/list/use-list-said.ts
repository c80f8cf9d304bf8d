import { ref, watch } from 'vue'
import type { Ref } from 'vue'
import type { Job } from '#shared/model/job'
import { groupShellNumber } from '#shared/model/shell-number'
import { useTexts } from '../../../i18n/use-texts'
import { useDeskStore } from '../desk-store'
import { useListStore } from './list-store'
import { wordsOfRow } from './row-words'

/** Told in quarters: a voice that counts to ten thousand helps nobody. */
const steps = 4

/** What a screen reader is told of the list unasked: a scan's verdict, how far a job is, how it ended. */
export const useListSaid = (deps: { job: () => Job | null; summary: () => string }): Ref<string> => {
  const said = ref('')
  const desk = useDeskStore()
  const list = useListStore()
  const { t, tn, language } = useTexts()

  watch(
    () => {
      const point = list.pointedAt
      const row = point === null ? undefined : list.shown.find(({ id }) => id === point.id)
      return point === null || row === undefined ? null : { point, row }
    },
    (now) => {
      if (now === null || now.row.checked.verdict === 'checking') return
      const { point, row } = now
      if (point.isAgain) {
        said.value = t('list.say.repeated', { number: groupShellNumber(row.number), row: row.place })
        return
      }
      const verdict = wordsOfRow(row, desk.change, list.isSent, { t, language: language.value }).text
      said.value = t('list.say.scanned', { number: groupShellNumber(row.number), verdict })
    },
  )
  watch(
    () => (list.looking === null && list.pointedAt === null ? list.rows.length : 0),
    (count) => {
      if (count > 0 && !list.isSent) said.value = tn('list.say.added', count)
    },
  )
  watch(
    () => {
      const job = deps.job()
      if (job === null) return null
      const gone = job.rows - job.counts.intent - job.counts.sent
      return { job, gone, step: Math.floor((gone * steps) / Math.max(1, job.rows)) }
    },
    (now, before) => {
      if (now === null) return
      const { job, gone, step } = now
      if (job.state === 'ended') {
        if (before?.job.state !== 'ended' || before.job.jobId !== job.jobId)
          said.value = t(job.retryOf === null ? 'list.say.ended' : 'list.say.endedAgain', {
            summary: deps.summary(),
          })
      } else if (job.state === 'paused' && before?.job.state === 'running') {
        if (job.pause !== null)
          said.value = t(`list.job.paused.${job.pause.kind}`, { done: gone, total: job.rows })
      } else if (step !== before?.step) {
        said.value = t('list.say.progress', { done: gone, total: job.rows })
      }
    },
  )
  return said
}
