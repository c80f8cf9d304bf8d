import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import { command } from '../../../bridge'
import { usePluggedStore } from '../../../entities/lock/plugged-store'

/** The dialog about a model without a lock profile. */
export const useUnknownModelStore = defineStore('unknown-model', () => {
  const plugged = usePluggedStore()
  const plugId = ref<string | null>(null)
  const working = ref(false)
  const failure = ref<CommandFailure | null>(null)

  /** Null after the device was unplugged: then there is nothing to compare. */
  const lock = computed(() => plugged.locks.find((lock) => lock.plugId === plugId.value) ?? null)

  const open = (id: string): void => {
    plugId.value = id
    failure.value = null
  }
  const close = (): void => void (plugId.value = null)

  const enable = async (): Promise<void> => {
    const reading = lock.value?.reading
    if (lock.value === null || reading?.state !== 'failed' || reading.candidate === null) return
    working.value = true
    const outcome = await command('locks/enable-model', {
      plugId: lock.value.plugId,
      comparedNumber: reading.candidate,
    })
    working.value = false
    if (outcome.ok) close()
    else failure.value = outcome.error
  }

  return { lock, working, failure, open, close, enable }
})
