import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure, CommandValue } from '#shared/commands'
import { noDevicesYet } from '#shared/model/attached-device'
import { command, onEvent } from '../../bridge'
import { stateOf } from './device-words'

/** Everything HID that is attached, and the profiles in effect. */
export const useDevicesStore = defineStore('devices', () => {
  const attached = shallowRef(noDevicesYet)
  const shelf = shallowRef<CommandValue<'devices/profiles'> | null>(null)
  const failure = ref<CommandFailure | null>(null)
  const shelfFailure = ref<CommandFailure | null>(null)
  const selectedId = ref<string | null>(null)

  const devices = computed(() => attached.value.devices)
  const selected = computed(() => devices.value.find(({ deviceId }) => deviceId === selectedId.value) ?? null)
  const count = (state: ReturnType<typeof stateOf>) =>
    devices.value.filter((device) => stateOf(device) === state).length

  const load = async (): Promise<void> => {
    const outcome = await command('devices/list')
    failure.value = outcome.ok ? null : outcome.error
    if (outcome.ok) attached.value = outcome.value
  }
  const loadShelf = async (): Promise<void> => {
    const outcome = await command('devices/profiles')
    shelfFailure.value = outcome.ok ? null : outcome.error
    if (outcome.ok) shelf.value = outcome.value
  }
  const lookAgain = async (): Promise<void> => {
    await command('locks/rescan')
    await load()
  }

  const unsubscribe = onEvent('devices/changed', (told) => {
    failure.value = null
    attached.value = told
  })
  onScopeDispose(unsubscribe)

  return {
    attached,
    devices,
    shelf,
    failure,
    shelfFailure,
    selectedId,
    selected,
    read: computed(() => count('read')),
    unknown: computed(() => count('unknown')),
    load,
    loadShelf,
    lookAgain,
  }
})
