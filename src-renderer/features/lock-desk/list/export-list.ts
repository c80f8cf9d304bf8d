import type { LockAction } from '#shared/model/changes/change'
import type { LockName } from '#shared/model/locks/lock-name'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { rowResultOf } from '../../../entities/change/change-row'
import { statesText } from '../../../entities/change/change-states'
import { exactTime } from '../../../i18n/times'
import type { Translator } from '../../../i18n/explain'
import { changeColumns, changeFiles } from '../../../ui/sheets/change-columns'
import type { OutColumn } from '../../../ui/sheets/write/write-sheet'
import type { ShownRow } from './list-rows'
import { changeOfRow, stateChangeOfRow, rowText } from './row-texts'

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
  const { language } = translator
  const { action, isSent, now, nameOf } = about
  const isOver = ({ entry }: ShownRow): boolean => rowResultOf(entry) !== 'waiting'
  const after = (row: ShownRow): string => {
    if (!isOver(row)) return ''
    const { from, to } = stateChangeOfRow(row, action, now)
    const isUnchanged = row.entry?.state === 'failed' || row.entry?.state === 'not-sent'
    return statesText(isUnchanged ? from : to, translator)
  }
  return changeColumns(
    changeFiles.list,
    {
      number: ({ number }) => number,
      assetNum: ({ entry, checked }) => entry?.key ?? checked.record?.assetNum ?? '',
      name: ({ checked }) => nameOf(checked.record)?.name ?? '',
      note: ({ checked }) => nameOf(checked.record)?.note ?? '',
      enterprise: ({ customer }) => customer ?? '',
      holder: ({ checked }) => checked.record?.holder?.name ?? '',
      before: (row) => statesText(stateChangeOfRow(row, action, now).from, translator),
      after,
      result: (row) => changeOfRow(row, translator, now)?.result ?? '',
      reason: (row) =>
        changeOfRow(row, translator, now)?.reason ?? rowText(row, action, isSent, translator, now).text,
      code: (row) => rowText(row, action, isSent, translator, now).code,
      time: (row) => (isOver(row) ? exactTime(changeOfRow(row, translator, now)?.at ?? now, language) : ''),
      operator: ({ entry }) => entry?.operatorIdentity ?? '',
    },
    translator,
  )
}
