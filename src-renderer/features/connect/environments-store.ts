import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref } from 'vue'
import type { CommandFailure, CommandInput, CommandOutcome } from '#shared/commands'
import type { SwitchAnswer } from '#shared/connect-commands'
import type { EnvironmentFacts, EnvironmentList } from '#shared/model/environment'
import { command, onEvent } from '../../bridge'

/** What keeps the desk from leaving the open platform for another one. */
export interface Leaving {
  readonly to: string
  readonly onTheirWay: number
  readonly jobs: number
}

const askAgainMs = 500

/** The platforms of this desk. Secrets are main's; here is only whether they are kept. */
export const useEnvironmentsStore = defineStore('environments', () => {
  const list = ref<EnvironmentList | null>(null)
  const leaving = ref<Leaving | null>(null)
  const failure = ref<CommandFailure | null>(null)
  const switching = ref(false)

  const load = async (): Promise<void> => {
    const outcome = await command('environments/list')
    if (outcome.ok) list.value = outcome.value
  }

  let waiting: ReturnType<typeof setTimeout> | undefined
  const stay = (): void => {
    clearTimeout(waiting)
    leaving.value = null
  }

  const note = (to: string, answer: SwitchAnswer): void => {
    if (answer.state !== 'busy') {
      stay()
      return
    }
    const { onTheirWay, jobs } = answer
    leaving.value = { to, onTheirWay, jobs }
    // A change without an answer is waited for; a job that sends is a person's to pause.
    if (jobs === 0) waiting = setTimeout(() => void open(to), askAgainMs)
  }

  /** Main loads the page anew once the other platform is open. */
  const open = async (to: string, pauseJobs = false): Promise<void> => {
    clearTimeout(waiting)
    switching.value = true
    const outcome = await command('environments/switch', { id: to, pauseJobs })
    switching.value = false
    failure.value = outcome.ok ? null : outcome.error
    if (outcome.ok) note(to, outcome.value)
    else stay()
  }

  const remove = async (id: string): Promise<CommandFailure | null> => {
    const outcome = await command('environments/remove', { id })
    if (!outcome.ok) return outcome.error
    list.value = outcome.value
    return null
  }

  const signOut = (
    input: CommandInput<'environments/sign-out'>,
  ): Promise<CommandOutcome<'environments/sign-out'>> => command('environments/sign-out', input)

  onScopeDispose(onEvent('environments/changed', (told) => (list.value = told)))
  onScopeDispose(() => clearTimeout(waiting))

  const environments = computed<readonly EnvironmentFacts[]>(() => list.value?.environments ?? [])
  return {
    list,
    environments,
    /** The saved one that is open; null in training and on what the command line named. */
    current: computed(() => environments.value.find(({ id }) => id === list.value?.current) ?? null),
    leaving,
    failure,
    switching,
    load,
    open,
    stay,
    remove,
    signOut,
  }
})
