import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { SimulatedLock, SimulatorGesture } from '#shared/model/locks/plugged-lock'
import { command, onEvent } from '../../bridge'

/** The simulated locks of training mode. */
export const useSimulatorStore = defineStore('simulator', () => {
  const locks = ref<readonly SimulatedLock[]>([])
  const isLoaded = ref(false)
  const failure = ref<CommandFailure | null>(null)

  const load = async (): Promise<void> => {
    const outcome = await command('simulator/list')
    failure.value = outcome.ok ? null : outcome.error
    if (!outcome.ok) return
    locks.value = outcome.value
    isLoaded.value = true
  }

  const act = async (trayId: string, gesture: SimulatorGesture): Promise<void> => {
    const outcome = await command('simulator/act', { trayId, gesture })
    failure.value = outcome.ok ? null : outcome.error
  }

  onEvent('simulator/changed', (update) => (locks.value = update))

  return { locks, isLoaded, failure, load, act }
})
