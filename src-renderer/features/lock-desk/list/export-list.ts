import type { LockAction } from '#shared/model/changes/change'
import type { LockName } from '#shared/model/locks/lock-name'
import type { LockRecord, LockState } from '#shared/model/locks/lock-record'
import { exactTime } from '../../../i18n/times'
import type { Translator } from '../../../i18n/explain'
import type { OutColumn } from '../../../ui/sheets/write/write-sheet'
import type { ShownRow } from './list-rows'
import { stateChangeOfRow, rowText } from './row-texts'

/** The export columns of the list; unknown values are empty, so that they are not mistaken for data. */
export const exportColumns = (
  about: {
    readonly action: LockAction | null
    readonly isSent: boolean
    readonly now: number
    /** The name and note on this computer. */
    readonly nameOf: (record: LockRecord | null) => LockName | null
  },
  translator: Translator,
): readonly OutColumn<ShownRow>[] => {
  const { t, language } = translator
  const { action, isSent, now, nameOf } = about
  const stateText = (state: LockState | null): string => (state === null ? '' : t(`common.state.${state}`))
  const isOver = ({ entry }: ShownRow): boolean =>
    entry !== null && entry.state !== 'intent' && entry.state !== 'sent'
  const after = (row: ShownRow): string => {
    if (!isOver(row)) return ''
    const { from, to } = stateChangeOfRow(row, action, now)
    return stateText(row.entry?.state === 'failed' || row.entry?.state === 'not-sent' ? from : to)
  }
  const column = (
    key:
      | 'number'
      | 'assetNum'
      | 'name'
      | 'note'
      | 'customer'
      | 'holder'
      | 'before'
      | 'after'
      | 'result'
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
    column('name', 24, ({ checked }) => nameOf(checked.record)?.name ?? ''),
    column('note', 32, ({ checked }) => nameOf(checked.record)?.note ?? ''),
    column('customer', 32, ({ customer }) => customer ?? ''),
    column('holder', 24, ({ checked }) => checked.record?.holder?.name ?? ''),
    column('before', 12, (row) => stateText(stateChangeOfRow(row, action, now).from)),
    column('after', 12, after),
    column('result', 14, ({ entry }) =>
      entry === null ? '' : t(`common.outcome.${entry.action}.${entry.state}`),
    ),
    column('reason', 48, (row) =>
      row.entry !== null && row.entry.reason === null
        ? ''
        : rowText(row, action, isSent, translator, now).text,
    ),
    column('code', 16, (row) => rowText(row, action, isSent, translator, now).code),
    column('time', 24, (row) =>
      row.entry !== null && isOver(row)
        ? exactTime(row.entry.endedAt ?? row.entry.requestedAt, language)
        : '',
    ),
    column('operator', 20, ({ entry }) => entry?.operatorIdentity ?? ''),
  ]
}
