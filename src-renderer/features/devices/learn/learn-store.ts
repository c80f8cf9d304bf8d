import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { AddOutcome, LearnState } from '#shared/model/locks/learned-model'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { command } from '../../../bridge'

/** The guide that learns a lock model from locks whose numbers are known. */
export const useLearnStore = defineStore('learn', () => {
  /** Null while the guide is closed. */
  const learning = shallowRef<LearnState | null>(null)
  /** Devices that were added since they were plugged in. */
  const addedDevices = ref<readonly string[]>([])
  const isLooking = ref(false)
  /** Why the last lock was not added. */
  const rejected = shallowRef<Exclude<AddOutcome, { state: 'added' }> | null>(null)
  const failure = shallowRef<CommandFailure | null>(null)
  const savedId = ref<string | null>(null)

  const start = async (): Promise<void> => {
    const outcome = await command('learn/start')
    failure.value = outcome.ok ? null : outcome.error
    if (!outcome.ok) return
    learning.value = outcome.value
    addedDevices.value = []
    rejected.value = null
    savedId.value = null
  }

  const add = async (deviceId: string, number: ShellNumber): Promise<boolean> => {
    if (isLooking.value) return false
    isLooking.value = true
    const outcome = await command('learn/add', { deviceId, number })
    isLooking.value = false
    failure.value = outcome.ok ? null : outcome.error
    if (!outcome.ok) return false
    rejected.value = outcome.value.state === 'added' ? null : outcome.value
    if (outcome.value.state !== 'added' || learning.value === null) return false
    learning.value = outcome.value.learning
    addedDevices.value = [...addedDevices.value, deviceId]
    return true
  }

  const save = async (): Promise<boolean> => {
    const outcome = await command('learn/save')
    failure.value = outcome.ok ? null : outcome.error
    savedId.value = outcome.ok ? outcome.value.id : null
    return outcome.ok
  }

  const close = async (): Promise<void> => {
    if (learning.value === null) return
    learning.value = null
    await command('learn/cancel')
  }

  return { learning, addedDevices, isLooking, rejected, failure, savedId, start, add, save, close }
})
