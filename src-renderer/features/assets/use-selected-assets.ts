import { computed, watch } from 'vue'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { useAssignStore } from '../../entities/assignment/assign-store'
import { assigneeOf } from '../../entities/assignment/plan-assignment'
import type { AssetRow } from './asset-facets'
import { useAssetsViewStore } from './assets-view-store'

const recordsOf = (rows: readonly AssetRow[]): readonly LockRecord[] => rows.map(({ record }) => record)

/** The selection among all rows, how much of it a filter hides, and assigning and withdrawing it. */
export const useSelectedAssets = (rows: () => readonly AssetRow[], shown: () => readonly AssetRow[]) => {
  const view = useAssetsViewStore()
  const assigning = useAssignStore()

  const selected = computed(() =>
    view.selected.size === 0 ? [] : rows().filter(({ key }) => view.selected.has(key)),
  )
  const assignedCount = computed(() => selected.value.filter(({ record }) => record.holder !== null).length)
  const hidden = computed(() => {
    if (selected.value.length === 0 || !view.isFiltered()) return 0
    let visible = 0
    for (const { key } of shown()) if (view.selected.has(key)) visible += 1
    return selected.value.length - visible
  })

  // The sent selection is cleared: the next assignment must not include it unnoticed.
  watch(
    () => assigning.now?.step,
    (step) => {
      if (step === 'job') view.selected = new Set()
    },
  )

  return {
    selected,
    assignedCount,
    hidden,
    clear: (): void => void (view.selected = new Set()),
    assignSelected: (): void => assigning.assign(recordsOf(selected.value)),
    withdrawSelected: (): void =>
      assigning.withdraw(recordsOf(selected.value).filter(({ holder }) => holder !== null)),
    showEmployee: (record: LockRecord): void => {
      const assignee = assigneeOf(record.holder)
      if (assignee !== null) assigning.chooseAssetsOf(assignee, record.enterpriseGlobalId)
    },
  }
}
