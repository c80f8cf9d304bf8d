import type { EnterpriseImport } from '#shared/model/enterprise-import'
import { explainFailure } from '../../../i18n/explain'
import type { Translator } from '../../../i18n/explain'
import { joinSentences } from '../../../i18n/i18n'
import type { OutColumn } from '../../../ui/sheets/write/write-sheet'
import { mayBeRounded } from './read-rows'
import { groupOf } from './row-group'
import type { RowGroup, ShownImportRow } from './row-group'

const notFoundReason = (row: ShownImportRow, t: Translator['t']): string => {
  if (row.channelCode !== null) return t('customers.import.noCustomer')
  const id = row.enterpriseGlobalId
  return t(id !== null && mayBeRounded(id) ? 'customers.import.rounded' : 'customers.import.noAccess')
}

/** The reason of a row's result; empty if the result says everything. */
export const reasonOf = (row: ShownImportRow, group: RowGroup, { t, language }: Translator): string => {
  if (row.finding === 'duplicate')
    return t('customers.import.finding.duplicate', { line: row.firstLine ?? 0 })
  if (row.finding !== null) return t(`customers.import.finding.${row.finding}`)
  const { result } = row
  if (group === 'not-found') return notFoundReason(row, t)
  if (result?.state === 'added' || result?.state === 'known')
    return result.isRenamed === true ? t('customers.import.renamed') : ''
  if (result?.state !== 'failed') return ''
  if (result.failure === null)
    return t('customers.import.otherEnterprise', { id: result.enterpriseGlobalId ?? '–' })
  const { what, next, smallPrint } = explainFailure(result.failure, { t, language })
  const explained = joinSentences(language, [what, next])
  return smallPrint.length === 0 ? explained : `${explained} (${smallPrint.join(' · ')})`
}

/** The name and ID as the platform has them, or else as in the sheet. */
export const foundIn = (row: ShownImportRow) => {
  const { result } = row
  const found = result?.state === 'added' || result?.state === 'known' ? result : null
  return {
    enterpriseGlobalId: found?.enterpriseGlobalId ?? row.enterpriseGlobalId,
    enterpriseName: found?.enterpriseName ?? row.enterpriseName,
  }
}

/** The columns of the exported results; the first ones can be imported again. */
export const resultColumns = (
  job: EnterpriseImport | null,
  translator: Translator,
): readonly OutColumn<ShownImportRow>[] => {
  const { t } = translator
  return [
    {
      title: t('customers.field.enterpriseName'),
      width: 36,
      value: (row) => foundIn(row).enterpriseName ?? '',
    },
    { title: t('common.enterpriseId'), width: 24, value: (row) => foundIn(row).enterpriseGlobalId ?? '' },
    { title: t('customers.field.channelCode'), width: 16, value: ({ channelCode }) => channelCode ?? '' },
    {
      title: t('common.channelCustomerId'),
      width: 20,
      value: ({ channelCustomerId }) => channelCustomerId ?? '',
    },
    { title: t('common.row'), width: 8, value: ({ line }) => line },
    {
      title: t('common.result'),
      width: 16,
      value: (row) => t(`customers.import.state.${groupOf(row, job)}`),
    },
    {
      title: t('common.column.reason'),
      width: 60,
      value: (row) => reasonOf(row, groupOf(row, job), translator),
    },
  ]
}
