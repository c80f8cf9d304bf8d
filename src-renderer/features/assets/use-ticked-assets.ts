import { computed, watch } from 'vue'
import type { LockRecord } from '#shared/model/lock-record'
import { useAssignStore } from '../../assign/assign-store'
import { personOf } from '../../assign/plan-assignment'
import type { AssetRow } from './asset-facets'
import { useAssetsViewStore } from './assets-view-store'

const recordsOf = (some: readonly AssetRow[]): readonly LockRecord[] => some.map(({ record }) => record)

/** What is ticked among all rows, how much of it a filter hides, and giving and taking it. */
export const useTickedAssets = (rows: () => readonly AssetRow[], shown: () => readonly AssetRow[]) => {
  const view = useAssetsViewStore()
  const assigning = useAssignStore()

  const ticked = computed(() =>
    view.selected.size === 0 ? [] : rows().filter(({ key }) => view.selected.has(key)),
  )
  const held = computed(() => ticked.value.filter(({ record }) => record.holder !== null).length)
  const hidden = computed(() => {
    if (ticked.value.length === 0 || !view.isFiltered()) return 0
    let visible = 0
    for (const { key } of shown()) if (view.selected.has(key)) visible += 1
    return ticked.value.length - visible
  })

  // What was ticked is on its way: the next assignment must not take it along unseen.
  watch(
    () => assigning.now?.step,
    (step) => {
      if (step === 'job') view.selected = new Set()
    },
  )

  return {
    ticked,
    held,
    hidden,
    clear: (): void => void (view.selected = new Set()),
    assignTicked: (): void => assigning.assign(recordsOf(ticked.value)),
    withdrawTicked: (): void =>
      assigning.withdraw(recordsOf(ticked.value).filter(({ holder }) => holder !== null)),
    openPerson: (record: LockRecord): void => {
      const person = personOf(record.holder)
      if (person !== null) assigning.ofPerson(person, record.enterpriseGlobalId)
    },
  }
}
