import type { IpcMainInvokeEvent } from 'electron'
import { commandChannel } from '#shared/channels'
import type { CommandName, CommandOutcome } from '#shared/commands'
import { createConnectHandlers } from '../../../src-main/ipc/connect-handlers'
import { createDeviceHandlers } from '../../../src-main/ipc/device-handlers'
import { createDiagnoseHandlers } from '../../../src-main/ipc/diagnose-handlers'
import { createHandlers } from '../../../src-main/ipc/handlers'
import { createJournalHandlers } from '../../../src-main/ipc/journal-handlers'
import { registerCommands } from '../../../src-main/ipc/registrar'
import { createUpdateHandlers } from '../../../src-main/ipc/update-handlers'
import { startEngine } from '../../desk/support/engine'
import { createRecorder } from './recorder'

type Listener = (
  event: IpcMainInvokeEvent,
  ...given: unknown[]
) => Promise<CommandOutcome<CommandName>> | CommandOutcome<CommandName>

/**
 * The registrar over the app's own handlers, the real desk and a real journal; around them stands whatever counts the
 * calls that reach it.
 */
export const attackBridge = async (isTrusted: (event: IpcMainInvokeEvent) => boolean) => {
  const engine = await startEngine()
  const { called, part } = createRecorder()
  engine.does.read = (id) => {
    called.push(`platform ${id}`)
    return { ok: false, error: { code: 'unreachable', message: '', changed: 'no' } }
  }
  const handlers = createHandlers({
    describe: part('describe'),
    notices: part('notices'),
    copyText: part('copyText'),
    settings: part('settings'),
    monitor: part('monitor'),
    locks: part('locks'),
    profiles: part('profiles'),
    models: part('models'),
    onModelsChanged: part('onModelsChanged'),
    tray: part('tray'),
    records: part('records'),
    people: part('people'),
    register: part('register'),
    desk: engine.desk,
    outbox: part('outbox'),
    devices: createDeviceHandlers(part('devices')),
    diagnose: createDiagnoseHandlers(part('diagnose')),
    loans: part('loans'),
    connect: createConnectHandlers(part('connect')),
    journal: createJournalHandlers(part('journal')),
    orderDrafts: part('orderDrafts'),
    saveFile: part('saveFile'),
    print: part('print'),
    updates: createUpdateHandlers(part('updates')),
    closeGuard: part('closeGuard'),
  })
  const listeners = new Map<string, Listener>()
  const faults: unknown[] = []
  registerCommands({
    ipcMain: {
      handle: (channel, listener) => void listeners.set(channel, listener as Listener),
      removeHandler: (channel) => void listeners.delete(channel),
    },
    isTrusted,
    handlers: () => handlers,
    logFault: (_command, error) => faults.push(error),
  })
  called.length = 0
  return {
    /** As Electron calls it, with copies of what was given. */
    give: async (name: CommandName, given: readonly unknown[], event: IpcMainInvokeEvent) => {
      const listener = listeners.get(commandChannel(name))
      if (listener === undefined) throw new Error(`nobody listens to ${name}`)
      return listener(event, ...(structuredClone(given) as unknown[]))
    },
    faults,
    /** All that anything did: calls of the parts, requests to the platform, rows of the journal, questions asked. */
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
