import type { LockAction, JournalEntry } from '#shared/model/change'
import { explainEntry, explainFailure } from '../../../i18n/explain'
import { joinSentences } from '../../../i18n/i18n'
import type { Texts } from '../../../i18n/use-texts'
import type { BatchRow } from './armed-batch'

type Words = Pick<Texts, 't'> & { readonly language: 'en' | 'zh' }

/** What a row of a batch says: its outcome in a word, and why where it is not plainly done. */
export const wordsOfRow = (
  { state }: BatchRow,
  entry: JournalEntry | null,
  action: LockAction,
  words: Words,
): { readonly outcome: string; readonly why: string } => {
  const { t, language } = words
  if (entry !== null) {
    const outcome = t(`words.outcome.${entry.action}.${entry.state}`)
    if (entry.state === 'done') return { outcome, why: '' }
    const { what, next } = explainEntry(entry, words)
    return { outcome, why: joinSentences(language, [what, entry.state === 'unknown' ? '' : next]) }
  }
  if (state.is === 'called-out') {
    const why = state.why === 'already' ? t(`armed.already.${action}`) : t(`armed.why.${state.why}`)
    const failure = state.failure === null ? '' : explainFailure(state.failure, words).what
    return { outcome: t('armed.passedOver'), why: joinSentences(language, [why, failure]) }
  }
  if (state.is === 'failed') {
    const { what, next } = explainFailure(state.failure, words, { isRead: false })
    return { outcome: t(`words.outcome.${action}.not-sent`), why: joinSentences(language, [what, next]) }
  }
  return { outcome: t(state.is === 'sending' ? `armed.sending.${action}` : 'armed.waiting'), why: '' }
}
