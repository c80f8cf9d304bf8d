import type { IpcMainInvokeEvent } from 'electron'
import { commandChannel } from '#shared/bridge/channels'
import { commands } from '#shared/bridge/commands'
import type { CommandName, CommandOutcome } from '#shared/bridge/commands'
import { createHandlers } from '../../../src-main/ipc/handlers'
import { createIpcRouter } from '../../../src-main/ipc/ipc-router'
import type { AppContext } from '../../../src-main/platform-session/app-context'
import type { PlatformSession } from '../../../src-main/platform-session/open-session'
import { startEngine } from '../../changes/support/engine'
import { createRecorder } from './recorder'

type Listener = (
  event: IpcMainInvokeEvent,
  ...args: unknown[]
) => Promise<CommandOutcome<CommandName>> | CommandOutcome<CommandName>

/** The router over the app's handlers, a real change service and a real journal, with counters for every call. */
export const attackBridge = async (isTrusted: (event: IpcMainInvokeEvent) => boolean) => {
  const engine = await startEngine()
  const { called, part } = createRecorder()
  engine.does.read = (id) => {
    called.push(`platform ${id}`)
    return { ok: false, error: { code: 'unreachable', message: '', changed: 'no' } }
  }
  const session = Object.create(part('session'), {
    changeService: { value: engine.changeService },
  }) as PlatformSession
  // A worker's path is joined when the handlers are made.
  const app = Object.create(part('app'), { programFolder: { value: '.' } }) as AppContext
  const handlers = createHandlers(app, session)
  const listeners = new Map<string, Listener>()
  const faults: unknown[] = []
  const router = createIpcRouter({
    ipcMain: {
      handle: (channel, listener) => void listeners.set(channel, listener as Listener),
      removeHandler: (channel) => void listeners.delete(channel),
    },
    isTrusted,
  })
  router.begin({
    schemas: commands,
    early: handlers,
    refuseCommand: () => null,
    logFault: (_command, error) => faults.push(error),
  })
  router.open(
    () => handlers,
    () => Promise.resolve(true),
  )
  called.length = 0
  return {
    /** Calls as Electron does, with copies of the input. */
    give: async (name: CommandName, args: readonly unknown[], event: IpcMainInvokeEvent) => {
      const listener = listeners.get(commandChannel(name))
      if (listener === undefined) throw new Error(`no listener for ${name}`)
      return listener(event, ...(structuredClone(args) as unknown[]))
    },
    faults,
    /** Every recorded effect: calls of the parts, requests to the platform, journal rows, confirmations. */
    traces: (): readonly string[] => [
      ...called,
      ...engine.calls.map(({ id }) => `platform ${id}`),
      ...engine.asked.map(({ kind }) => `question ${kind}`),
      ...engine.journal.slice(0, 100).map(({ row }) => `journal ${row.key}`),
    ],
    stop: () => engine.stop(),
  }
}
export type AttackedBridge = Awaited<ReturnType<typeof attackBridge>>
