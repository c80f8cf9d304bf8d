import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'

let userData: string
beforeAll(async () => {
  userData = await freshUserData()
})
afterAll(() => rm(userData, { recursive: true, force: true }))

const bounds = ({ app }: RunningApp) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())
/** A window is not moved before it is shown: the display server could drop that. */
const started = async (): Promise<RunningApp> => {
  const running = await startApp({ userData })
  await expect
    .poll(() => running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
    .toBe(true)
  return running
}
const savedPlace = async () => {
  const text = await readFile(join(userData, 'settings.json'), 'utf8').catch(() => '{}')
  return (JSON.parse(text) as { window?: unknown }).window
}

it('the window opens where it stood, inside a display that is there', async () => {
  const first = await started()
  // The display server moves a window some time after the request, and on a busy computer drops one that comes before it
  // has placed the shown window. Electron then believes that the window is there, and sends no equal request again: so
  // each try asks for a place beside it first.
  await expect
    .poll(async () => {
      await first.app.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows()
        for (const x of [61, 60]) window?.setBounds({ x, y: 40, width: 1000, height: 700 })
      })
      return savedPlace()
    })
    .toEqual({ x: 60, y: 40, width: 1000, height: 700, isMaximized: false })
  await first.stop()

  const second = await started()
  expect(await bounds(second)).toEqual({ x: 60, y: 40, width: 1000, height: 700 })
  // Half of it past the right edge, as after a display with fewer pixels.
  const area = await second.app.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea)
  await expect
    .poll(async () => {
      await second.app.evaluate(
        ({ BrowserWindow }, x) => {
          const [window] = BrowserWindow.getAllWindows()
          for (const beside of [1, 0]) window?.setPosition(x + beside, 40)
        },
        area.x + area.width - 300,
      )
      return savedPlace()
    })
    .toMatchObject({ x: area.x + area.width - 300 })
  await second.stop()

  const third = await started()
  expect(await bounds(third)).toMatchObject({ x: area.x + area.width - 1000, y: 40, width: 1000 })
  await third.stop()
})
