import { computed } from 'vue'
import { stocktakeResults } from '#shared/model/stocktake'
import type { StocktakeRow } from '#shared/model/stocktake'
import { useTexts } from '../../i18n/use-texts'
import type { TableColumn } from '../../ui/table/table-column'
import { shownName } from '../../names/shown-name'

/** All columns that the table may have and a person may choose. */
export const stocktakeColumnKeys = [
  'number',
  'result',
  'comparison',
  'status',
  'enterprise',
  'time',
  'operator',
]

/** The columns of one stocktake's locks. */
export const useStocktakeColumns = (options: {
  /** Whether counts can be undone. */
  readonly isCounting: () => boolean
  /** Whether the rows may be of several enterprises. */
  readonly hasEnterprises: () => boolean
  readonly hasComparison: () => boolean
}) => {
  const { t } = useTexts()

  return computed((): readonly TableColumn<StocktakeRow>[] => [
    {
      key: 'number',
      title: t('stocktake.column.number'),
      width: 'minmax(126px, 1fr)',
      value: ({ number }) => number,
    },
    {
      key: 'result',
      title: t('common.result'),
      width: 'minmax(140px, 3fr)',
      value: ({ result }) => stocktakeResults.indexOf(result),
    },
    ...(options.hasComparison()
      ? [
          {
            key: 'comparison',
            title: t('stocktake.column.comparison'),
            width: 'minmax(120px, 1.2fr)',
            value: ({ comparison }: StocktakeRow) => comparison,
            hideBelow: 560,
          },
        ]
      : []),
    {
      key: 'status',
      title: t('stocktake.column.status'),
      width: 'minmax(116px, 1fr)',
      value: ({ status }) => status,
      hideBelow: 480,
    },
    ...(options.hasEnterprises()
      ? [
          {
            key: 'enterprise',
            title: t('stocktake.column.enterprise'),
            width: 'minmax(120px, 5fr)',
            name: ({ enterpriseName }: StocktakeRow) => enterpriseName,
            sharedText: ({ enterpriseName }: StocktakeRow) => shownName(enterpriseName) ?? '',
            hideBelow: 720,
          },
        ]
      : []),
    {
      key: 'time',
      title: t('stocktake.column.time'),
      width: '186px',
      value: ({ counted }) => counted?.at ?? null,
      hideBelow: 830,
    },
    {
      key: 'operator',
      title: t('common.operator'),
      width: 'minmax(90px, 1fr)',
      name: ({ counted }) => counted?.operator ?? null,
      hideBelow: 940,
    },
    ...(options.isCounting() ? [{ key: 'undo', title: '', width: '32px', align: 'end' as const }] : []),
  ])
}
