import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, watch } from 'vue'
import type { CommandFailure, CommandInput, CommandOutcome } from '#shared/bridge/commands'
import type { SwitchResult } from '#shared/bridge/connect-commands'
import type { PlatformFacts, PlatformList } from '#shared/model/app/saved-platform'
import type { TimeZone } from '#shared/model/time-zone'
import { command, onEvent } from '../../bridge'
import { useUnsentRowsStore } from '../../stores/unsent-rows-store'
import type { UnsentCount } from '../../stores/unsent-rows-store'
import { setPlatformZone } from '../../ui/value/platform-time'
import { useCommand } from '../../use-command'

/** What prevents switching to another platform. */
export interface PendingSwitch {
  readonly to: string
  readonly inFlight: number
  readonly jobs: number
  /** What would be lost; it is asked about before anything else. */
  readonly unsent: readonly UnsentCount[]
}

const retryDelayMs = 500

/** The platforms on this computer. Main has the secrets; this store only knows whether they are saved. */
export const useSavedPlatformsStore = defineStore('environments', () => {
  const unsent = useUnsentRowsStore()
  const list = ref<PlatformList | null>(null)
  const pendingSwitch = ref<PendingSwitch | null>(null)
  const switchRequest = useCommand('environments/switch')

  const load = async (): Promise<void> => {
    const outcome = await command('environments/list')
    if (outcome.ok) list.value = outcome.value
  }

  let waiting: ReturnType<typeof setTimeout> | undefined
  /** Rises with each request and each cancel: the answer to an earlier request asks for nothing more. */
  let asked = 0
  const stay = (): void => {
    asked += 1
    clearTimeout(waiting)
    pendingSwitch.value = null
  }

  const applySwitchResult = (to: string, result: SwitchResult): void => {
    if (result.state !== 'busy') {
      stay()
      return
    }
    const { inFlight, jobs } = result
    pendingSwitch.value = { to, inFlight, jobs, unsent: [] }
    // A pending request is waited for; a sending job must be paused by the user.
    if (jobs === 0) waiting = setTimeout(() => void open(to, { discards: true }), retryDelayMs)
  }

  /** Main reloads the page once the other platform is open. */
  const open = async (to: string, { pauseJobs = false, discards = false } = {}): Promise<void> => {
    clearTimeout(waiting)
    if (!discards && unsent.total > 0) {
      pendingSwitch.value = { to, inFlight: 0, jobs: 0, unsent: unsent.counts }
      return
    }
    asked += 1
    const own = asked
    const outcome = await switchRequest.run({ id: to, pauseJobs })
    if (own !== asked) return
    if (outcome.ok) applySwitchResult(to, outcome.value)
    else stay()
  }

  const remove = async (id: string): Promise<CommandFailure | null> => {
    const outcome = await command('environments/remove', { id })
    if (!outcome.ok) return outcome.error
    list.value = outcome.value
    return null
  }

  const setTimeZone = async (id: string, timeZone: TimeZone): Promise<CommandFailure | null> => {
    const outcome = await command('environments/set-time-zone', { id, timeZone })
    if (!outcome.ok) return outcome.error
    list.value = outcome.value
    return null
  }

  const setLookOnly = async (id: string, lookOnly: boolean): Promise<CommandFailure | null> => {
    const outcome = await command('environments/set-look-only', { id, lookOnly })
    if (!outcome.ok) return outcome.error
    list.value = outcome.value
    return null
  }

  const signOut = (
    input: CommandInput<'environments/sign-out'>,
  ): Promise<CommandOutcome<'environments/sign-out'>> => command('environments/sign-out', input)

  onEvent('environments/changed', (update) => (list.value = update))
  onScopeDispose(() => clearTimeout(waiting))

  const platforms = computed<readonly PlatformFacts[]>(() => list.value?.environments ?? [])
  /** The saved platform in use; null in training or with a command-line platform. */
  const current = computed(() => platforms.value.find(({ id }) => id === list.value?.current) ?? null)
  watch(current, (open) => setPlatformZone(open?.timeZone ?? null), { flush: 'sync' })
  return {
    list,
    platforms,
    current,
    pendingSwitch,
    failure: switchRequest.failure,
    switching: switchRequest.isRunning,
    load,
    open,
    stay,
    remove,
    setTimeZone,
    setLookOnly,
    signOut,
  }
})
