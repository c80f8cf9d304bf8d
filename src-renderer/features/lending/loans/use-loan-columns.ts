import { computed } from 'vue'
import type { Ref } from 'vue'
import type { Loan } from '#shared/model/changes/loan'
import { useTexts } from '../../../i18n/use-texts'
import type { TableColumn, TableSort } from '../../../ui/table/table-column'
import { isOnlyListed } from './sort-loans'
import { fullName, shownName } from '../../../names/shown-name'

/** All columns that the table may have. */
export const loanColumnKeys = ['due', 'lock', 'employee', 'enterprise', 'assets', 'since', 'operator']

/** All text by which a loan can be found. */
export const searchTextOf = (loan: Loan): string =>
  [
    loan.shellNumber,
    loan.borrowedUsbKey,
    fullName(loan.memberName),
    fullName(loan.enterpriseName),
    fullName(loan.lentHere?.operatorIdentity),
    fullName(loan.note),
    ...loan.assets.map(({ assetNum }) => assetNum),
  ]
    .filter((part) => part !== null && part !== undefined)
    .join('\n')

/** The columns for the shown loans. */
export const useLoanColumns = (loans: Ref<readonly Loan[]>, sort: Ref<TableSort | null>) => {
  const { t } = useTexts()

  /** Only loans made on this computer have a time and an operator. */
  const hasLentHere = computed(() => loans.value.some(({ lentHere }) => lentHere !== null))
  const columnsLentHere = computed((): readonly TableColumn<Loan>[] => [
    {
      key: 'since',
      title: t('lending.column.since'),
      width: 'minmax(96px, 0.6fr)',
      value: ({ lentHere }) => lentHere?.since ?? null,
      hideBelow: 600,
    },
    {
      key: 'operator',
      title: t('lending.column.operator'),
      width: 'minmax(80px, 0.8fr)',
      name: ({ lentHere }) => lentHere?.operatorIdentity ?? null,
      sharedText: ({ lentHere }) => shownName(lentHere?.operatorIdentity) ?? '',
      hideBelow: 920,
    },
  ])
  /** A column for the due dates of this computer, if there is one. */
  const columnsDue = computed((): readonly TableColumn<Loan>[] =>
    sort.value === null && loans.value.every(isOnlyListed)
      ? []
      : [
          {
            key: 'due',
            title: t('lending.column.due'),
            // “Waiting for the platform” is longer than any due date; names get what is left.
            width: `minmax(${loans.value.some(({ state }) => state === 'returned') ? '196px' : '148px'}, 0.4fr)`,
            value: ({ dueOn }) => dueOn,
          },
        ],
  )
  return computed((): readonly TableColumn<Loan>[] => [
    ...columnsDue.value,
    {
      key: 'lock',
      title: t('lending.column.lock'),
      width: '132px',
      value: ({ shellNumber, borrowedUsbKey }) => shellNumber ?? borrowedUsbKey,
    },
    {
      key: 'employee',
      title: t('lending.column.employee'),
      width: 'minmax(110px, 1.2fr)',
      name: ({ memberName }) => memberName,
    },
    {
      key: 'enterprise',
      title: t('lending.column.enterprise'),
      width: 'minmax(120px, 2.6fr)',
      name: ({ enterpriseName, enterpriseGlobalId }) => enterpriseName ?? enterpriseGlobalId,
      sharedText: ({ enterpriseName, enterpriseGlobalId }) => shownName(enterpriseName) ?? enterpriseGlobalId,
      hideBelow: 740,
    },
    {
      key: 'assets',
      title: t('lending.column.assets'),
      width: 'minmax(80px, 0.6fr)',
      value: ({ assets }) => assets.length,
      hideBelow: 830,
    },
    ...(hasLentHere.value ? columnsLentHere.value : []),
  ])
}
