import type { CommandInput, CommandName, CommandOutcome, DeepReadonly } from './commands'
import type { EventName, Events } from './events'

// IPC channel names for both sides. No schema code in this file: the preload script loads it.

export const commandChannel = <Name extends CommandName>(name: Name) => `command:${name}` as const

export const eventChannel = <Name extends EventName>(name: Name) => `event:${name}` as const

/** The arguments of a command; a command without input takes none. */
export type CommandArguments<Name extends CommandName> =
  undefined extends CommandInput<Name> ? [] : [input: DeepReadonly<CommandInput<Name>>]

/** The API at `window.lockDesk`: one function per command, one subscription per event. */
export interface BridgeApi {
  readonly commands: {
    readonly [Name in CommandName]: (...input: CommandArguments<Name>) => Promise<CommandOutcome<Name>>
  }
  readonly events: {
    readonly [Name in EventName]: (listener: (payload: Events[Name]) => void) => () => void
  }
}
