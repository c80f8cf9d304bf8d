import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { useSettingsStore } from '../../app/stores/settings-store'
import { knownOperators, withOperator, withoutOperator } from './operators'

/** Who works at this desk, and whether the desk is covered until somebody says who they are. */
export const useOperatorsStore = defineStore('operators', () => {
  const settings = useSettingsStore()
  const covered = ref(false)

  /** A copy: what a store keeps is reactive, and that cannot cross the bridge. */
  const people = () => ({
    operators: [...settings.settings.operators],
    operatorIdentity: settings.settings.operatorIdentity,
  })

  /** Puts somebody at the desk; true once that is so. */
  const choose = async (name: string): Promise<boolean> => {
    const next = withOperator(people(), name)
    return next !== null && (await settings.change(next)).ok
  }

  const remove = async (name: string): Promise<boolean> =>
    (await settings.change(withoutOperator(people(), name))).ok

  const cover = (): void => void (covered.value = true)

  /** Where the disk does not take it, the person is at the desk for this run all the same: nobody is locked out. */
  const uncover = async (name: string): Promise<void> => {
    await choose(name)
    covered.value = false
  }

  return {
    known: computed(() => knownOperators(settings.settings)),
    current: computed(() => settings.operator),
    covered,
    choose,
    remove,
    cover,
    uncover,
  }
})
