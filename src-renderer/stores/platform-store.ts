import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { PlatformStatus } from '#shared/bridge/app-commands'
import { command, onEvent } from '../bridge'

export const usePlatformStore = defineStore('platform', () => {
  const status = ref<PlatformStatus | null>(null)
  const checking = ref(false)

  const load = async (): Promise<void> => {
    const outcome = await command('platform/status')
    if (outcome.ok) status.value = outcome.value
  }

  const check = async (): Promise<void> => {
    if (checking.value) return
    checking.value = true
    const outcome = await command('platform/check')
    if (outcome.ok) status.value = outcome.value
    checking.value = false
  }

  onEvent('platform/status', (update) => (status.value = update))

  return { status, checking, load, check }
})
