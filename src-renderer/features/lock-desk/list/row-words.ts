import type { LockAction } from '#shared/model/change'
import { statesOf } from '#shared/model/lock-record'
import type { LockState } from '#shared/model/lock-record'
import type { Doubt } from '#shared/model/pre-flight'
import { malformedReason } from '#shared/model/shell-number'
import { explainReason } from '../../../i18n/explain'
import type { Words } from '../../../i18n/explain'
import { groupOf } from './list-rows'
import type { RowGroup, ShownRow } from './list-rows'

export type Tone = 'good' | 'doubt' | 'bad' | 'open' | 'quiet'

export interface RowWords {
  readonly text: string
  /** Codes, for support; shown small and not filtered by. */
  readonly code: string
  readonly tone: Tone
}

const tones: Readonly<Record<RowGroup, Tone>> = {
  ready: 'good',
  checking: 'quiet',
  malformed: 'bad',
  repeated: 'quiet',
  ambiguous: 'doubt',
  'no-record': 'open',
  already: 'quiet',
  'wrong-type': 'doubt',
  'other-enterprise': 'doubt',
  waiting: 'quiet',
  done: 'good',
  failed: 'doubt',
  'not-sent': 'quiet',
  unknown: 'open',
  'left-out': 'quiet',
}
export const toneOf = (group: RowGroup): Tone => tones[group]

const doubtText = (doubt: Doubt, action: LockAction, isTwice: boolean, { t }: Words): string => {
  if (doubt === 'no-record') return t(isTwice ? 'list.verdict.no-record-twice' : 'list.verdict.no-record')
  return doubt === 'other-enterprise'
    ? t('list.verdict.other-enterprise')
    : t(`list.verdict.${doubt}.${action}`)
}

const verdictText = (row: ShownRow, action: LockAction | null, words: Words): string => {
  const { t } = words
  const { verdict, also, firstRow, tickable } = row.checked
  switch (verdict) {
    case 'ready':
      return t(action === null ? 'list.verdict.found' : 'list.verdict.ready')
    case 'checking':
      return t('list.verdict.checking')
    case 'malformed':
      return t(`list.malformed.${malformedReason(row.text) ?? 'letters'}`)
    case 'repeated':
      return t('list.verdict.repeated', { row: (firstRow ?? 0) + 1 })
    case 'ambiguous':
      return t('list.verdict.ambiguous', { n: row.records })
    default:
      return [verdict, ...also]
        .map((doubt) => doubtText(doubt, action ?? 'disable', tickable, words))
        .join(words.language === 'zh' ? '；' : '; ')
  }
}

const sentText = (row: ShownRow, words: Words): RowWords => {
  const { entry } = row
  const tone = toneOf(groupOf(row, true))
  if (entry === null || entry.state === 'intent')
    return { text: words.t('list.verdict.waiting'), code: '', tone }
  const outcome = words.t(`words.outcome.${entry.action}.${entry.state}`)
  if (entry.reason === null) return { text: outcome, code: '', tone }
  const { what, smallPrint } = explainReason(entry.reason, words)
  // “Disabled: the record was looked up, and the change was made” says nothing the first word does not; why it was
  // refused says that it was.
  const colon = words.language === 'zh' ? '：' : ': '
  const text =
    entry.state === 'done' ? outcome : entry.state === 'unknown' ? `${outcome}${colon}${what}` : what
  return { text, code: smallPrint.join(' · '), tone }
}

/** What is said of a row, in a few words: its verdict before it is sent, what became of it after. */
export const wordsOfRow = (
  row: ShownRow,
  action: LockAction | null,
  isSent: boolean,
  words: Words,
): RowWords => {
  if (row.sent) return sentText(row, words)
  const text = verdictText(row, action, words)
  if (!isSent) return { text, code: '', tone: toneOf(row.checked.verdict) }
  return {
    text: row.checked.verdict === 'ready' ? words.t('list.verdict.left-out') : text,
    code: '',
    tone: 'quiet',
  }
}

const lockedState = (locked: boolean | null): LockState | null =>
  locked === null ? null : locked ? 'disabled' : 'enabled'

/** The state of a row's lock, and the one it will have or has now; null where there is none to tell. */
export const statesOfRow = (
  row: ShownRow,
  action: LockAction | null,
  now: number,
): { readonly from: LockState | null; readonly to: LockState | null } => {
  const { checked } = row
  const entry = row.entry ?? row.entryOfFirst ?? null
  if (entry !== null) {
    const from = lockedState(entry.lockedBefore) ?? lockedState(checked.record?.locked ?? null)
    const to = entry.action === 'disable' ? 'disabled' : 'enabled'
    if (entry.state === 'failed' || entry.state === 'not-sent') return { from, to: null }
    return { from, to: entry.state === 'unknown' ? 'unknown' : to }
  }
  const from = checked.record === null ? null : statesOf(checked.record, now)[0]
  const to = action === null || !row.ticked ? null : action === 'disable' ? 'disabled' : 'enabled'
  return { from, to: to === from ? null : to }
}
