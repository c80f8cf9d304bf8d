import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { TrialOutcome } from '#shared/device-commands'
import type { ProfileCheck } from '#shared/model/lock-profile'
import { command } from '../../bridge'

/** As long as somebody goes on typing, nothing is checked. */
const restMs = 120

/** The profile on the bench: its text, what is wrong with it, and what came of trying it. */
export const useBenchStore = defineStore('bench', () => {
  /** Null while the bench is empty. */
  const text = ref<string | null>(null)
  /** The file it came from, until it is saved. */
  const importedFrom = ref<string | null>(null)
  const check = shallowRef<ProfileCheck | null>(null)
  const result = shallowRef<{ readonly deviceId: string; readonly outcome: TrialOutcome } | null>(null)
  const trying = ref(false)
  const saving = ref(false)
  const saved = ref(false)
  /** What a command of the bench failed with, and which one. */
  const failure = shallowRef<{
    readonly what: 'check' | 'try' | 'save' | 'arm' | 'open'
    readonly failure: CommandFailure
  } | null>(null)
  const armed = shallowRef<{ readonly deviceId: string; readonly until: number } | null>(null)
  let resting: ReturnType<typeof setTimeout> | undefined
  let disarming: ReturnType<typeof setTimeout> | undefined
  let asked = 0

  const checkNow = async (): Promise<void> => {
    clearTimeout(resting)
    if (text.value === null) return
    const mine = (asked += 1)
    const outcome = await command('devices/check-profile', { text: text.value })
    if (mine !== asked) return
    if (outcome.ok) check.value = outcome.value
    else failure.value = { what: 'check', failure: outcome.error }
  }

  const edit = (changed: string): void => {
    text.value = changed
    saved.value = false
    failure.value = null
    clearTimeout(resting)
    resting = setTimeout(() => void checkNow(), restMs)
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

  /** False where the person thought better of it, or it could not be opened. */
  const openFile = async (): Promise<boolean> => {
    const outcome = await command('devices/open-profile')
    if (!outcome.ok) failure.value = { what: 'open', failure: outcome.error }
    else if (outcome.value !== null) open(outcome.value.text, outcome.value.name)
    return outcome.ok && outcome.value !== null
  }

  const disarm = async (): Promise<void> => {
    clearTimeout(disarming)
    if (armed.value === null) return
    armed.value = null
    await command('devices/disarm')
  }

  const arm = async (deviceId: string): Promise<void> => {
    const outcome = await command('devices/arm', { deviceId })
    failure.value = outcome.ok ? null : { what: 'arm', failure: outcome.error }
    if (!outcome.ok) return
    const { forMs } = outcome.value
    armed.value = { deviceId, until: Date.now() + forMs }
    if (result.value?.outcome.state === 'not-armed') result.value = null
    clearTimeout(disarming)
    disarming = setTimeout(() => void disarm(), forMs)
  }

  const tryOn = async (deviceId: string): Promise<void> => {
    if (text.value === null || trying.value) return
    trying.value = true
    const outcome = await command('devices/try-profile', { deviceId, text: text.value })
    trying.value = false
    failure.value = outcome.ok ? null : { what: 'try', failure: outcome.error }
    result.value = outcome.ok ? { deviceId, outcome: outcome.value } : null
  }

  /** The device for which the bench must be armed first; null where it is saved, or why not is in `failure`. */
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
    clearTimeout(resting)
    asked += 1
    text.value = null
    importedFrom.value = null
    check.value = null
    result.value = null
    failure.value = null
    saved.value = false
    void disarm()
  }

  onScopeDispose(() => {
    clearTimeout(resting)
    clearTimeout(disarming)
  })

  return {
    text,
    importedFrom,
    check,
    problems: computed(() => (check.value?.ok === false ? check.value.problems : [])),
    result,
    trying,
    saving,
    saved,
    failure,
    armed,
    edit,
    open,
    openProfile,
    openFile,
    arm,
    disarm,
    tryOn,
    endTrial: () => command('devices/end-trial'),
    save,
    close,
  }
})
