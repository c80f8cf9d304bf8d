import { EventEmitter } from 'node:events'
import type { BrowserWindow, MessageBoxOptions } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { createCloseGuard } from '../../src-main/window/close-guard'

/** A window that closes like Electron's: it emits first, and stays open if the event is prevented. */
const aWindow = () => {
  const state = { closed: false, reloads: 0 }
  const contents = Object.assign(new EventEmitter(), { reload: () => (state.reloads += 1) })
  const emit = (from: EventEmitter, name: string, ...args: unknown[]): boolean => {
    let prevented = false
    from.emit(name, { preventDefault: () => (prevented = true) }, ...args)
    return prevented
  }
  const window: EventEmitter = Object.assign(new EventEmitter(), {
    webContents: contents,
    isDestroyed: () => state.closed,
    close: () => {
      state.closed ||= !emit(window, 'close')
    },
  })
  return {
    state,
    contents,
    window: window as unknown as BrowserWindow & EventEmitter,
    close: () => (window as unknown as BrowserWindow).close(),
    press: (key: string) =>
      emit(contents, 'before-input-event', { type: 'keyDown', key, control: true, meta: false }),
  }
}

const start = (answers: number[], show?: () => Promise<never>) => {
  const dialogs: MessageBoxOptions[] = []
  const app = Object.assign(new EventEmitter(), { quit: vi.fn() })
  const guard = createCloseGuard({
    app,
    dialog: {
      showMessageBox: (...args: unknown[]) => {
        dialogs.push(args.at(-1) as MessageBoxOptions)
        return show?.() ?? Promise.resolve({ response: answers.shift() ?? 0, checkboxChecked: false })
      },
    },
    language: () => 'en',
  })
  const shown = aWindow()
  guard.watch(shown.window)
  return { ...shown, guard, app, asked: dialogs }
}
const soon = () => new Promise((done) => setTimeout(done, 0))

describe('closeGuard', () => {
  it('lets a window without unsaved data close', () => {
    const { close, state, asked: dialogs } = start([])
    close()
    expect(state.closed).toBe(true)
    expect(dialogs).toHaveLength(0)
  })

  it('asks before generated passwords are lost, with staying as the default', async () => {
    const { guard, close, state, asked: dialogs } = start([0, 1])
    guard.setUnsavedPasswords(12)
    close()
    close()
    await soon()
    expect(dialogs).toHaveLength(1)
    expect(dialogs[0]?.message).toContain('12 generated passwords')
    expect(dialogs[0]).toMatchObject({ defaultId: 0, cancelId: 0 })
    expect(state.closed).toBe(false)
    close()
    await soon()
    expect(state.closed).toBe(true)
  })

  it('quits the app where the window closed for that, and not where the user stayed first', async () => {
    const { guard, app, close } = start([0, 1, 1])
    guard.setUnsavedPasswords(1)
    app.emit('before-quit')
    close()
    await soon()
    expect(app.quit).not.toHaveBeenCalled()
    close()
    await soon()
    expect(app.quit).not.toHaveBeenCalled()
    const ending = start([1])
    ending.guard.setUnsavedPasswords(1)
    ending.app.emit('before-quit')
    ending.close()
    await soon()
    expect(ending.app.quit).toHaveBeenCalledOnce()
  })

  it('asks before the rows of an import are lost, and of those of main only where the app ends', async () => {
    const { guard, close, press, state, asked } = start([0, 0, 1])
    guard.setImportRows({ inPage: 0, waiting: 40 })
    expect(press('r')).toBe(false)
    expect(await guard.mayClose()).toBe(true)
    guard.setImportRows({ inPage: 2, waiting: 40 })
    expect(await guard.mayClose()).toBe(true)
    expect(press('r')).toBe(true)
    await soon()
    expect(asked.map(({ message }) => message)).toEqual(['2 rows of an import were not processed.'])
    close()
    await soon()
    expect(asked[1]?.message).toBe('42 rows of an import were not processed.')
    expect(asked[1]).toMatchObject({ defaultId: 0, cancelId: 0 })
    expect(state.closed).toBe(false)
    close()
    await soon()
    expect(state.closed).toBe(true)
  })

  it('asks before the page is reloaded by its keys', async () => {
    const { guard, press, state } = start([0, 1])
    expect(press('r')).toBe(false)
    guard.setUnsavedPasswords(1)
    expect(press('x')).toBe(false)
    expect(press('r')).toBe(true)
    await soon()
    expect(state.reloads).toBe(0)
    expect(press('F5')).toBe(true)
    await soon()
    expect(state.reloads).toBe(1)
  })

  it('does not ask for a page that is gone, a signal, or the end of the session', () => {
    for (const end of ['did-navigate', 'render-process-gone', 'query-session-end', 'release'] as const) {
      const { guard, close, contents, window, state } = start([])
      guard.setUnsavedPasswords(3)
      if (end === 'release') guard.release()
      else (end === 'query-session-end' ? window : contents).emit(end, {})
      close()
      expect(state.closed, end).toBe(true)
    }
  })

  it('does not block where the dialog cannot be shown', async () => {
    const { guard, close, state } = start([], () => Promise.reject(new Error('no display')))
    guard.setUnsavedPasswords(3)
    close()
    await soon()
    expect(state.closed).toBe(true)
  })

  it('asks once for a switch, and not again after a confirmation', async () => {
    const { guard, asked: dialogs } = start([1])
    guard.setUnsavedPasswords(2)
    expect(await Promise.all([guard.mayClose(), guard.mayClose()])).toEqual([true, true])
    expect(await guard.mayClose()).toBe(true)
    expect(dialogs).toHaveLength(1)
  })
})
