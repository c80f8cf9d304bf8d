import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { describe, expect, it } from 'vitest'
import { queueDialogs } from '../../../src-main/window/dialogs/dialog-queue'

const setUp = () => {
  const open: ((response: number) => void)[] = []
  let shown = 0
  const show = () => {
    shown += 1
    return new Promise<{ response: number; checkboxChecked: boolean }>((done) => {
      open.push((response) => done({ response, checkboxChecked: false }))
    })
  }
  const dialogs = queueDialogs({
    showMessageBox: show,
    showSaveDialog: () => Promise.resolve({ canceled: false, filePath: '/a' }),
    showOpenDialog: () => Promise.reject(new Error('no dialog')),
  })
  const ask = (parent?: BrowserWindow) =>
    parent === undefined
      ? dialogs.showMessageBox({ message: 'Sure?', cancelId: 1 })
      : dialogs.showMessageBox(parent, { message: 'Sure?', cancelId: 1 })
  /** Until the promises that can settle have settled. */
  const settle = () => new Promise((done) => setTimeout(done, 0))
  return { dialogs, ask, open, settle, shown: () => shown }
}

const windowThatCloses = () => {
  const window = Object.assign(new EventEmitter(), { isDestroyed: () => false })
  return { window: window as unknown as BrowserWindow, close: () => window.emit('closed') }
}

describe('system dialogs', () => {
  it('are shown one at a time, and those beyond a few count as canceled', async () => {
    const { ask, open, settle, shown } = setUp()
    const asked = Array.from({ length: 100 }, () => ask())
    const canceled = await Promise.all(asked.slice(6))
    expect(new Set(canceled.map(({ response }) => response))).toEqual(new Set([1]))
    for (let nth = 1; nth <= 6; nth += 1) {
      await settle()
      expect(shown()).toBe(nth)
      open.at(-1)?.(0)
    }
    expect((await Promise.all(asked.slice(0, 6))).map(({ response }) => response)).toEqual(Array(6).fill(0))
    const next = ask()
    await settle()
    open.at(-1)?.(0)
    expect(await next).toMatchObject({ response: 0 })
  })

  it('of a window that closes count as canceled, and do not keep others waiting', async () => {
    const { ask, open, settle } = setUp()
    const { window, close } = windowThatCloses()
    const first = ask(window)
    const second = ask()
    await settle()
    close()
    expect(await first).toMatchObject({ response: 1 })
    await settle()
    open.at(-1)?.(0)
    expect(await second).toMatchObject({ response: 0 })
  })

  it('that fail do not keep others waiting', async () => {
    const { dialogs } = setUp()
    await expect(dialogs.showOpenDialog({})).rejects.toThrow('no dialog')
    expect(await dialogs.showSaveDialog({})).toEqual({ canceled: false, filePath: '/a' })
  })
})
