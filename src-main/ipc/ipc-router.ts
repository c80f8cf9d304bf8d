import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import { commandChannel } from '#shared/bridge/channels'
import { commandNames } from '#shared/bridge/command-names'
import type { CommandInput, CommandName, CommandOutcome, commands } from '#shared/bridge/commands'
import type { DomainFailure } from '#shared/model/failure'
import { fail, notConfirmed } from '#shared/outcome'
import { createDeferred } from '../util/async'
import { inputSize } from './input-size'

/** One handler per command; a missing handler is a compile error. */
export type CommandHandlers = {
  readonly [Name in CommandName]: (
    input: CommandInput<Name>,
  ) => CommandOutcome<Name> | Promise<CommandOutcome<Name>>
}

/** Handlers of the commands of one table. */
export type HandlersOf<Table> = Pick<CommandHandlers, keyof Table & CommandName>

/** Commands of the first paint; they work in every state of the app. */
export type EarlyHandlers = Pick<
  CommandHandlers,
  | 'app/describe'
  | 'app/dismiss-notice'
  | 'app/page-error'
  | 'app/restart'
  | 'environments/list'
  | 'settings/read'
>

type AnyHandler = (input: unknown) => CommandOutcome<CommandName> | Promise<CommandOutcome<CommandName>>

/** A schema error quotes unknown keys, which the sender may make as long as it likes. */
const maxMessageLength = 500

/** Calls of one command that wait at the same time. */
const maxPending = 200
/** The size of all inputs that wait at the same time, for a dialog above all. */
const maxPendingSize = 6_000_000

export interface IpcRouter {
  /** From here on the commands of the first paint work. */
  begin(parts: {
    /** Loaded after the window is open, so they are not imported here. */
    schemas: typeof commands
    early: EarlyHandlers
    /** Why the page may not do this, or null. */
    refuseCommand: (name: CommandName, input: unknown) => DomainFailure | null
    logFault: (command: CommandName, error: unknown) => void
  }): void
  /**
   * From here on `handlers` provides all commands, or none if it returns null, while platforms are switched. A command runs
   * only if `mayDestroy` allows what it would destroy; it may ask the user.
   */
  open(
    handlers: () => Partial<CommandHandlers> | null,
    mayDestroy: (name: CommandName, input: unknown) => Promise<boolean>,
  ): void
  stop(): void
}

/**
 * The single IPC entry for all commands: checks the sender, the size, the schema and the policy, asks before something
 * is destroyed, then calls the handler.
 * Buffers calls until there are handlers, so that the page loads at the same time as main and a large journal
 * does not delay the window. Calls wait in limited number and size, so that a page cannot use up memory.
 * Exceptions are logged here and returned as an error without details.
 */
export const createIpcRouter = (deps: {
  ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>
  isTrusted: (event: IpcMainInvokeEvent) => boolean
}): IpcRouter => {
  const { ipcMain } = deps
  const begun = createDeferred<Parameters<IpcRouter['begin']>[0]>()
  const opened = createDeferred<{
    readonly handlers: Parameters<IpcRouter['open']>[0]
    readonly mayDestroy: Parameters<IpcRouter['open']>[1]
  }>()
  /** A destroyed frame throws when it is read and is not trusted. */
  const isTrusted = (event: IpcMainInvokeEvent): boolean => {
    try {
      return deps.isTrusted(event)
    } catch {
      return false
    }
  }
  const pending = new Map<CommandName, number>()
  let pendingSize = 0
  /** Null if too much waits already. */
  const whilePending = async <Value>(
    name: CommandName,
    size: number,
    work: () => Promise<Value>,
  ): Promise<Value | null> => {
    const calls = pending.get(name) ?? 0
    // A single call is never too much.
    if (calls >= maxPending || (pendingSize > 0 && pendingSize + size > maxPendingSize)) return null
    pending.set(name, calls + 1)
    pendingSize += size
    try {
      return await work()
    } finally {
      pending.set(name, (pending.get(name) ?? 1) - 1)
      pendingSize -= size
    }
  }
  const answer = async (name: CommandName, args: readonly unknown[]) => {
    const { schemas, early, refuseCommand, logFault } = await begun.promise
    try {
      const input = schemas[name].input.safeParse(args[0])
      if (!input.success || args.length > 1) {
        const problem = input.success ? 'too many arguments' : (input.error.issues[0]?.message ?? '')
        return fail({ code: 'invalid-input', message: `${name}: ${problem}`.slice(0, maxMessageLength) })
      }
      const refusal = refuseCommand(name, input.data)
      if (refusal !== null) return fail(refusal)
      const later = opened.isResolved() || !(name in early) ? await opened.promise : null
      const find = () => (later === null ? early : later.handlers())?.[name as keyof EarlyHandlers]
      if (find() !== undefined && later !== null && !(await later.mayDestroy(name, input.data)))
        return notConfirmed()
      // The platform may have been switched while the dialog was open.
      const handler = find() as AnyHandler | undefined
      if (handler === undefined) return fail({ code: 'switching', message: `${name}: not available now` })
      return await handler(input.data)
    } catch (error) {
      logFault(name, error)
      return fail({ code: 'internal', message: `${name} failed; see the log` })
    }
  }
  for (const name of commandNames) {
    ipcMain.handle(commandChannel(name), async (event, ...args: unknown[]) => {
      if (!isTrusted(event)) return fail({ code: 'refused-sender', message: `${name}: rejected sender` })
      const size = inputSize(args[0])
      if (size === null) return fail({ code: 'invalid-input', message: `${name}: input too large` })
      const answered = await whilePending(name, size, () => answer(name, args))
      return answered ?? fail({ code: 'in-progress', message: `${name}: too many calls are waiting` })
    })
  }
  return {
    begin: begun.resolve,
    open: (handlers, mayDestroy) => opened.resolve({ handlers, mayDestroy }),
    stop: () => {
      for (const name of commandNames) ipcMain.removeHandler(commandChannel(name))
    },
  }
}
