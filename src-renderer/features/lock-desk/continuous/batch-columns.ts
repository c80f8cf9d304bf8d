import type { JournalEntry } from '#shared/model/changes/change'
import { exactTime } from '../../../i18n/times'
import type { Texts } from '../../../i18n/use-texts'
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
  const column = (
    key:
      'number' | 'assetNum' | 'enterprise' | 'action' | 'result' | 'reason' | 'operator' | 'time' | 'entry',
    value: (row: BatchRow, entry: JournalEntry | null) => string,
  ): OutColumn<BatchRow> => ({
    title: t(`continuous.csv.${key}`),
    value: (row) => value(row, entryOfRow(row, find)),
  })
  return [
    column('number', ({ number }) => number),
    column('assetNum', ({ assetNum }) => assetNum ?? ''),
    column('enterprise', ({ enterpriseName }) => enterpriseName ?? ''),
    column('action', () => t(`common.action.${action}`)),
    column('result', (row, entry) => rowText(row, entry, action, translator).outcome),
    column('reason', (row, entry) => rowText(row, entry, action, translator).reason),
    column('operator', (_row, entry) => entry?.operatorIdentity ?? operatorIdentity),
    column('time', ({ at }, entry) => exactTime(entry?.endedAt ?? at, language)),
    column('entry', (_row, entry) => entry?.entryId ?? ''),
  ]
}
