import type { CommandInput, CommandName, CommandOutcome } from './commands'
import type { EventName, Events } from './events'

// One spelling of the ipc channels for both ends. No schema code in this file: the preload script loads it.

export const commandChannel = <Name extends CommandName>(name: Name) => `command:${name}` as const

export const eventChannel = <Name extends EventName>(name: Name) => `event:${name}` as const

/** A command that takes nothing is called with nothing. */
export type CommandArguments<Name extends CommandName> =
  undefined extends CommandInput<Name> ? [] : [input: CommandInput<Name>]

/** What the preload script puts on `window.lockDesk`: one function per command, one subscription per event. */
export interface BridgeApi {
  readonly commands: {
    readonly [Name in CommandName]: (...input: CommandArguments<Name>) => Promise<CommandOutcome<Name>>
  }
  readonly events: {
    readonly [Name in EventName]: (listener: (payload: Events[Name]) => void) => () => void
  }
}
