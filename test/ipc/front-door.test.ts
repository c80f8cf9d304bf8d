import type { IpcMainInvokeEvent } from 'electron'
import { describe, expect, it } from 'vitest'
import { commandChannel } from '#shared/channels'
import { commandNames } from '#shared/commands'
import { openFrontDoor } from '../../src-main/ipc/front-door'

type Listener = (event: IpcMainInvokeEvent, ...given: unknown[]) => unknown

const setUp = () => {
  const listeners = new Map<string, Listener>()
  const door = openFrontDoor({
    handle: (channel, listener) => void listeners.set(channel, listener),
    removeHandler: (channel) => void listeners.delete(channel),
  })
  const event = {} as IpcMainInvokeEvent
  const call = (channel: string, ...given: unknown[]) => listeners.get(channel)?.(event, ...given)
  return { door, listeners, event, call }
}

describe('openFrontDoor', () => {
  it('answers on every command’s channel and on no other', () => {
    const { listeners } = setUp()
    expect([...listeners.keys()].sort()).toEqual(commandNames.map(commandChannel).sort())
  })

  it('keeps a call until its command has a listener, and hands it over as it came', async () => {
    const { door, event, call } = setUp()
    const channel = commandChannel('app/describe')
    const early = call(channel, 'one', 'two')
    const heard: unknown[] = []
    door.handle(channel, (...all) => {
      heard.push(...all)
      return 'answered'
    })
    await expect(early).resolves.toBe('answered')
    expect(heard).toEqual([event, 'one', 'two'])
    await expect(call(channel)).resolves.toBe('answered')
  })

  it('has no door for what is no command', () => {
    const { door } = setUp()
    expect(() => door.handle('command:app/unknown', () => null)).toThrow('is no command')
  })

  it('closes', () => {
    const { door, listeners } = setUp()
    for (const name of commandNames) door.removeHandler(commandChannel(name))
    expect(listeners.size).toBe(0)
  })
})
