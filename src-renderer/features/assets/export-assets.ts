import type { TimeZone } from '#shared/model/time-zone'
import type { Translator } from '../../i18n/explain'
import { exactTime } from '../../i18n/times'
import { typeName } from '../../entities/lock/lock-texts'
import type { OutColumn } from '../../ui/sheets/write/write-sheet'
import type { AssetFilter, AssetRow } from './asset-facets'
import { holderText, sheetEnd } from './asset-texts'
import type { Name } from '#shared/model/name'

/** The export columns. Numbers and IDs are text, so that no zero is lost; unknown values are empty. */
export const assetExportColumns = (
  { extension }: Pick<AssetFilter, 'extension'>,
  translator: Translator,
  zone: TimeZone,
): readonly OutColumn<AssetRow>[] => {
  const { t, language } = translator
  const yesOrNo = (value: boolean | null): string =>
    value === null ? '' : t(value ? 'common.yes' : 'desk.facts.no')
  const column = (
    key:
      | 'number'
      | 'assetNum'
      | 'name'
      | 'note'
      | 'customer'
      | 'type'
      | 'chip'
      | 'state'
      | 'otherStates'
      | 'holder'
      | 'holderId'
      | 'lent'
      | 'borrowed'
      | 'validFrom'
      | 'validUntil'
      | 'daysLeft'
      | 'extensions'
      | 'customerId'
      | 'read',
    width: number,
    value: (row: AssetRow) => Name | number | null,
  ): OutColumn<AssetRow> => ({ title: t(`assets.export.column.${key}`), width, value })
  const between = language === 'zh' ? '；' : '; '
  return [
    column('number', 14, ({ record }) => record.shellNumber ?? ''),
    column('assetNum', 18, ({ record }) => record.assetNum),
    column('name', 24, ({ named }) => named?.name ?? ''),
    column('note', 32, ({ named }) => named?.note ?? ''),
    column('customer', 32, ({ record }) => record.enterpriseName ?? record.enterpriseGlobalId),
    column('type', 24, ({ record }) => typeName(record, language) ?? ''),
    column('chip', 10, ({ record }) => record.chipGeneration),
    column('state', 12, ({ states }) => t(`common.state.${states[0]}`)),
    column('otherStates', 16, ({ states }) =>
      states
        .slice(1)
        .map((state) => t(`common.state.${state}`))
        .join(between),
    ),
    column('holder', 16, ({ record }) => holderText(record) ?? ''),
    column('holderId', 24, ({ record }) => record.holder?.memberGlobalId ?? ''),
    column('lent', 8, ({ record }) => yesOrNo(record.lent)),
    column('borrowed', 12, ({ record }) => yesOrNo(record.borrowedUsbKey)),
    column('validFrom', 14, ({ record }) => sheetEnd(record.limitStart, translator, zone)),
    column('validUntil', 14, ({ record }) => sheetEnd(record.limitEnd, translator, zone)),
    column('daysLeft', 10, ({ daysToEnd }) => daysToEnd),
    ...(extension === null
      ? [
          column('extensions', 24, ({ record }) =>
            (record.extensions ?? [])
              .map(({ code, value }) => (value === null ? code : `${code}=${value}`))
              .join(between),
          ),
        ]
      : [
          { title: extension.code, width: 20, value: ({ key }: AssetRow) => extension.values.get(key) ?? '' },
        ]),
    column('customerId', 24, ({ record }) => record.customerId ?? ''),
    column('read', 22, ({ record }) => exactTime(record.readAt, language)),
  ]
}
