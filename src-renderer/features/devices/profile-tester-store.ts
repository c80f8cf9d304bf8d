import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { TrialOutcome } from '#shared/bridge/device-commands'
import type { ProfileCheck } from '#shared/model/locks/lock-profile'
import { command } from '../../bridge'

/** The text is checked after this pause in typing, ms. */
const checkDelayMs = 120

/** The profile in the tester: its text, its problems and test results. */
export const useProfileTesterStore = defineStore('profile-tester', () => {
  /** Null while no profile is open. */
  const text = ref<string | null>(null)
  /** The file it was imported from, until it is saved. */
  const importedFrom = ref<string | null>(null)
  const check = shallowRef<ProfileCheck | null>(null)
  const result = shallowRef<{ readonly deviceId: string; readonly outcome: TrialOutcome } | null>(null)
  const isTrying = ref(false)
  const saving = ref(false)
  const saved = ref(false)
  /** The last failed command and its failure. */
  const failure = shallowRef<{
    readonly what: 'check' | 'try' | 'save' | 'allowSending' | 'open'
    readonly failure: CommandFailure
  } | null>(null)
  const allowedDevice = shallowRef<{ readonly deviceId: string; readonly until: number } | null>(null)
  let checkTimer: ReturnType<typeof setTimeout> | undefined
  let allowanceTimer: ReturnType<typeof setTimeout> | undefined
  let lastCheckId = 0

  const checkNow = async (): Promise<void> => {
    clearTimeout(checkTimer)
    if (text.value === null) return
    const checkId = (lastCheckId += 1)
    const outcome = await command('devices/check-profile', { text: text.value })
    if (checkId !== lastCheckId) return
    if (outcome.ok) check.value = outcome.value
    else failure.value = { what: 'check', failure: outcome.error }
  }

  const edit = (changed: string): void => {
    text.value = changed
    saved.value = false
    failure.value = null
    clearTimeout(checkTimer)
    checkTimer = setTimeout(() => void checkNow(), checkDelayMs)
  }

  const open = (opened: string, from: string | null = null): void => {
    check.value = null
    result.value = null
    edit(opened)
    importedFrom.value = from
    void checkNow()
  }

  const openProfile = async (id: string): Promise<void> => {
    const outcome = await command('devices/profile-text', { id })
    if (outcome.ok) open(outcome.value)
    else failure.value = { what: 'open', failure: outcome.error }
  }

  /** False if canceled or if the file could not be opened. */
  const openFile = async (): Promise<boolean> => {
    const outcome = await command('devices/open-profile')
    if (!outcome.ok) failure.value = { what: 'open', failure: outcome.error }
    else if (outcome.value !== null) open(outcome.value.text, outcome.value.name)
    return outcome.ok && outcome.value !== null
  }

  const stopSending = async (): Promise<void> => {
    clearTimeout(allowanceTimer)
    if (allowedDevice.value === null) return
    allowedDevice.value = null
    await command('devices/stop-sending')
  }

  const allowSending = async (deviceId: string): Promise<void> => {
    const outcome = await command('devices/allow-sending', { deviceId })
    failure.value = outcome.ok ? null : { what: 'allowSending', failure: outcome.error }
    if (!outcome.ok) return
    const { forMs } = outcome.value
    allowedDevice.value = { deviceId, until: Date.now() + forMs }
    if (result.value?.outcome.state === 'not-armed') result.value = null
    clearTimeout(allowanceTimer)
    allowanceTimer = setTimeout(() => void stopSending(), forMs)
  }

  const runTrial = async (deviceId: string): Promise<void> => {
    if (text.value === null || isTrying.value) return
    isTrying.value = true
    const outcome = await command('devices/try-profile', { deviceId, text: text.value })
    isTrying.value = false
    failure.value = outcome.ok ? null : { what: 'try', failure: outcome.error }
    result.value = outcome.ok ? { deviceId, outcome: outcome.value } : null
  }

  /**
   * Returns the device that must be allowed to send first; null if saved, or on failure with the reason in
   * `failure`.
   */
  const save = async (): Promise<string | null> => {
    if (text.value === null) return null
    saving.value = true
    const outcome = await command('devices/save-profile', { text: text.value })
    saving.value = false
    failure.value = outcome.ok ? null : { what: 'save', failure: outcome.error }
    saved.value = outcome.ok && outcome.value.state === 'saved'
    if (outcome.ok && outcome.value.state === 'not-armed') {
      const { deviceId } = outcome.value
      result.value = { deviceId, outcome: { state: 'not-armed' } }
      return deviceId
    }
    if (saved.value) {
      importedFrom.value = null
      await checkNow()
    }
    return null
  }

  const close = (): void => {
    clearTimeout(checkTimer)
    lastCheckId += 1
    text.value = null
    importedFrom.value = null
    check.value = null
    result.value = null
    failure.value = null
    saved.value = false
    void stopSending()
  }

  onScopeDispose(() => {
    clearTimeout(checkTimer)
    clearTimeout(allowanceTimer)
  })

  return {
    text,
    importedFrom,
    check,
    problems: computed(() => (check.value?.ok === false ? check.value.problems : [])),
    result,
    isTrying,
    saving,
    saved,
    failure,
    allowedDevice,
    edit,
    open,
    openProfile,
    openFile,
    allowSending,
    stopSending,
    runTrial,
    endTrial: () => command('devices/end-trial'),
    save,
    close,
  }
})
