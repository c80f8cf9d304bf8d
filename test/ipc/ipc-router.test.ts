import type { IpcMainInvokeEvent } from 'electron'
import { describe, expect, it } from 'vitest'
import { commandChannel } from '#shared/bridge/channels'
import { commandNames } from '#shared/bridge/command-names'
import { commands } from '#shared/bridge/commands'
import type { CommandName } from '#shared/bridge/commands'
import { succeed } from '#shared/outcome'
import { createIpcRouter } from '../../src-main/ipc/ipc-router'
import type { CommandHandlers, EarlyHandlers } from '../../src-main/ipc/ipc-router'

type Listener = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown

/** The router before its handlers are there. */
const setUpRouter = (look: () => void = () => undefined) => {
  const listeners = new Map<string, Listener>()
  const faults: unknown[] = []
  const trusted = {} as IpcMainInvokeEvent
  const router = createIpcRouter({
    ipcMain: {
      handle: (channel, listener) => void listeners.set(channel, listener),
      removeHandler: (channel) => void listeners.delete(channel),
    },
    isTrusted: (event) => {
      look()
      return event === trusted
    },
  })
  const begin = (
    early: Partial<CommandHandlers>,
    refuseCommand: Parameters<typeof router.begin>[0]['refuseCommand'] = () => null,
  ) =>
    router.begin({
      schemas: commands,
      early: early as EarlyHandlers,
      refuseCommand,
      logFault: (name, error) => faults.push([name, (error as Error).message]),
    })
  const give = (name: CommandName, args: unknown[] = [undefined], event = trusted) =>
    Promise.resolve(listeners.get(`command:${name}`)?.(event, ...args))
  return { router, begin, give, faults, listeners }
}

const setUp = (
  over: Partial<CommandHandlers> = {},
  look: () => void = () => undefined,
  mayDestroy: Parameters<ReturnType<typeof createIpcRouter>['open']>[1] = () => Promise.resolve(true),
) => {
  const handled: [string, unknown][] = []
  const handlers = Object.fromEntries(
    commandNames.map((name) => [
      name,
      (input: unknown) => {
        handled.push([name, input])
        return succeed(null)
      },
    ]),
  ) as unknown as CommandHandlers
  const { router, begin, ...rest } = setUpRouter(look)
  begin({})
  router.open(() => ({ ...handlers, ...over }), mayDestroy)
  return { ...rest, handled, stop: router.stop }
}

const row = { assetNum: 'LD8000000017', shellNumber: '8000000017', enterpriseGlobalId: null, plugId: null }
const change = { action: 'disable', operatorIdentity: 'Li Wei', rows: [row], retryOf: null }

