import { computed, toValue } from 'vue'
import type { ComputedRef, MaybeRefOrGetter } from 'vue'
import { knownTime } from '#shared/model/api/timestamp'
import { endDate } from '../../i18n/end-date'
import { useTexts } from '../../i18n/use-texts'
import { useLockNamesStore } from '../../entities/lock-name/lock-names-store'
import { typeName } from '../../entities/lock/lock-texts'
import { usePlatformZone } from '../../ui/value/platform-time'
import type { TableColumn } from '../../ui/table/table-column'
import type { AssetFilter, AssetRow } from './asset-facets'
import { chipText, holderText, stateRank } from './asset-texts'
import { shownName } from '../../names/shown-name'

/** The columns of the asset table with their sort values. */
export const useAssetColumns = (options: {
  /** The rows are from several enterprises. */
  readonly showsCustomer: MaybeRefOrGetter<boolean>
  readonly extension: MaybeRefOrGetter<AssetFilter['extension']>
}): ComputedRef<readonly TableColumn<AssetRow>[]> => {
  const { t, language, translator } = useTexts()
  const names = useLockNamesStore()
  const zone = usePlatformZone()
  return computed<readonly TableColumn<AssetRow>[]>(() => {
    const extension = toValue(options.extension)
    const hasNames = names.byKey.size > 0
    // Columns of some lists need room, which those of less importance give: below the sum of the smallest widths (px) they
    // are hidden, so that the table does not scroll sideways.
    const customerRoom = toValue(options.showsCustomer) ? 106 : 0
    const room = customerRoom + (hasNames ? 96 : 0) + (extension === null ? 0 : 96)
    return [
      {
        key: 'number',
        title: t('common.number'),
        width: '120px',
        value: ({ record }) => record.shellNumber ?? record.assetNum,
      },
      ...(!hasNames
        ? []
        : [
            {
              key: 'name',
              title: t('common.name'),
              width: 'minmax(80px, 2fr)',
              hideBelow: 694 + customerRoom,
              name: ({ named }: AssetRow) => (named === null || named.name === '' ? null : named.name),
              sharedText: ({ named }: AssetRow) => shownName(named?.name) ?? '',
            },
          ]),
      ...(toValue(options.showsCustomer)
        ? [
            {
              key: 'customer',
              title: t('common.enterprise'),
              width: 'minmax(90px, 3fr)',
              hideBelow: 704,
              name: ({ record }: AssetRow) => record.enterpriseName ?? record.enterpriseGlobalId,
              sharedText: ({ record }: AssetRow) =>
                shownName(record.enterpriseName) ?? record.enterpriseGlobalId,
            },
          ]
        : []),
      {
        key: 'type',
        title: t('assets.column.type'),
        width: 'minmax(120px, 3.4fr)',
        hideBelow: 732 + room,
        value: ({ record }) => typeName(record, language.value),
        sharedText: ({ record }) => typeName(record, language.value) ?? t('common.unknownType'),
      },
      {
        key: 'chip',
        title: t('assets.column.chip'),
        width: '88px',
        hideBelow: Math.max(940, 836 + room),
        value: ({ record }) => record.chipGeneration,
        sharedText: ({ kind }) => chipText(kind.chip, translator),
      },
      { key: 'state', title: t('common.status'), width: 'minmax(96px, 160px)', value: stateRank },
      {
        key: 'holder',
        title: t('common.column.holder'),
        // Most names of employees are read to their ends.
        width: 'minmax(104px, 2fr)',
        hideBelow: 594,
        name: ({ record }) => holderText(record),
        sharedText: ({ record }) => shownName(holderText(record)) ?? t('common.unassigned'),
      },
      ...(extension === null
        ? []
        : [
            {
              key: 'extension',
              title: t('assets.column.extension', { code: extension.code }),
              width: 'minmax(80px, 1fr)',
              value: ({ key }: AssetRow) => extension.values.get(key) ?? null,
            },
          ]),
      {
        key: 'end',
        title: t('common.validUntil'),
        width: 'minmax(128px, 156px)',
        align: 'end',
        hideBelow: 442 + (extension === null ? 0 : 96),
        value: ({ record }) => knownTime(record.limitEnd),
        sharedText: ({ record }) => endDate(record.limitEnd, translator, zone.value),
      },
    ]
  })
}
