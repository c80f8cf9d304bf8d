import { computed, ref, shallowRef } from 'vue'
import type { CommandArguments } from '#shared/bridge/channels'
import type { CommandFailure, CommandName, CommandOutcome } from '#shared/bridge/commands'
import type { Outcome } from '#shared/outcome'
import { command } from './bridge'

/** What main answered, or, of a store's method, only why it failed. */
type Answer = Outcome<unknown, CommandFailure> | CommandFailure | null

const failureOf = (answer: Answer): CommandFailure | null => {
  if (answer === null || !('ok' in answer)) return answer
  return answer.ok ? null : answer.error
}

/**
 * What a store or component shows of its requests: whether one runs, and why the one that ended last failed. The
 * failure stays while a next request runs; `clear` ends it sooner.
 * @param options.mayDecline main asks in a dialog of the system: declining there (`not-confirmed`) is no failure
 */
export const useRequest = (options: { readonly mayDecline?: boolean } = {}) => {
  const failure = shallowRef<CommandFailure | null>(null)
  const running = ref(0)
  return {
    failure,
    isRunning: computed(() => running.value > 0),
    run: async <Of extends Answer>(request: () => Promise<Of>): Promise<Of> => {
      running.value += 1
      try {
        const answer = await request()
        const failed = failureOf(answer)
        failure.value = options.mayDecline === true && failed?.code === 'not-confirmed' ? null : failed
        return answer
      } finally {
        running.value -= 1
      }
    },
    clear: (): void => void (failure.value = null),
  }
}

/** As `useRequest`, for one command of the bridge. */
export const useCommand = <Name extends CommandName>(
  name: Name,
  options?: Parameters<typeof useRequest>[0],
) => {
  const { run, ...shown } = useRequest(options)
  return {
    ...shown,
    run: (...input: CommandArguments<Name>): Promise<CommandOutcome<Name>> =>
      run(() => command(name, ...input)),
  }
}
