import type { Job } from '#shared/model/changes/job'
import { isJobStop, jobStopSentences } from '#shared/texts/job-stop'
import { explainFailure, explainReason } from '../../i18n/explain'
import type { Translator } from '../../i18n/explain'
import { joinSentences } from '../../i18n/i18n'

/** Whether the job is paused because it stopped itself: the other rows would likely fail too. */
export const hasStoppedItself = ({ state, pause }: Job): boolean => state === 'paused' && isJobStop(pause)

/** Why a job is paused and what comes next, in one line; null if it is not paused. */
export const pauseText = (job: Job, translator: Translator): string | null => {
  const { pause } = job
  const { t, language } = translator
  if (job.state !== 'paused' || pause === null) return null
  if (isJobStop(pause)) {
    const sentences = jobStopSentences(
      pause,
      job.action,
      (key, values) => t(`common.jobStop.${key}`, values),
      (reason) => explainReason(reason, translator).what,
    )
    return joinSentences(language, sentences)
  }
  const progress = { done: job.rows - job.counts.intent - job.counts.sent, total: job.rows }
  const why = pause.kind === 'platform' ? explainFailure(pause.failure, translator).what : ''
  const next =
    pause.kind === 'journal-not-writable' || pause.kind === 'log-not-delivered'
      ? t(`list.job.pausedNext.${pause.kind}`)
      : ''
  return joinSentences(language, [why, t(`list.job.paused.${pause.kind}`, progress), next])
}
