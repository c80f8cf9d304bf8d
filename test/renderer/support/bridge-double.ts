import type { BridgeApi } from '#shared/bridge/channels'
import { commandNames } from '#shared/bridge/command-names'
import type { CommandInput, CommandName, CommandOutcome, CommandValue } from '#shared/bridge/commands'
import { eventNames } from '#shared/bridge/events'
import type { EventName, Events } from '#shared/bridge/events'
import { fail, succeed } from '#shared/outcome'

export type Handlers = {
  [Name in CommandName]?: (input: CommandInput<Name>) => CommandOutcome<Name> | Promise<CommandOutcome<Name>>
}

/** A handler that always returns the same value. */
export const always =
  <Name extends CommandName>(value: CommandValue<Name>) =>
  (): CommandOutcome<Name> =>
    succeed(value)

/** A `window.lockDesk` with the given handlers that can emit events; it records its inputs. */
export const createBridgeDouble = (handlers: Handlers) => {
  const calls: { readonly name: CommandName; readonly input: unknown }[] = []
  const listeners = new Map<EventName, Set<(payload: never) => void>>()

  const commands = Object.fromEntries(
    commandNames.map((name) => [
      name,
      async (input: unknown): Promise<unknown> => {
        // The real bridge clones its input; a reactive proxy or a function would be rejected.
        calls.push({ name, input: structuredClone(input) })
        const handler = handlers[name] as ((input: unknown) => unknown) | undefined
        return handler === undefined
          ? fail({ code: 'internal', message: `${name} has no handler in this test` })
          : structuredClone(await handler(input))
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

  const emit = <Name extends EventName>(name: Name, payload: Events[Name]): void => {
    for (const listener of listeners.get(name) ?? []) {
      ;(listener as (payload: Events[Name]) => void)(payload)
    }
  }

  return { api: { commands, events } satisfies BridgeApi, handlers, calls, emit }
}
