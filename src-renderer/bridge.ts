import type { BridgeApi, CommandArguments } from '#shared/channels'
import type { CommandName, CommandOutcome } from '#shared/commands'
import type { EventName, Events } from '#shared/events'
import { fail } from '#shared/outcome'

declare global {
  interface Window {
    /** Put there by the preload script; absent in a plain browser. */
    readonly lockDesk?: BridgeApi
  }
}

export const hasBridge = (): boolean => window.lockDesk !== undefined

/**
 * Gives main one command. Never rejects: a fault on the way is an outcome like the others. The input must be plain
 * data, as a reactive proxy cannot cross the bridge.
 */
export const command = async <Name extends CommandName>(
  name: Name,
  ...input: CommandArguments<Name>
): Promise<CommandOutcome<Name>> => {
  const send = window.lockDesk?.commands[name]
  if (send === undefined) return fail({ code: 'internal', message: 'The window has no bridge' })
  try {
    return await send(...input)
  } catch (error) {
    return fail({ code: 'internal', message: error instanceof Error ? error.message : 'The bridge failed' })
  }
}

export const onEvent = <Name extends EventName>(
  name: Name,
  listener: (payload: Events[Name]) => void,
): (() => void) => window.lockDesk?.events[name](listener) ?? (() => undefined)
