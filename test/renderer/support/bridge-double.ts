import type { BridgeApi } from '#shared/channels'
import { commandNames } from '#shared/commands'
import type { CommandInput, CommandName, CommandOutcome, CommandValue } from '#shared/commands'
import { eventNames } from '#shared/events'
import type { EventName, Events } from '#shared/events'
import { fail, succeed } from '#shared/outcome'

export type Answers = {
  [Name in CommandName]?: (input: CommandInput<Name>) => CommandOutcome<Name> | Promise<CommandOutcome<Name>>
}

/** An answer that is always the same value. */
export const always =
  <Name extends CommandName>(value: CommandValue<Name>) =>
  (): CommandOutcome<Name> =>
    succeed(value)

/** A `window.lockDesk` that answers as told and tells events when asked to; it keeps what it was given. */
export const createBridgeDouble = (answers: Answers) => {
  const given: { readonly name: CommandName; readonly input: unknown }[] = []
  const listeners = new Map<EventName, Set<(payload: never) => void>>()

  const commands = Object.fromEntries(
    commandNames.map((name) => [
      name,
      async (input: unknown): Promise<unknown> => {
        // The real bridge clones; a reactive proxy or a function would be refused there.
        given.push({ name, input: structuredClone(input) })
        const answer = answers[name] as ((input: unknown) => unknown) | undefined
        return answer === undefined
          ? fail({ code: 'internal', message: `${name} has no answer here` })
          : structuredClone(await answer(input))
      },
    ]),
  ) as unknown as BridgeApi['commands']

  const events = Object.fromEntries(
    eventNames.map((name) => [
      name,
      (listener: (payload: never) => void) => {
        const known = listeners.get(name) ?? new Set()
        listeners.set(name, known.add(listener))
        return () => void known.delete(listener)
      },
    ]),
  ) as unknown as BridgeApi['events']

  const tell = <Name extends EventName>(name: Name, payload: Events[Name]): void => {
    for (const listener of listeners.get(name) ?? []) {
      ;(listener as (payload: Events[Name]) => void)(payload)
    }
  }

  return { api: { commands, events } satisfies BridgeApi, answers, given, tell }
}