describe('IPC router', () => {
  it('handles every command of the table and no other channel', () => {
    const { listeners, stop } = setUp()
    expect([...listeners.keys()].sort()).toEqual(commandNames.map(commandChannel).sort())
    stop()
    expect(listeners.size).toBe(0)
  })

  it.each(commandNames)('refuses %s from an unknown sender, whatever the input', async (name) => {
    const { give, handled } = setUp()
    const outcome = await give(name, [undefined], {} as IpcMainInvokeEvent)
    expect(outcome).toMatchObject({ ok: false, error: { code: 'refused-sender' } })
    expect(handled).toEqual([])
  })

  it.each(commandNames)('rejects input of the wrong shape for %s', async (name) => {
    const { give, handled } = setUp()
    for (const bad of [null, 'text', 7, [], { __proto__: null, unexpected: 1 }, { ...change, extra: true }]) {
      expect(await give(name, [bad])).toMatchObject({ ok: false, error: { code: 'invalid-input' } })
    }
    expect(handled).toEqual([])
  })

  it.each([
    ['an unknown action', { ...change, action: 'destroy' }],
    ['no operator', { ...change, operatorIdentity: '' }],
    ['an operator with characters that reorder text', { ...change, operatorIdentity: 'gpj.\u202eexe' }],
    ['an invalid shell number', { ...change, rows: [{ ...row, shellNumber: '7000000017' }] }],
    ['a missing field', { action: 'disable' }],
  ])('rejects a change with %s', async (_name, input) => {
    const { give, handled } = setUp()
    expect(await give('jobs/start', [input])).toMatchObject({ error: { code: 'invalid-input' } })
    expect(handled).toEqual([])
  })

  it('passes valid input to its handler', async () => {
    const { give, handled } = setUp()
    expect(await give('jobs/start', [change])).toEqual({ ok: true, value: null })
    expect(handled).toEqual([['jobs/start', change]])
    expect(handled[0]?.[1]).not.toBe(change)
  })

  it('rejects a second argument', async () => {
    const { give, handled } = setUp()
    expect(await give('jobs/start', [change, 1])).toMatchObject({ error: { code: 'invalid-input' } })
    expect(handled).toEqual([])
  })

  it('treats a frame that throws as an unknown sender', async () => {
    // Electron: “Render frame was disposed before WebFrameMain could be accessed”.
    const { give, handled } = setUp({}, () => {
      throw new Error('disposed')
    })
    const outcome = await give('settings/read', [undefined])
    expect(outcome).toMatchObject({ ok: false, error: { code: 'refused-sender' } })
    expect(handled).toEqual([])
  })

  it.each([
    ['deep', Array.from({ length: 101 }).reduce<unknown>((inner) => [inner], 1)],
    [
      'a list of itself',
      Object.assign([], {
        get 0() {
          return [this, this]
        },
      }),
    ],
    ['with a long list inside', { a: { b: Array.from({ length: 100_001 }, () => 0) } }],
    ['with many fields', Object.fromEntries(Array.from({ length: 1_001 }, (_one, n) => [`k${n}`, n]))],
    [
      'with many values',
      Array.from({ length: 3 }, () => Array.from({ length: 90_000 }, () => [1, 2, 3, 4, 5, 6, 7])),
    ],
  ])('rejects input that is too large, before it is parsed: %s', async (_name, input) => {
    const { give } = setUp()
    expect(await give('app/copy', [input])).toMatchObject({
      error: { code: 'invalid-input', message: 'app/copy: input too large' },
    })
  })

  it('lets only so many calls and so much input wait', async () => {
    let release: () => void = () => undefined
    const released = new Promise<void>((done) => (release = done))
    const waiting = () => released.then(() => succeed(null))
    const { give } = setUp({
      'locks/rescan': waiting,
      'app/copy': waiting,
      'locks/look-up-many': waiting as never,
    })
    const calls = Array.from({ length: 250 }, () => give('locks/rescan', [undefined]))
    const many = { numbers: Array.from({ length: 100_000 }, () => 'x'.repeat(200)), freshness: 'known' }
    const large = Array.from({ length: 20 }, () => give('locks/look-up-many', [many]))
    // Other commands still work.
    const small = give('app/copy', [{ text: 'a' }])
    release()
    const codesOf = async (all: readonly unknown[]) =>
      ((await Promise.all(all)) as { ok: boolean; error?: { code: string } }[]).map(({ ok, error }) =>
        ok ? 'ok' : error?.code,
      )
    const answers = await codesOf(calls)
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(200)
    expect(answers.filter((answer) => answer === 'in-progress')).toHaveLength(50)
    expect((await codesOf(large)).filter((answer) => answer === 'ok')).toHaveLength(8)
    expect(await codesOf([small])).toEqual(['ok'])
    expect(await codesOf([give('locks/rescan', [undefined]), give('locks/look-up-many', [many])])).toEqual([
      'ok',
      'ok',
    ])
  })

  it('does not echo long input', async () => {
    const { give } = setUp()
    const outcome = await give('settings/change', [{ ['x'.repeat(100_000)]: 1 }])
    expect(JSON.stringify(outcome).length).toBeLessThan(1_000)
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('a secret detail')
      },
    ],
    ['rejects with', () => Promise.reject(new Error('a secret detail'))],
  ])('hides what a handler %s from the page, and logs it', async (_how, rescan) => {
    const { give, faults } = setUp({ 'locks/rescan': rescan })
    const outcome = await give('locks/rescan', [undefined])
    expect(outcome).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(JSON.stringify(outcome)).not.toContain('secret')
    expect(faults).toEqual([['locks/rescan', 'a secret detail']])
  })

  it('asks before something is destroyed, and calls no handler when that is declined', async () => {
    const asked: unknown[] = []
    let isAllowed = false
    const mayDestroy = (name: CommandName, input: unknown) => {
      asked.push([name, input])
      return Promise.resolve(isAllowed)
    }
    const { give, handled } = setUp({}, undefined, mayDestroy)
    expect(await give('vault/delete-passphrase')).toMatchObject({ error: { code: 'not-confirmed' } })
    expect(await give('vault/delete-passphrase', ['wrong'])).toMatchObject({
      error: { code: 'invalid-input' },
    })
    expect(handled).toEqual([])
    isAllowed = true
    expect(await give('vault/delete-passphrase')).toEqual(succeed(null))
    expect(asked).toEqual(Array(2).fill(['vault/delete-passphrase', undefined]))
    expect(handled).toHaveLength(1)
  })

  describe('during startup', () => {
    const answering = (text: string) => () => succeed(text) as never
    const first = { 'app/describe': answering('first'), 'settings/read': answering('first') }
    const all = { 'app/describe': answering('all'), 'locks/list': answering('all') }

    /** Whether the promise resolves within a turn. */
    const isAnswered = (call: Promise<unknown>): Promise<boolean> =>
      Promise.race([call.then(() => true), new Promise<false>((done) => setTimeout(() => done(false), 5))])

    it('answers the first paint’s commands early, and no others', async () => {
      const { router, begin, give } = setUpRouter()
      const settings = give('settings/read')
      const locks = give('locks/list')
      expect(await isAnswered(settings)).toBe(false)
      begin(first)
      expect(await settings).toEqual(succeed('first'))
      expect(await give('app/describe')).toEqual(succeed('first'))
      expect(await isAnswered(locks)).toBe(false)
      router.open(
        () => all,
        () => Promise.resolve(true),
      )
      expect(await locks).toEqual(succeed('all'))
    })

    it('passes every command to the open session, or rejects it when none is open', async () => {
      let open: Partial<CommandHandlers> | null = all
      const { router, begin, give } = setUpRouter()
      const early = give('app/describe')
      begin(first)
      router.open(
        () => open,
        () => Promise.resolve(true),
      )
      expect(await early).toEqual(succeed('all'))
      expect(await give('app/describe')).toEqual(succeed('all'))
      open = null
      expect(await give('settings/read')).toMatchObject({ error: { code: 'switching' } })
    })

    it('checks the sender and the size of a call at once, and limits how many wait', async () => {
      const { begin, give } = setUpRouter()
      expect(await give('settings/read', [undefined], {} as IpcMainInvokeEvent)).toMatchObject({
        error: { code: 'refused-sender' },
      })
      const deep = Array.from({ length: 101 }).reduce<unknown>((inner) => [inner], 1)
      expect(await give('settings/read', [deep])).toMatchObject({ error: { code: 'invalid-input' } })
      const calls = Array.from({ length: 201 }, () => give('settings/read'))
      expect(await calls.at(-1)).toMatchObject({ error: { code: 'in-progress' } })
      begin(first)
      expect(await calls[0]).toEqual(succeed('first'))
    })
  })
})
