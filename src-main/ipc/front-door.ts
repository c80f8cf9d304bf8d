import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import { commandChannel } from '#shared/channels'
import { commandNames } from '#shared/commands'

type Listener = (event: IpcMainInvokeEvent, ...given: unknown[]) => unknown

export type FrontDoor = Pick<IpcMain, 'handle' | 'removeHandler'>

/**
 * Stands where `ipcMain` would until the house behind it is loaded: a page that asks before a command has its listener
 * waits for it, and so can be loaded at the same time. Electron would tell it that there is no handler.
 */
export const openFrontDoor = (ipcMain: FrontDoor): FrontDoor => {
  const listeners = new Map<string, (listener: Listener) => void>()
  for (const channel of commandNames.map(commandChannel)) {
    const listener = new Promise<Listener>((done) => void listeners.set(channel, done))
    ipcMain.handle(channel, async (event, ...given: unknown[]) => (await listener)(event, ...given))
  }
  return {
    handle: (channel, listener) => {
      const open = listeners.get(channel)
      if (open === undefined) throw new Error(`${channel} is no command`)
      open(listener)
    },
    removeHandler: (channel) => ipcMain.removeHandler(channel),
  }
}
