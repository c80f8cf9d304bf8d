import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { CommandValue } from '#shared/bridge/commands'
import { initialDevices } from '#shared/model/locks/attached-device'
import { usbId } from '#shared/usb-id'
import { command, onEvent } from '../../bridge'
import { stateOf } from './device-texts'
import { useCommand } from '../../use-command'

/** All attached HID devices, and the active profiles. */
export const useDevicesStore = defineStore('devices', () => {
  const attached = shallowRef(initialDevices)
  const profiles = shallowRef<CommandValue<'devices/profiles'> | null>(null)
  const { run: readDevices, failure, clear } = useCommand('devices/list')
  const { run: readProfiles, failure: profilesFailure } = useCommand('devices/profiles')
  const selectedId = ref<string | null>(null)

  const devices = computed(() => attached.value.devices)
  const selected = computed(() => devices.value.find(({ deviceId }) => deviceId === selectedId.value) ?? null)
  const inState = (state: ReturnType<typeof stateOf>) =>
    devices.value.filter((device) => stateOf(device) === state)

  const load = async (): Promise<void> => {
    const outcome = await readDevices()
    if (outcome.ok) attached.value = outcome.value
  }
  const loadProfiles = async (): Promise<void> => {
    const outcome = await readProfiles()
    if (outcome.ok) profiles.value = outcome.value
  }
  const rescan = async (): Promise<void> => {
    await command('locks/rescan')
    await load()
  }

  onEvent('devices/changed', (update) => {
    clear()
    attached.value = update
  })

  return {
    attached,
    devices,
    profiles,
    failure,
    profilesFailure,
    selectedId,
    selected,
    read: computed(() => inState('read').length),
    /** Models, of which several locks may be plugged in. */
    newModels: computed(() => new Set(inState('unknown').map(({ facts }) => usbId(facts))).size),
    load,
    loadProfiles,
    rescan,
  }
})
