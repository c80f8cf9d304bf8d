import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { SimulatedLock, SimulatorGesture } from '#shared/model/locks/plugged-lock'
import { command, onEvent } from '../../bridge'
import { useRequest } from '../../use-command'

/** The simulated locks of training mode. */
export const useSimulatorStore = defineStore('simulator', () => {
  const locks = ref<readonly SimulatedLock[]>([])
  const isLoaded = ref(false)
  /** Whether training simulates that there is no connection; null outside training. */
  const isCut = ref<boolean | null>(null)
  const isCutting = ref(false)
  const { run, failure } = useRequest()

  const load = async (): Promise<void> => {
    const outcome = await run(() => command('simulator/list'))
    if (!outcome.ok) return
    locks.value = outcome.value
    isLoaded.value = true
    const connection = await command('simulator/connection')
    isCut.value = connection.ok ? (connection.value?.isCut ?? null) : null
  }

  const cutConnection = async (cut: boolean): Promise<void> => {
    if (isCutting.value) return
    isCutting.value = true
    const outcome = await run(() => command('simulator/cut-connection', { isCut: cut }))
    isCutting.value = false
    if (outcome.ok) isCut.value = outcome.value.isCut
  }

  const act = async (trayId: string, gesture: SimulatorGesture): Promise<void> => {
    await run(() => command('simulator/act', { trayId, gesture }))
  }

  onEvent('simulator/changed', (update) => (locks.value = update))

  return { locks, isLoaded, isCut, isCutting, failure, load, act, cutConnection }
})
