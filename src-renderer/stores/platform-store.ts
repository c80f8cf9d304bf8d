import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { PlatformStatus } from '#shared/bridge/app-commands'
import { command, onEvent } from '../bridge'
import { setPlatformClock } from '../ui/value/platform-time'

export const usePlatformStore = defineStore('platform', () => {
  const status = ref<PlatformStatus | null>(null)
  const checking = ref(false)

  const show = (update: PlatformStatus): void => {
    status.value = update
    setPlatformClock(update.clockAheadMs)
  }

  const load = async (): Promise<void> => {
    const outcome = await command('platform/status')
    if (outcome.ok) show(outcome.value)
  }

  const check = async (): Promise<void> => {
    if (checking.value) return
    checking.value = true
    const outcome = await command('platform/check')
    if (outcome.ok) show(outcome.value)
    checking.value = false
  }

  onEvent('platform/status', show)

  return { status, checking, load, check }
})
