import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import { commandChannel } from '#shared/channels'
import { commandNames } from '#shared/commands'
import type { CommandInput, CommandName, CommandOutcome } from '#shared/commands'
import { commandSchemas } from '#shared/commands-schema'
import { fail } from '#shared/outcome'

/** One handler for each command; a missing one does not compile. */
export type CommandHandlers = {
  readonly [Name in CommandName]: (
    input: CommandInput<Name>,
  ) => CommandOutcome<Name> | Promise<CommandOutcome<Name>>
}

type AnyHandler = (input: unknown) => CommandOutcome<CommandName> | Promise<CommandOutcome<CommandName>>

/** A schema names what it did not know, which may be as long as the sender likes. */
const longestMessage = 500

/** No command takes a longer list (commands-schema.ts). */
const longestList = 100_000

/** A schema looks at every item before it looks at the length, and keeps a complaint for each. */
const isTooLong = (input: unknown): boolean => {
  const isLong = (value: unknown) => Array.isArray(value) && value.length > longestList
  return isLong(input) || (typeof input === 'object' && input !== null && Object.values(input).some(isLong))
}

/**
 * The one door from the renderer: sender check, then schema, then handler, for every command alike. What a handler
 * throws is logged here and crosses as data without its details.
 */
export const registerCommands = (deps: {
  ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>
  isTrusted: (event: IpcMainInvokeEvent) => boolean
  /** Asked for each command; waited for while the desk opens, null while one platform is left for another. */
  handlers: (name: CommandName) => Promise<Partial<CommandHandlers> | null> | Partial<CommandHandlers> | null
  logFault: (command: CommandName, error: unknown) => void
}): (() => void) => {
  const { ipcMain, handlers, logFault } = deps
  /** A frame that is gone throws when it is looked at, and is nobody's. */
  const isTrusted = (event: IpcMainInvokeEvent): boolean => {
    try {
      return deps.isTrusted(event)
    } catch {
      return false
    }
  }
  for (const name of commandNames) {
    ipcMain.handle(commandChannel(name), async (event, ...given: unknown[]) => {
      if (!isTrusted(event)) return fail({ code: 'refused-sender', message: `${name}: refused` })
      try {
        if (isTooLong(given[0])) return fail({ code: 'invalid-input', message: `${name}: too long` })
        const input = commandSchemas[name].safeParse(given[0])
        if (!input.success || given.length > 1) {
          const problem = input.success ? 'too many arguments' : (input.error.issues[0]?.message ?? '')
          return fail({ code: 'invalid-input', message: `${name}: ${problem}`.slice(0, longestMessage) })
        }
        const handler = (await handlers(name))?.[name] as AnyHandler | undefined
        if (handler === undefined) return fail({ code: 'switching', message: `${name}: not now` })
        return await handler(input.data)
      } catch (error) {
        logFault(name, error)
        return fail({ code: 'internal', message: `${name} failed; the log says why` })
      }
    })
  }
  return () => {
    for (const name of commandNames) ipcMain.removeHandler(commandChannel(name))
  }
}
