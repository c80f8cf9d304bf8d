import { computed, watch } from 'vue'
import type { LockAction } from '#shared/model/changes/change'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { isPhysical } from '#shared/model/stocktake'
import { useOpenPage } from '../../actions/open-page'
import { assetKey } from '../../entities/asset/asset-key'
import { useAssignStore } from '../../entities/assignment/assign-store'
import { assigneeOf } from '#shared/model/changes/plan-assignment'
import { lendableOf, lendRequestOfSelection } from '../../entities/loan/lend-link'
import type { AssetRow } from './asset-facets'
import { useAssetsViewStore } from './assets-view-store'

const recordsOf = (rows: readonly AssetRow[]): readonly LockRecord[] => rows.map(({ record }) => record)

/** The selection among all rows, how much of it a filter hides, and its actions. */
export const useSelectedAssets = (rows: () => readonly AssetRow[], shown: () => readonly AssetRow[]) => {
  const view = useAssetsViewStore()
  const assigning = useAssignStore()
  const openPage = useOpenPage()

  const selected = computed(() =>
    view.selected.size === 0 ? [] : rows().filter(({ key }) => view.selected.has(key)),
  )
  const assignedCount = computed(() => selected.value.filter(({ record }) => record.holder !== null).length)
  const lendable = computed(() => lendableOf(recordsOf(selected.value)))
  const hidden = computed(() => {
    if (selected.value.length === 0 || !view.isFiltered()) return 0
    let visible = 0
    for (const { key } of shown()) if (view.selected.has(key)) visible += 1
    return selected.value.length - visible
  })

  // The sent selection is cleared: the next assignment must not include it unnoticed. One of other assets leaves it.
  watch(
    () => assigning.now,
    (now) => {
      if (now?.step === 'job' && now.moves.some(({ record }) => view.selected.has(assetKey(record))))
        view.selected = new Set()
    },
  )

  return {
    selected,
    assignedCount,
    lendableCount: computed(() => lendable.value?.assets.length ?? 0),
    hidden,
    clear: (): void => void (view.selected = new Set()),
    assignSelected: (): void => assigning.assign(recordsOf(selected.value)),
    withdrawSelected: (): void =>
      assigning.withdraw(recordsOf(selected.value).filter(({ holder }) => holder !== null)),
    /** The list checks each lock and sends those that the user confirms. */
    listSelected: (action: LockAction): void => {
      const numbers = selected.value.map(({ record }) => record.assetNum)
      void openPage('desk', { action, numbers, reverses: null })
    },
    /** Whether the selection can be lent in one loan. */
    lendSelected: (): boolean => {
      if (lendable.value === null) return false
      void openPage('lending', lendRequestOfSelection(lendable.value))
      return true
    },
    labelSelected: (): void => {
      const numbers = selected.value.map(({ record }) => record.shellNumber ?? record.assetNum)
      void openPage('labels', { numbers, title: null, from: 'assets' })
    },
    /** A new stocktake of the selected locks. Returns whether there is one among them. */
    countSelected: (viewName: string | null): boolean => {
      const numbers = recordsOf(selected.value)
        .filter(isPhysical)
        .map(({ assetNum }) => assetNum)
      if (numbers.length === 0) return false
      void openPage('stocktake', { name: viewName, numbers })
      return true
    },
    showEmployee: (record: LockRecord): void => {
      const assignee = assigneeOf(record.holder)
      if (assignee !== null) assigning.chooseAssetsOf(assignee, record.enterpriseGlobalId)
    },
  }
}
