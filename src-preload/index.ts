import { contextBridge, ipcRenderer } from 'electron'
import type { IpcRendererEvent } from 'electron'
import { commandChannel, eventChannel } from '#shared/bridge/channels'
import type { BridgeApi } from '#shared/bridge/channels'
import { commandNames } from '#shared/bridge/command-names'
import { eventNames } from '#shared/bridge/events'

// Exposes one function per command and nothing else, so that a page cannot reach other channels. The input is
// passed on unchanged; main validates it once (src-main/ipc).

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
      // The page never gets the Electron event, which exposes the sender.
      const forward = (_event: IpcRendererEvent, payload: unknown): void => listener(payload)
      ipcRenderer.on(channel, forward)
      return () => void ipcRenderer.removeListener(channel, forward)
    }
    return [name, subscribe]
  }),
) as unknown as BridgeApi['events']

contextBridge.exposeInMainWorld('lockDesk', { commands, events } satisfies BridgeApi)
