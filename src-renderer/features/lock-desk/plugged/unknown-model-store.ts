import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { usePluggedStore } from '../../../entities/lock/plugged-store'
import { useCommand } from '../../../use-command'

/** The dialog about a model without a lock profile. */
export const useUnknownModelStore = defineStore('unknown-model', () => {
  const plugged = usePluggedStore()
  const plugId = ref<string | null>(null)
  const { run, isRunning: working, failure, clear } = useCommand('locks/enable-model')

  /** Null after the device was unplugged: then there is nothing to compare. */
  const lock = computed(() => plugged.locks.find((lock) => lock.plugId === plugId.value) ?? null)

  const open = (id: string): void => {
    plugId.value = id
    clear()
  }
  const close = (): void => void (plugId.value = null)

  const enable = async (): Promise<void> => {
    const reading = lock.value?.reading
    if (lock.value === null || reading?.state !== 'failed' || reading.candidate === null) return
    const outcome = await run({ plugId: lock.value.plugId, comparedNumber: reading.candidate })
    if (outcome.ok) close()
  }

  return { lock, working, failure, open, close, enable }
})
