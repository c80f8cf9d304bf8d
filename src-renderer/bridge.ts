import { onScopeDispose } from 'vue'
import type { BridgeApi, CommandArguments } from '#shared/bridge/channels'
import type { CommandName, CommandOutcome } from '#shared/bridge/commands'
import type { EventName, Events } from '#shared/bridge/events'
import { fail } from '#shared/outcome'
import { addNames } from './names/name-registry'
import { namesInEvents, namesInResults } from './names/names-in-results'

declare global {
  interface Window {
    /** Set by the preload script; undefined in a plain browser. */
    readonly lockDesk?: BridgeApi
  }
}

export const hasBridge = (): boolean => window.lockDesk !== undefined

/**
 * Sends a command to main. Never rejects: a transport error is returned as a failed outcome. The input must be
 * plain data, because a reactive proxy cannot be cloned.
 */
export const command = async <Name extends CommandName>(
  name: Name,
  ...input: CommandArguments<Name>
): Promise<CommandOutcome<Name>> => {
  const send = window.lockDesk?.commands[name]
  if (send === undefined) return fail({ code: 'internal', message: 'The window has no bridge' })
  try {
    const outcome = await send(...input)
    if (outcome.ok) addNames(namesInResults[name]?.(outcome.value) ?? [])
    return outcome
  } catch (error) {
    return fail({ code: 'internal', message: error instanceof Error ? error.message : 'The bridge failed' })
  }
}

/** Listens until the surrounding store or component ends. */
export const onEvent = <Name extends EventName>(
  name: Name,
  listener: (payload: Events[Name]) => void,
): void => {
  const unsubscribe = window.lockDesk?.events[name]((payload) => {
    addNames(namesInEvents[name]?.(payload) ?? [])
    listener(payload)
  })
  if (unsubscribe !== undefined) onScopeDispose(unsubscribe, true)
}
