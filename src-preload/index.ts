import { contextBridge, ipcRenderer } from 'electron'
import type { IpcRendererEvent } from 'electron'
import { commandChannel, eventChannel } from '#shared/channels'
import type { BridgeApi } from '#shared/channels'
import { commandNames } from '#shared/commands'
import { eventNames } from '#shared/events'

// One function per name and nothing more: no page can reach a channel that is not in the two tables. The input
// goes over as it is; main parses it, once (src-main/ipc).

const commands = Object.fromEntries(
  commandNames.map((name) => {
    const channel = commandChannel(name)
    return [name, (input?: unknown): Promise<unknown> => ipcRenderer.invoke(channel, input)]
  }),
) as unknown as BridgeApi['commands']

const events = Object.fromEntries(
  eventNames.map((name) => {
    const channel = eventChannel(name)
    const subscribe = (listener: (payload: unknown) => void): (() => void) => {
      // The page never sees the Electron event: it carries the sender.
      const forward = (_event: IpcRendererEvent, payload: unknown): void => listener(payload)
      ipcRenderer.on(channel, forward)
      return () => void ipcRenderer.removeListener(channel, forward)
    }
    return [name, subscribe]
  }),
) as unknown as BridgeApi['events']

contextBridge.exposeInMainWorld('lockDesk', { commands, events } satisfies BridgeApi)
