import type { LockAction, JournalEntry } from '#shared/model/changes/change'
import { explainEntry, explainFailure } from '../../../i18n/explain'
import { joinSentences } from '../../../i18n/i18n'
import type { Texts } from '../../../i18n/use-texts'
import type { BatchRow } from './continuous-batch'

type Translator = Pick<Texts, 't'> & { readonly language: 'en' | 'zh' }

/** The texts of a batch row: its result, and the reason unless it simply succeeded. */
export const rowText = (
  { state }: BatchRow,
  entry: JournalEntry | null,
  action: LockAction,
  translator: Translator,
): { readonly outcome: string; readonly reason: string } => {
  const { t, language } = translator
  if (entry !== null) {
    const outcome = t(`common.outcome.${entry.action}.${entry.state}`)
    if (entry.state === 'done') return { outcome, reason: '' }
    const { what, next } = explainEntry(entry, translator)
    return { outcome, reason: joinSentences(language, [what, entry.state === 'unknown' ? '' : next]) }
  }
  if (state.kind === 'skipped') {
    const reason =
      state.reason === 'already'
        ? t(`continuous.already.${action}`)
        : t(`continuous.skipReason.${state.reason}`)
    const failure = state.failure === null ? '' : explainFailure(state.failure, translator).what
    return { outcome: t('common.results.skipped'), reason: joinSentences(language, [reason, failure]) }
  }
  if (state.kind === 'failed') {
    const { what, next } = explainFailure(state.failure, translator, { isRead: false })
    return { outcome: t(`common.outcome.${action}.not-sent`), reason: joinSentences(language, [what, next]) }
  }
  return {
    outcome: t(state.kind === 'sending' ? `continuous.sending.${action}` : 'common.results.waiting'),
    reason: '',
  }
}
