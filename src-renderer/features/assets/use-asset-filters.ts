import { dayOf } from '#shared/model/calendar-day'
import { lockStates } from '#shared/model/locks/lock-record'
import type { LockState } from '#shared/model/locks/lock-record'
import { useEnterprisesStore } from '../../entities/enterprise/enterprises-store'
import type { ListFilters } from '../../entities/list-page/use-list-page'
import type { FilterValues } from '../../entities/saved-view/use-saved-view'
import { useTexts } from '../../i18n/use-texts'
import { usePlatformZone } from '../../ui/value/platform-time'
import { expiryDays, monthsFrom, noFilter } from './asset-facets'
import type { AssetFilter } from './asset-facets'
import { useAssetsViewStore } from './assets-view-store'
import { fullName } from '../../names/shown-name'

/** All columns that the table may have. */
export const assetColumnKeys = [
  'number',
  'name',
  'customer',
  'type',
  'chip',
  'state',
  'holder',
  'extension',
  'end',
]
const all = '*'

const holderValues = (holder: AssetFilter['holder']): readonly string[] => {
  if (holder === null) return []
  return typeof holder === 'string' ? [holder] : ['employee', holder.memberGlobalId, fullName(holder.name)]
}
const holderOf = ([kind, memberGlobalId, name]: readonly string[]): AssetFilter['holder'] => {
  if (kind === 'none' || kind === 'some') return kind
  return memberGlobalId === undefined || name === undefined ? null : { memberGlobalId, name }
}

/** The filters of the assets. The one by extension is a request to the platform and is not saved. */
export const useAssetFilters = (): ListFilters => {
  const view = useAssetsViewStore()
  const zone = usePlatformZone()
  const enterprises = useEnterprisesStore()
  const { t } = useTexts()

  /** False if the enterprise is no longer known. */
  const showEnterprise = async (id: string): Promise<boolean> => {
    await enterprises.loadOnce()
    if (id !== all && !enterprises.byId.has(id)) return false
    view.isAll = id === all
    if (id !== all) enterprises.choose(id)
    return true
  }

  return {
    notKept: ['enterprise'],
    clear: view.clearAll,
    values: (): FilterValues => {
      const { states, types, chips, holder, ends, borrowed } = view.filter
      const { chosenId } = enterprises
      return {
        enterprise: view.isAll ? [all] : chosenId === null ? [] : [chosenId],
        states,
        types,
        chips,
        holder: holderValues(holder),
        ends: ends === null ? [] : [ends],
        borrowed: borrowed ? ['only'] : [],
      }
    },
    apply: async (filter) => {
      const ignored: string[] = []
      const [enterprise] = filter['enterprise'] ?? []
      if (enterprise !== undefined && !(await showEnterprise(enterprise))) ignored.push(t('views.enterprise'))
      const isState = (state: string): state is LockState => lockStates.some((known) => known === state)
      const states = (filter['states'] ?? []).filter(isState)
      if (states.length < (filter['states'] ?? []).length) ignored.push(t('assets.filter.states'))
      const [end = null] = filter['ends'] ?? []
      const ends = [
        ...expiryDays.map((days) => `within-${days}`),
        ...monthsFrom(dayOf(Date.now(), zone.value), zone.value).map(({ span }) => span),
        ...['ended', 'later', 'never', 'unknown'],
      ]
      const isEnd = end === null || ends.includes(end)
      if (!isEnd) ignored.push(t('assets.filter.ends'))
      view.filter = {
        ...noFilter,
        states,
        types: filter['types'] ?? [],
        chips: filter['chips'] ?? [],
        holder: holderOf(filter['holder'] ?? []),
        ends: isEnd ? end : null,
        borrowed: filter['borrowed'] !== undefined,
      }
      return ignored
    },
  }
}
