import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { SimulatedLock, SimulatorGesture } from '#shared/model/locks/plugged-lock'
import { command, onEvent } from '../../bridge'

/** The simulated locks of training mode. */
export const useSimulatorStore = defineStore('simulator', () => {
  const locks = ref<readonly SimulatedLock[]>([])
  const isLoaded = ref(false)
  /** Whether training simulates that there is no connection; null outside training. */
  const isCut = ref<boolean | null>(null)
  const isCutting = ref(false)
  const failure = ref<CommandFailure | null>(null)

  const load = async (): Promise<void> => {
    const outcome = await command('simulator/list')
    failure.value = outcome.ok ? null : outcome.error
    if (!outcome.ok) return
    locks.value = outcome.value
    isLoaded.value = true
    const connection = await command('simulator/connection')
    isCut.value = connection.ok ? (connection.value?.isCut ?? null) : null
  }

  const cutConnection = async (cut: boolean): Promise<void> => {
    if (isCutting.value) return
    isCutting.value = true
    const outcome = await command('simulator/cut-connection', { isCut: cut })
    isCutting.value = false
    failure.value = outcome.ok ? null : outcome.error
    if (outcome.ok) isCut.value = outcome.value.isCut
  }

  const act = async (trayId: string, gesture: SimulatorGesture): Promise<void> => {
    const outcome = await command('simulator/act', { trayId, gesture })
    failure.value = outcome.ok ? null : outcome.error
  }

  onEvent('simulator/changed', (update) => (locks.value = update))

  return { locks, isLoaded, isCut, isCutting, failure, load, act, cutConnection }
})
