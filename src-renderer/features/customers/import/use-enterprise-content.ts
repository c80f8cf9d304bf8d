import { computed } from 'vue'
import { useTexts } from '../../../i18n/use-texts'
import type { ImportContent, ImportField } from '../../../ui/import/import-content'
import { useEnterpriseImportStore } from './enterprise-import-store'
import { importFields } from './read-rows'
import type { ImportField as FieldName } from './read-rows'
import { groupOf, toneOf } from './row-group'
import type { RowGroup, ShownImportRow } from './row-group'
import { foundIn, reasonOf } from './row-texts'
import { fullName } from '../../../names/shown-name'

export const titleKeys = {
  enterpriseName: 'customers.field.enterpriseName',
  enterpriseGlobalId: 'common.enterpriseId',
  channelCode: 'customers.field.channelCode',
  channelCustomerId: 'common.channelCustomerId',
} as const satisfies Record<FieldName, string>
const layout: Readonly<Record<FieldName, Pick<ImportField<never>, 'width' | 'hideBelow' | 'isDigits'>>> = {
  enterpriseName: { width: 'minmax(110px, 1.6fr)', hideBelow: 560 },
  // All 19 digits: IDs differ in the last ones.
  enterpriseGlobalId: { width: 'minmax(182px, 1.3fr)', isDigits: true },
  channelCode: { width: 'minmax(90px, 0.9fr)', hideBelow: 760 },
  channelCustomerId: { width: 'minmax(140px, 1fr)', hideBelow: 660 },
}

/** What the import shows of enterprises, and how their rows are corrected before the search. */
export const useEnterpriseContent = () => {
  const store = useEnterpriseImportStore()
  const { t, translator } = useTexts()

  const group = (row: ShownImportRow): RowGroup => groupOf(row, store.job)
  const textOf = (row: ShownImportRow, field: FieldName): string =>
    fullName({ ...row, ...foundIn(row) }[field]) ?? ''
  const isWrong = ({ finding }: ShownImportRow): boolean => finding !== null
  return computed((): ImportContent<ShownImportRow, RowGroup> => ({
    fields: importFields.map((field): ImportField<ShownImportRow> => ({
      key: field,
      title: field === 'enterpriseName' ? t('common.enterprise') : t(titleKeys[field]),
      label: t(titleKeys[field]),
      ...layout[field],
      text: (row) => textOf(row, field),
      input: ({ id }) => store.inputOf(id, field),
    })),
    groupOf: group,
    result: (row) => ({
      text: t(`customers.import.state.${group(row)}`),
      detail: reasonOf(row, group(row), translator),
      tone: toneOf(group(row)),
    }),
    hideResultBelow: 0,
    canCorrect: store.canCorrect,
    needsCorrection: isWrong,
    firstField: ({ finding, enterpriseGlobalId, channelCustomerId }) => {
      if (finding === 'name-too-long') return 'enterpriseName'
      if (finding === 'no-channel') return 'channelCode'
      // Without an enterprise ID, the customer is searched for.
      const isCustomer = enterpriseGlobalId === null && channelCustomerId !== null
      return finding === 'no-customer' || isCustomer ? 'channelCustomerId' : 'enterpriseGlobalId'
    },
    correct: ({ id }, key, given) => {
      const field = importFields.find((name) => name === key)
      if (field !== undefined) store.correct(id, field, given)
    },
  }))
}
