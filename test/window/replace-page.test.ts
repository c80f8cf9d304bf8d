import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reloadCrashed, replacePage } from '../../src-main/window/replace-page'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const aWindow = () => {
  const reload = vi.fn()
  const contents = Object.assign(new EventEmitter(), { reload })
  const state = { destroyed: false }
  const window = Object.assign(new EventEmitter(), {
    webContents: contents,
    isDestroyed: () => state.destroyed,
  })
  return { window: window as unknown as BrowserWindow & EventEmitter, contents, reload, state }
}

describe('the next page of a window', () => {
  it('is there once it is committed; the window stays', async () => {
    const { window, contents } = aWindow()
    const replaceWindow = vi.fn()
    const replaced = replacePage(window, { load: () => contents.emit('did-navigate'), replaceWindow })
    await replaced
    await vi.advanceTimersByTimeAsync(60_000)
    expect(replaceWindow).not.toHaveBeenCalled()
  })

  it('that does not come replaces the window', async () => {
    const { window } = aWindow()
    const replaceWindow = vi.fn()
    const replaced = replacePage(window, { load: () => undefined, replaceWindow })
    expect(replaceWindow).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(10_000)
    await replaced
    expect(replaceWindow).toHaveBeenCalledOnce()
  })

  it('is not waited for once the window is closed', async () => {
    const { window } = aWindow()
    const replaceWindow = vi.fn()
    const replaced = replacePage(window, { load: () => window.emit('closed'), replaceWindow })
    await replaced
    await vi.advanceTimersByTimeAsync(60_000)
    expect(replaceWindow).not.toHaveBeenCalled()
  })
})

describe('a crashed page', () => {
  it('is loaded again after the crash event, not within it', async () => {
    const { window, reload } = aWindow()
    window.once('crash', () => reloadCrashed(window, () => undefined))
    window.emit('crash')
    expect(reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(0)
    expect(reload).toHaveBeenCalledOnce()
  })

  it('gets a new window if its reload does not begin', async () => {
    const { window } = aWindow()
    const replaceWindow = vi.fn()
    reloadCrashed(window, replaceWindow)
    await vi.advanceTimersByTimeAsync(11_000)
    expect(replaceWindow).toHaveBeenCalledOnce()
  })

  it('of a window that is closed meanwhile stays gone', async () => {
    const { window, reload, state } = aWindow()
    reloadCrashed(window, () => undefined)
    state.destroyed = true
    await vi.advanceTimersByTimeAsync(11_000)
    expect(reload).not.toHaveBeenCalled()
  })
})
