import type { JournalEntry } from '#shared/model/changes/change'
import { exactTime } from '../../../i18n/times'
import type { Texts } from '../../../i18n/use-texts'
import { changeColumns, changeFiles } from '../../../ui/sheets/change-columns'
import type { OutColumn } from '../../../ui/sheets/write/write-sheet'
import { entryOfRow } from './continuous-batch'
import type { BatchRow } from './continuous-batch'
import type { Batch } from './continuous-store'
import { rowText } from './row-texts'

type Translator = Pick<Texts, 't'> & { readonly language: 'en' | 'zh' }

/** The export columns of a batch; rows are in the order the locks came, including skipped ones. */
export const batchColumns = (
  { action, operatorIdentity }: Pick<Batch, 'action' | 'operatorIdentity'>,
  find: (entryId: string) => JournalEntry | undefined,
  translator: Translator,
): readonly OutColumn<BatchRow>[] => {
  const { t, language } = translator
  const text = (row: BatchRow) => rowText(row, entryOfRow(row, find), action, translator)
  return changeColumns(
    changeFiles.continuous,
    {
      shellNumber: ({ number }) => number,
      assetNum: ({ assetNum }) => assetNum ?? '',
      enterprise: ({ enterpriseName }) => enterpriseName ?? '',
      action: () => t(`common.action.${action}`),
      result: (row) => text(row).outcome,
      reason: (row) => text(row).reason,
      operator: (row) => entryOfRow(row, find)?.operatorIdentity ?? operatorIdentity,
      time: (row) => exactTime(entryOfRow(row, find)?.endedAt ?? row.at, language),
      entry: (row) => entryOfRow(row, find)?.entryId ?? '',
    },
    translator,
  )
}
