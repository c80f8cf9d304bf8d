import type { LockAction } from '#shared/model/changes/change'
import { statesOf } from '#shared/model/locks/lock-record'
import type { LockState } from '#shared/model/locks/lock-record'
import type { RowWarning } from '#shared/model/changes/preflight'
import { malformedReason } from '#shared/model/locks/shell-number'
import { changeRow, resultTones } from '../../../entities/change/change-row'
import type { ChangeRow } from '../../../entities/change/change-row'
import { stateReachedBy, statesAfter } from '../../../entities/change/change-states'
import { checkText } from '../../../entities/change/check-text'
import type { Translator } from '../../../i18n/explain'
import type { Tone } from '../../../ui/tag/tone'
import type { RowGroup, ShownRow } from './list-rows'
import { placeText } from './row-places'

export interface RowText {
  readonly text: string
  /** Codes for support; shown small, not used by the filter. */
  readonly code: string
  readonly tone: Tone
}

const tones: Readonly<Record<RowGroup, Tone>> = {
  ready: 'good',
  queued: 'warning',
  checking: 'quiet',
  malformed: 'danger',
  repeated: 'quiet',
  ambiguous: 'warning',
  'no-record': 'unknown',
  already: 'quiet',
  'wrong-type': 'warning',
  'other-enterprise': 'warning',
  'left-out': 'quiet',
  later: 'quiet',
  ...resultTones,
}
export const toneOf = (group: RowGroup): Tone => tones[group]

const warningText = (
  warning: RowWarning,
  action: LockAction,
  isTwice: boolean,
  { t }: Translator,
): string => {
  if (warning === 'no-record') return t(isTwice ? 'list.state.no-record-twice' : 'list.state.no-record')
  return warning === 'already' ? t(`list.state.already.${action}`) : t(`list.state.${warning}`)
}

const resultText = (row: ShownRow, action: LockAction | null, translator: Translator): string => {
  const { t } = translator
  const { result, also, tickable } = row.checked
  switch (result) {
    case 'ready':
      return t(action === null ? 'list.state.found' : 'list.state.ready')
    case 'checking':
      return t('common.searching')
    case 'malformed':
      if (row.source?.problem != null) {
        return t(`list.invalid.${row.source.problem}`, { text: row.text, line: row.source.line })
      }
      return t(`list.invalid.${malformedReason(row.text) ?? 'letters'}`)
    case 'repeated':
      return t('list.state.repeated', { place: placeText(row.duplicateOf ?? row.place, translator) })
    case 'ambiguous':
      return t('list.state.ambiguous', { n: row.records })
    case 'no-record':
      if (row.isUnread) return t('list.state.notSearched')
      if (row.near.length > 0) return t('list.state.no-record-near', { numbers: row.near.join(', ') })
      return warningText(result, action ?? 'disable', tickable, translator)
    default:
      return [result, ...also]
        .map((warning) => warningText(warning, action ?? 'disable', tickable, translator))
        .join(translator.language === 'zh' ? '；' : '; ')
  }
}

/** Null for a row without an entry. */
export const changeOfRow = (
  { entry, unresolved = null }: ShownRow,
  translator: Translator,
  now: number,
): ChangeRow | null =>
  entry === null ? null : changeRow(entry, translator, checkText(unresolved, now, translator))

const sentText = (row: ShownRow, translator: Translator, now: number): RowText => {
  const change = changeOfRow(row, translator, now)
  if (change === null || row.entry?.state === 'intent')
    return { text: translator.t('common.results.waiting'), code: '', tone: resultTones.waiting }
  return { text: change.text, code: change.codes.join(' · '), tone: change.tone }
}

/** The result with what the spreadsheet shows in place of the number: the user may look for that. */
const withShownAs = (text: string, { source }: ShownRow, { t, language }: Translator): string => {
  if (source?.shownAs == null) return text
  const shown = t('sheets.shownAs', { text: source.shownAs, line: source.line })
  return language === 'zh' ? `${text}；${shown}` : `${text}; ${shown}`
}

/** A corrected row says so, with what the file has. */
const withCorrection = (text: string, { correctedFrom = null }: ShownRow, translator: Translator): string => {
  if (correctedFrom === null) return text
  const was = translator.t('list.state.corrected', { text: correctedFrom })
  return `${text}${translator.language === 'zh' ? '；' : '; '}${was}`
}

/** A row's short text: its check result before sending, its result afterwards. */
export const rowText = (
  row: ShownRow,
  action: LockAction | null,
  isSent: boolean,
  translator: Translator,
  now: number,
): RowText => {
  if (row.sent) return sentText(row, translator, now)
  if (row.isQueued === true)
    return { text: translator.t('list.state.queued'), code: '', tone: toneOf('queued') }
  const checkedText = withShownAs(resultText(row, action, translator), row, translator)
  const text = withCorrection(checkedText, row, translator)
  if (!isSent) return { text, code: '', tone: toneOf(row.checked.result) }
  return {
    text:
      row.checked.result === 'ready'
        ? translator.t(row.isLater === true ? 'list.state.later' : 'list.state.left-out')
        : text,
    code: '',
    tone: 'quiet',
  }
}

/** A row’s states before and after the change, as its receipt has them; empty if unknown or without a change. */
export const stateChangeOfRow = (
  row: ShownRow,
  action: LockAction | null,
  now: number,
): { readonly from: readonly LockState[]; readonly to: readonly LockState[] } => {
  const { checked } = row
  const entry = row.entry ?? row.entryOfDuplicate ?? null
  if (entry !== null) {
    // Not from the record, which may already show the result of this change or a later one.
    const from = entry.statesBefore ?? []
    if (entry.state === 'failed' || entry.state === 'not-sent') return { from, to: [] }
    return { from, to: entry.state === 'unknown' ? ['unknown'] : statesAfter(from, entry.action) }
  }
  const from: readonly LockState[] = checked.record === null ? [] : statesOf(checked.record, now)
  const isChanged = action !== null && row.ticked && !from.includes(stateReachedBy(action))
  return { from, to: isChanged ? statesAfter(from, action) : [] }
}
