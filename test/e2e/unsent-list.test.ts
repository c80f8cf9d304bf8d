import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'

const numbers = ['8000000021', '8000000025', '8000000026']

let userData: string
let desk: RunningApp
const start = async () => {
  desk = await startApp({ userData })
  await desk.at('desk-input').waitFor()
}
beforeEach(async () => {
  userData = await freshUserData()
  await start()
})
afterEach(async () => {
  await desk.stop()
  await rm(userData, { recursive: true, force: true })
})

const rows = () => desk.page.getByTestId('remove-row').count()
const kept = async () => (await desk.command('drafts/read-list')).list?.numbers ?? null
const begin = async () => {
  await desk.paste(numbers.join('\n'))
  await expect.poll(rows).toBe(3)
  await expect.poll(kept).toEqual(numbers)
}

describe('a list that was not sent', () => {
  it('is offered at the next start, and opens with its rows', async () => {
    await begin()
    await desk.stop()
    await start()
    await desk.at('kept-list').getByText('A list with 3 numbers was not sent.').waitFor()
    expect(await rows()).toBe(0)
    await desk.at('kept-list-open').click()
    await expect.poll(rows).toBe(3)
    await expect.poll(() => desk.at('kept-list').count()).toBe(0)
  })

  it('is deleted when it is discarded', async () => {
    await begin()
    await desk.page.reload()
    await desk.at('kept-list-discard').click()
    await expect.poll(kept).toBeNull()
  })

  it('is offered by a window that crashed, which says so', async () => {
    await begin()
    await desk.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const crash = new Promise<void>((done) => contents?.once('render-process-gone', () => done()))
      contents?.forcefullyCrashRenderer()
      await crash
    })
    // Asked in the main process, because the driver gives a crashed page up.
    const textOf = () =>
      desk.app
        .evaluate(({ BrowserWindow }) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents
          if (contents === undefined || contents.isCrashed() || contents.isLoadingMainFrame()) return ''
          return contents.executeJavaScript('document.body.innerText') as Promise<string>
        })
        .catch(() => '')
    await expect.poll(textOf).toContain('This window crashed and was loaded again.')
    await expect.poll(textOf).toContain('A list with 3 numbers was not sent.')
  })
})
