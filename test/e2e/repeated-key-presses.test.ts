import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { appOnService } from './support/app-on-service'
import { restMs } from '../../src-renderer/ui/button/resting-controls'
import { scanKeys } from '../support/scan-keys'

// Held keys and repeated presses on the real window. The service counts the effects.

const number = '8000000017'
const other = '8000000024'

const { serviceClient, desk } = appOnService()

beforeAll(async () => {
  await desk.cardIs(number, 'enabled')
})

const card = () => desk.card(number)
/** Not for a state: the time between presses is what these tests are about. */
const wait = (ms: number) => desk.page.waitForTimeout(ms)
const effectCount = async () => (await serviceClient.effects(0)).length
const lineCount = async () => (await desk.command('journal/recent', { limit: 200 })).length
const dialogCount = () => desk.page.locator('dialog[open]').count()

/** Repeats 30 times a second, as a keyboard does. */
const hold = async (key: string, ms: number): Promise<void> => {
  const until = Date.now() + ms
  while (Date.now() < until) {
    await desk.page.keyboard.down(key)
    await wait(33)
  }
  await desk.page.keyboard.up(key)
}
const toEnabled = async () => {
  if ((await dialogCount()) > 0) await desk.press('Escape')
  await desk.at('dialog').waitFor({ state: 'detached' })
  await wait(600)
  if (await card().getByTestId('enable').isVisible()) {
    await card().getByTestId('enable').click()
    await desk.at('confirm').click()
    await desk.cardIs(number, 'enabled')
    await wait(600)
  }
}
beforeEach(toEnabled)

describe('a held key', () => {
  it.each(['Enter', 'Space'])('%s on “Disable” opens the dialog and confirms nothing', async (key) => {
    const before = [await effectCount(), await lineCount()]
    await card().getByTestId('disable').focus()
    await hold(key, 2_000)
    expect(await dialogCount()).toBe(1)
    expect([await effectCount(), await lineCount()]).toEqual(before)
    // Released, and pressed again after a moment, it confirms.
    await wait(400)
    await desk.page.keyboard.press('Enter')
    await desk.cardIs(number, 'disabled')
    expect(await effectCount()).toBe((before[0] ?? 0) + 1)
  })

  it('that confirms, confirms once and opens nothing afterwards', async () => {
    const before = await effectCount()
    await card().getByTestId('disable').click()
    await desk.at('confirm').waitFor()
    await hold('Enter', 2_000)
    await desk.cardIs(number, 'disabled')
    expect(await dialogCount()).toBe(0)
    expect(await effectCount()).toBe(before + 1)
  })
})

describe('quick presses', () => {
  /** Presses Enter at these times, in ms from now; the longest time between two presses, as the page saw it. */
  const pressAt = async (delays: readonly number[]): Promise<number> => {
    await desk.page.evaluate(() => {
      const times: number[] = []
      Object.assign(window, { pressedAt: times })
      const note = ({ key, timeStamp }: KeyboardEvent) => {
        if (key === 'Enter') times.push(timeStamp)
      }
      window.addEventListener('keydown', note, { capture: true })
    })
    // On time, whenever each response arrives.
    await Promise.all(
      delays.map(async (delay) => {
        await sleep(delay)
        await desk.page.keyboard.press('Enter')
      }),
    )
    const times = await desk.page.evaluate(() => (window as unknown as { pressedAt: number[] }).pressedAt)
    return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? 0)))
  }

  /** On a busy machine presses may come so far apart that they are not quick; those are made again. */
  const untilQuick = async (attempt: () => Promise<boolean>): Promise<void> => {
    for (let count = 0; count < 20; count++) {
      if (await attempt()) return
      await toEnabled()
    }
    throw new Error('this machine is too busy for quick presses')
  }

  it.each([40, 80, 120, 160, 200, 250])(
    'of Enter on “Disable”, %i ms apart, ask and confirm nothing',
    { timeout: 90_000 },
    async (gap) => {
      await untilQuick(async () => {
        const before = [await effectCount(), await lineCount()]
        await card().getByTestId('disable').focus()
        const longestGap = await pressAt([0, gap])
        await wait(200)
        if (longestGap >= restMs) return false
        expect(await dialogCount()).toBe(1)
        expect([await effectCount(), await lineCount()]).toEqual(before)
        return true
      })
    },
  )

  it('confirm once, and have no further effect', { timeout: 90_000 }, async () => {
    await untilQuick(async () => {
      const before = await effectCount()
      await card().getByTestId('disable').click()
      await desk.at('confirm').waitFor()
      const longestGap = await pressAt(Array.from({ length: 15 }, (_, times) => times * 60))
      if (longestGap >= restMs) return false
      await desk.cardIs(number, 'disabled')
      expect(await dialogCount()).toBe(0)
      expect(await effectCount()).toBe(before + 1)
      return true
    })
  })

  it('of the mouse do not reach what was below a dialog that the first one closed', async () => {
    await card().getByTestId('disable').click()
    const box = await desk.at('cancel').boundingBox()
    const [x, y] = [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5]
    await desk.page.evaluate(() => {
      const beneath: string[] = []
      Object.assign(window, { beneath })
      for (const name of ['mousedown', 'click', 'dblclick'])
        document.querySelector('#app')?.addEventListener(name, ({ target }) => {
          if (target instanceof Element && target.closest('dialog') === null) beneath.push(name)
        })
    })
    const reached = () =>
      desk.page.evaluate(() => (window as unknown as { beneath: string[] }).beneath.splice(0))
    await desk.page.mouse.dblclick(x, y)
    expect(await dialogCount()).toBe(0)
    expect(await reached()).toEqual([])
    await wait(400)
    await desk.page.mouse.click(x, y)
    expect(await reached()).toEqual(['mousedown', 'click'])
  })

  it('on a button do not confirm its dialog', async () => {
    const before = await lineCount()
    await card().getByTestId('disable').dblclick()
    await wait(100)
    // The second press would have hit the overlay around the dialog, and closed it.
    expect(await dialogCount()).toBe(1)
    expect(await lineCount()).toBe(before)
  })

  it('do not follow the answer to the system dialog', async () => {
    // The dialog had the focus; without a window manager it would keep it.
    await desk.page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.send('event:window/dialog-closed', null),
    )
    await wait(30)
    await card().getByTestId('disable').focus()
    await desk.page.keyboard.press('Enter')
    expect(await dialogCount()).toBe(0)
    await wait(600)
    await desk.page.keyboard.press('Enter')
    expect(await dialogCount()).toBe(1)
  })
})

describe('an intended press', () => {
  it('a scan works right after a dialog closed', async () => {
    await card().getByTestId('disable').click()
    await desk.at('dialog').waitFor()
    await desk.press('Escape')
    await scanKeys(desk.page, other, 5)
    await desk.at(`record-${other}`).waitFor()
  })

  it('a click by a script or a screen reader works at any time', async () => {
    await card().getByTestId('disable').click()
    await desk.at('cancel').click()
    await card()
      .getByTestId('disable')
      .evaluate((button: HTMLElement) => button.click())
    expect(await dialogCount()).toBe(1)
  })
})
