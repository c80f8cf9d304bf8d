import { EventEmitter } from 'node:events'
import type { BrowserWindow, MessageBoxOptions } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { createCloseGuard } from '../../src-main/window/close-guard'

/** A window that closes as Electron's does: it tells first, and stays where somebody prevents it. */
const aWindow = () => {
  const state = { closed: false, reloads: 0 }
  const contents = Object.assign(new EventEmitter(), { reload: () => (state.reloads += 1) })
  const told = (from: EventEmitter, name: string, ...given: unknown[]): boolean => {
    let prevented = false
    from.emit(name, { preventDefault: () => (prevented = true) }, ...given)
    return prevented
  }
  const window: EventEmitter = Object.assign(new EventEmitter(), {
    webContents: contents,
    isDestroyed: () => state.closed,
    close: () => {
      state.closed ||= !told(window, 'close')
    },
  })
  return {
    state,
    contents,
    window: window as unknown as BrowserWindow & EventEmitter,
    close: () => (window as unknown as BrowserWindow).close(),
    press: (key: string) =>
      told(contents, 'before-input-event', { type: 'keyDown', key, control: true, meta: false }),
  }
}

const start = (answers: number[], show?: () => Promise<never>) => {
  const asked: MessageBoxOptions[] = []
  const app = Object.assign(new EventEmitter(), { quit: vi.fn() })
  const guard = createCloseGuard({
    app,
    dialog: {
      showMessageBox: (...given: unknown[]) => {
        asked.push(given.at(-1) as MessageBoxOptions)
        return show?.() ?? Promise.resolve({ response: answers.shift() ?? 0, checkboxChecked: false })
      },
    },
    language: () => 'en',
  })
  const shown = aWindow()
  guard.watch(shown.window)
  return { ...shown, guard, app, asked }
}
const soon = () => new Promise((done) => setTimeout(done, 0))

describe('closeGuard', () => {
  it('lets a window close that has nothing to lose', () => {
    const { close, state, asked } = start([])
    close()
    expect(state.closed).toBe(true)
    expect(asked).toHaveLength(0)
  })

  it('asks before made passwords go, and staying is the default', async () => {
    const { guard, close, state, asked } = start([0, 1])
    guard.hold(12)
    close()
    close()
    await soon()
    expect(asked).toHaveLength(1)
    expect(asked[0]?.message).toContain('12 passwords')
    expect(asked[0]).toMatchObject({ defaultId: 0, cancelId: 0 })
    expect(state.closed).toBe(false)
    close()
    await soon()
    expect(state.closed).toBe(true)
  })

  it('ends the app where the window closed for that, and not where the person stayed first', async () => {
    const { guard, app, close } = start([0, 1, 1])
    guard.hold(1)
    app.emit('before-quit')
    close()
    await soon()
    expect(app.quit).not.toHaveBeenCalled()
    close()
    await soon()
    expect(app.quit).not.toHaveBeenCalled()
    const ending = start([1])
    ending.guard.hold(1)
    ending.app.emit('before-quit')
    ending.close()
    await soon()
    expect(ending.app.quit).toHaveBeenCalledOnce()
  })

  it('asks before the page is loaded anew by its keys', async () => {
    const { guard, press, state } = start([0, 1])
    expect(press('r')).toBe(false)
    guard.hold(1)
    expect(press('x')).toBe(false)
    expect(press('r')).toBe(true)
    await soon()
    expect(state.reloads).toBe(0)
    expect(press('F5')).toBe(true)
    await soon()
    expect(state.reloads).toBe(1)
  })

  it('holds nobody for a page that is gone, a signal, or the end of the session', () => {
    for (const end of ['did-navigate', 'render-process-gone', 'query-session-end', 'release'] as const) {
      const { guard, close, contents, window, state } = start([])
      guard.hold(3)
      if (end === 'release') guard.release()
      else (end === 'query-session-end' ? window : contents).emit(end, {})
      close()
      expect(state.closed, end).toBe(true)
    }
  })

  it('holds nobody where the question cannot be asked', async () => {
    const { guard, close, state } = start([], () => Promise.reject(new Error('no display')))
    guard.hold(3)
    close()
    await soon()
    expect(state.closed).toBe(true)
  })

  it('asks once for a switch, and not again after a yes', async () => {
    const { guard, asked } = start([1])
    guard.hold(2)
    expect(await Promise.all([guard.mayGo(), guard.mayGo()])).toEqual([true, true])
    expect(await guard.mayGo()).toBe(true)
    expect(asked).toHaveLength(1)
  })
})
