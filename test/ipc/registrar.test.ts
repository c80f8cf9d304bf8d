import type { IpcMainInvokeEvent } from 'electron'
import { describe, expect, it } from 'vitest'
import type { CommandName } from '#shared/commands'
import { commandNames } from '#shared/commands'
import { succeed } from '#shared/outcome'
import { registerCommands } from '../../src-main/ipc/registrar'
import type { CommandHandlers } from '../../src-main/ipc/registrar'

type Listener = (event: IpcMainInvokeEvent, ...given: unknown[]) => unknown

const setUp = (over: Partial<CommandHandlers> = {}, look: () => void = () => undefined) => {
  const listeners = new Map<string, Listener>()
  const handled: [string, unknown][] = []
  const faults: unknown[] = []
  const trusted = {} as IpcMainInvokeEvent
  const handlers = Object.fromEntries(
    commandNames.map((name) => [
      name,
      (input: unknown) => {
        handled.push([name, input])
        return succeed(null)
      },
    ]),
  ) as unknown as CommandHandlers
  const stop = registerCommands({
    ipcMain: {
      handle: (channel, listener) => void listeners.set(channel, listener),
      removeHandler: (channel) => void listeners.delete(channel),
    },
    isTrusted: (event) => {
      look()
      return event === trusted
    },
    handlers: () => ({ ...handlers, ...over }),
    logFault: (_name, error) => faults.push(error),
  })
  const give = (name: CommandName, given: unknown[], event = trusted) =>
    listeners.get(`command:${name}`)?.(event, ...given)
  return { give, handled, faults, listeners, stop }
}

const change = {
  action: 'disable',
  assetNum: 'LD8000000017',
  shellNumber: '8000000017',
  enterpriseGlobalId: null,
  operatorIdentity: 'Li Wei',
  plugId: null,
}

describe('the registrar', () => {
  it('answers every command of the table, and no other channel', () => {
    const { listeners, stop } = setUp()
    expect([...listeners.keys()].sort()).toEqual(commandNames.map((name) => `command:${name}`).sort())
    stop()
    expect(listeners.size).toBe(0)
  })

  it.each(commandNames)('refuses %s from a sender it does not know, whatever is sent', async (name) => {
    const { give, handled } = setUp()
    const outcome = await give(name, [undefined], {} as IpcMainInvokeEvent)
    expect(outcome).toMatchObject({ ok: false, error: { code: 'refused-sender' } })
    expect(handled).toEqual([])
  })

  it.each(commandNames)('refuses input of the wrong shape for %s', async (name) => {
    const { give, handled } = setUp()
    for (const bad of [null, 'text', 7, [], { __proto__: null, unexpected: 1 }, { ...change, extra: true }]) {
      expect(await give(name, [bad])).toMatchObject({ ok: false, error: { code: 'invalid-input' } })
    }
    expect(handled).toEqual([])
  })

  it.each([
    ['an action that is none', { ...change, action: 'destroy' }],
    ['no operator', { ...change, operatorIdentity: '' }],
    ['a number that is no shell number', { ...change, shellNumber: '7000000017' }],
    ['a missing field', { action: 'disable' }],
  ])('refuses a change with %s', async (_name, input) => {
    const { give, handled } = setUp()
    expect(await give('desk/change', [input])).toMatchObject({ error: { code: 'invalid-input' } })
    expect(handled).toEqual([])
  })

  it('hands a good input to its handler', async () => {
    const { give, handled } = setUp()
    expect(await give('desk/change', [change])).toEqual({ ok: true, value: null })
    expect(handled).toEqual([['desk/change', change]])
  })

  it('takes a frame that throws when it is looked at for a stranger', async () => {
    // Electron: “Render frame was disposed before WebFrameMain could be accessed”.
    const { give, handled } = setUp({}, () => {
      throw new Error('disposed')
    })
    const outcome = await give('settings/read', [undefined])
    expect(outcome).toMatchObject({ ok: false, error: { code: 'refused-sender' } })
    expect(handled).toEqual([])
  })

  it('does not give back at length what it was given', async () => {
    const { give } = setUp()
    const outcome = await give('settings/change', [{ ['x'.repeat(100_000)]: 1 }])
    expect(JSON.stringify(outcome).length).toBeLessThan(1_000)
  })

  it('tells nothing of what a handler throws, and logs it', async () => {
    const { give, faults } = setUp({
      'locks/rescan': () => {
        throw new Error('a secret detail')
      },
    })
    const outcome = await give('locks/rescan', [undefined])
    expect(outcome).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(JSON.stringify(outcome)).not.toContain('secret')
    expect(faults).toHaveLength(1)
  })
})
