import type { LockAction } from '#shared/model/change'
import type { LockState } from '#shared/model/lock-record'
import { exactTime } from '../../../i18n/times'
import type { Words } from '../../../i18n/explain'
import type { OutColumn } from '../../../sheets/write-sheet'
import type { ShownRow } from './list-rows'
import { statesOfRow, wordsOfRow } from './row-words'

/** The list as a sheet; what is not known is empty, so that it is not taken for something. */
export const exportColumns = (
  about: { readonly action: LockAction | null; readonly isSent: boolean; readonly now: number },
  words: Words,
): readonly OutColumn<ShownRow>[] => {
  const { t, language } = words
  const { action, isSent, now } = about
  const stateWord = (state: LockState | null): string => (state === null ? '' : t(`words.state.${state}`))
  const isOver = ({ entry }: ShownRow): boolean =>
    entry !== null && entry.state !== 'intent' && entry.state !== 'sent'
  const after = (row: ShownRow): string => {
    if (!isOver(row)) return ''
    const { from, to } = statesOfRow(row, action, now)
    return stateWord(row.entry?.state === 'failed' || row.entry?.state === 'not-sent' ? from : to)
  }
  const column = (
    key:
      | 'number'
      | 'assetNum'
      | 'customer'
      | 'before'
      | 'after'
      | 'outcome'
      | 'reason'
      | 'code'
      | 'time'
      | 'operator',
    width: number,
    value: (row: ShownRow) => string,
  ): OutColumn<ShownRow> => ({ title: t(`list.export.column.${key}`), width, value })

  return [
    column('number', 14, ({ number }) => number),
    column('assetNum', 18, ({ entry, checked }) => entry?.key ?? checked.record?.assetNum ?? ''),
    column('customer', 32, ({ customer }) => customer ?? ''),
    column('before', 12, (row) => stateWord(statesOfRow(row, action, now).from)),
    column('after', 12, after),
    column('outcome', 14, ({ entry }) =>
      entry === null ? '' : t(`words.outcome.${entry.action}.${entry.state}`),
    ),
    column('reason', 48, (row) =>
      row.entry !== null && row.entry.reason === null ? '' : wordsOfRow(row, action, isSent, words).text,
    ),
    column('code', 16, (row) => wordsOfRow(row, action, isSent, words).code),
    column('time', 24, (row) =>
      row.entry !== null && isOver(row) ? exactTime(row.entry.endedAt ?? row.entry.askedAt, language) : '',
    ),
    column('operator', 20, ({ entry }) => entry?.operatorIdentity ?? ''),
  ]
}
