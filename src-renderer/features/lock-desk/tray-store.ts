import { defineStore } from 'pinia'
import { onScopeDispose, ref } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { SimulatedLock, TrayGesture } from '#shared/model/plugged-lock'
import { command, onEvent } from '../../bridge'

/** The simulated locks of training mode. */
export const useTrayStore = defineStore('tray', () => {
  const locks = ref<readonly SimulatedLock[]>([])
  const isLoaded = ref(false)
  const failure = ref<CommandFailure | null>(null)

  const load = async (): Promise<void> => {
    const outcome = await command('tray/list')
    failure.value = outcome.ok ? null : outcome.error
    if (!outcome.ok) return
    locks.value = outcome.value
    isLoaded.value = true
  }

  const act = async (trayId: string, gesture: TrayGesture): Promise<void> => {
    const outcome = await command('tray/act', { trayId, gesture })
    failure.value = outcome.ok ? null : outcome.error
  }

  onScopeDispose(onEvent('tray/changed', (told) => (locks.value = told)))

  return { locks, isLoaded, failure, load, act }
})
