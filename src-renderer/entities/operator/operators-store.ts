import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { Name } from '#shared/model/name'
import { useSettingsStore } from '../../stores/settings-store'
import { knownOperators, withOperator, withoutOperator } from './operators'
import { fullName } from '../../names/shown-name'

/** The operators of this computer, and whether the app is locked until one is chosen. */
export const useOperatorsStore = defineStore('operators', () => {
  const settings = useSettingsStore()
  const locked = ref(false)

  /** A plain copy: reactive proxies cannot be cloned for the bridge. */
  const operatorSettings = () => ({
    operators: [...settings.settings.operators],
    operatorIdentity: settings.settings.operatorIdentity,
  })

  /** Sets the operator; resolves to true on success. */
  const choose = async (name: Name): Promise<boolean> => {
    const next = withOperator(operatorSettings(), fullName(name))
    return next !== null && (await settings.change(next)).ok
  }

  /** Why the last removal failed; the operator is still listed, and chosen as before. */
  const removeFailure = shallowRef<CommandFailure | null>(null)
  const remove = async (name: Name): Promise<boolean> => {
    const outcome = await settings.change(withoutOperator(operatorSettings(), name))
    removeFailure.value = outcome.ok ? null : outcome.error
    return outcome.ok
  }

  const lock = (): void => void (locked.value = true)

  /** If saving fails, the operator is set for this run: the store of the settings keeps it. */
  const unlock = async (name: Name): Promise<void> => {
    await choose(name)
    locked.value = false
  }

  return {
    known: computed(() => knownOperators(settings.settings)),
    current: computed(() => settings.operator),
    locked,
    choose,
    remove,
    removeFailure,
    lock,
    unlock,
  }
})
