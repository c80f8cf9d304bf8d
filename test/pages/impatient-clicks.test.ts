import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { fail, succeed } from '#shared/outcome'
import { clickAt as clickOn, hold, middleOf, pressAt, withSteadyHand } from './support/gestures'
import { waitForPresses } from '../support/press-keys'
import { onPage } from './support/on-page'

// A hand that clicks again before it sees what the first click did.

const desk = onPage({
  handlers: () => ({
    'continuous/start': () => succeed(null),
    'continuous/stop': () => succeed(null),
    // The button that stops the test came under the pointer that began it.
    'connect/test': async () => {
      await desk.page.locator('[data-testid=connect-stop][data-resting]').waitFor()
      return fail({ code: 'not-confirmed', message: 'not confirmed' })
    },
  }),
})

const number = '8000000017'
const gapMs = 120
const disableButton = () => desk.card(number).getByTestId('disable')
const dialogCount = () => desk.page.locator('dialog[open]').count()

const clickAt = (place: { x: number; y: number }, delays: readonly number[], isCounted?: boolean) =>
  clickOn(desk.page, place, delays, isCounted)
const series = (count: number) => Array.from({ length: count }, (_, index) => index * gapMs)

/** What the page beneath received: every button, row or link that a click reached. */
const watchBeneath = () =>
  desk.page.evaluate(() => {
    const reached: string[] = []
    Object.assign(window, { reached })
    document.querySelector('#app')?.addEventListener('click', ({ target }) => {
      const control = target instanceof Element ? target.closest('button, a, [role=row], label') : null
      if (control !== null && control.closest('dialog') === null)
        reached.push(control.outerHTML.slice(0, 120))
    })
  })
const reached = () => desk.page.evaluate(() => (window as unknown as { reached: string[] }).reached)
/** Puts a button of the page beneath the middle of the dialog's button, as another layout would. */
const putBeneath = ({ x, y }: { x: number; y: number }) =>
  desk.page.evaluate(
    ([left, top]) => {
      const button = document.createElement('button')
      button.textContent = 'Connect…'
      button.style.cssText = `position:fixed;left:${left - 40}px;top:${top - 15}px;width:80px;height:30px`
      document.querySelector('main')?.append(button)
    },
    [x, y] as const,
  )

describe.each([2, 3, 4])('%i clicks', withSteadyHand, (count) => {
  it.each([true, false])(
    'on a confirming button send once and reach nothing beneath (counted: %s)',
    async (isCounted) => {
      await disableButton().click()
      const place = await middleOf(desk.at('confirm'))
      await putBeneath(place)
      await watchBeneath()
      await clickAt(place, series(count), isCounted)
      await desk.cardIs(number, 'disabled')
      expect(desk.callsOf('jobs/start')).toHaveLength(1)
      expect(await reached()).toEqual([])
      expect(await dialogCount()).toBe(0)
    },
  )

  it('on a confirming button select no text beneath', async () => {
    await disableButton().click()
    const place = await middleOf(desk.at('confirm'))
    await desk.page.evaluate(
      ([left, top]) => {
        const text = document.createElement('p')
        text.textContent = 'A text beneath the dialog'
        text.style.cssText = `position:fixed;left:${left - 80}px;top:${top - 10}px`
        document.querySelector('main')?.append(text)
      },
      [place.x, place.y] as const,
    )
    await clickAt(place, series(count))
    await desk.cardIs(number, 'disabled')
    expect(await desk.page.evaluate(() => String(getSelection()))).toBe('')
  })

  it.each([true, false])(
    'on a button that opens a form keep its first field (counted: %s)',
    async (isCounted) => {
      await desk.at('rail-customers').click()
      await clickAt(await middleOf(desk.at('query-customer')), series(count), isCounted)
      await sleep(200)
      await desk.type('CRM-EAST')
      expect(await desk.page.locator('dialog input').first().inputValue()).toBe('CRM-EAST')
      expect(await desk.page.evaluate(() => String(getSelection()))).toBe('')
    },
  )

  it('on a button that opens a dialog leave it open and confirm nothing', async () => {
    await clickAt(await middleOf(disableButton()), series(count))
    await sleep(200)
    expect(await dialogCount()).toBe(1)
    expect(desk.callsOf('jobs/start')).toEqual([])
  })

  it.each([true, false])('on a button that opens a menu leave it open (counted: %s)', async (isCounted) => {
    await desk.at('rail-assets').click()
    const menu = desk.at('views-menu')
    await menu.waitFor()
    await clickAt(await middleOf(menu), series(count), isCounted)
    await sleep(300)
    expect(await desk.page.locator('[popover]:popover-open').count()).toBe(1)
    expect(await desk.page.locator('[popover]:popover-open :focus').count()).toBe(1)
    await menu.click()
    await expect.poll(() => desk.page.locator('[popover]:popover-open').count()).toBe(0)
  })

  it('on a button that something else replaces press only the first one', async () => {
    await desk.page.evaluate(() => {
      const pressed: string[] = []
      Object.assign(window, { pressed })
      const row = document.createElement('div')
      row.style.cssText = 'position:fixed;left:500px;top:400px;z-index:99'
      const add = (name: string) => {
        const button = document.createElement('button')
        button.textContent = name
        button.style.cssText = 'width:90px;height:32px'
        button.onclick = () => {
          pressed.push(name)
          button.remove()
          add(`${name}+`)
        }
        row.append(button)
      }
      add('Remove')
      document.querySelector('main')?.append(row)
    })
    await clickAt({ x: 545, y: 416 }, series(count))
    const pressed = () => desk.page.evaluate(() => (window as unknown as { pressed: string[] }).pressed)
    expect(await pressed()).toEqual(['Remove'])
    await sleep(500)
    await clickAt({ x: 545, y: 416 }, [0])
    expect(await pressed()).toEqual(['Remove', 'Remove+'])
  })
})

it.skipIf(process.platform === 'win32')(
  'made after a dialog closed reach nothing beneath, also where a frozen window receives them later',
  withSteadyHand,
  async () => {
    const pid = await desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]!.webContents.getOSProcessId(),
    )
    await disableButton().click()
    const place = await middleOf(desk.at('confirm'))
    await putBeneath(place)
    await watchBeneath()
    const freeze = async (): Promise<void> => {
      await expect.poll(() => desk.callsOf('jobs/start').length, { interval: 5 }).toBe(1)
      process.kill(pid, 'SIGSTOP')
      await sleep(1_000)
      process.kill(pid, 'SIGCONT')
    }
    await Promise.all([clickAt(place, [0, 120, 240]), freeze()])
    await desk.cardIs(number, 'disabled')
    expect(await reached()).toEqual([])
    await desk.page.evaluate(() => new Promise((done) => setTimeout(done, 600)))
    await clickAt(place, [0])
    expect(await reached()).toHaveLength(1)
  },
)

it('a slow double click leaves the dialog open that it opened', withSteadyHand, async () => {
  await clickAt(await middleOf(disableButton()), [0, 420])
  await sleep(200)
  expect(await dialogCount()).toBe(1)
})

describe('a click that is meant', () => {
  it.each([1, 2])(
    'counts 300 ms after a dialog closed (click %i of the system’s count)',
    async (clickCount) => {
      await disableButton().click()
      const place = await middleOf(desk.at('cancel'))
      await putBeneath(place)
      await watchBeneath()
      await clickAt(place, [0])
      await desk.page.waitForFunction(() => document.querySelector('dialog[open]') === null)
      // By the page's own clock: on a busy computer its timers are as late as this one.
      await desk.page.evaluate(() => new Promise((done) => setTimeout(done, 360)))
      await Promise.all([desk.page.mouse.down({ clickCount }), desk.page.mouse.up({ clickCount })])
      expect(await reached()).toHaveLength(1)
    },
  )

  it('counts at once where the hand moved on', async () => {
    await clickAt(await middleOf(disableButton()), [0])
    await desk.at('confirm').waitFor()
    await clickAt(await middleOf(desk.at('confirm')), [0])
    await desk.cardIs(number, 'disabled')
  })
})

describe('a press by key', () => {
  /** The page's own clock stands still: what rests does not stop. */
  const stopClock = () =>
    desk.page.evaluate(() => {
      const now = performance.now()
      performance.now = () => now
    })
  const moveClock = () =>
    desk.page.evaluate(() => {
      const now = performance.now.bind(performance)
      performance.now = () => now() + 10_000
    })

  it('in a field sends the form, though its button came back under the pointer', async () => {
    await desk.page.keyboard.press('Control+K')
    await desk.type('Connect')
    await desk.press('Enter')
    const entries = {
      name: 'North office',
      baseUrl: 'https://platform.example',
      orderKey: 'counter',
      orderSecret: 'of the counter',
      userName: 'liwei',
      password: 'of Li Wei',
    }
    for (const [name, value] of Object.entries(entries)) await desk.at(`connect-${name}`).fill(value)
    await waitForPresses(desk.page)
    const place = await middleOf(desk.at('connect-test'))
    await desk.page.mouse.move(place.x, place.y)
    await stopClock()
    await desk.page.mouse.click(place.x, place.y)
    await desk.page.locator('[data-testid=connect-test][data-resting]').waitFor()
    expect(desk.callsOf('connect/test')).toHaveLength(1)
    await desk.at('connect-password').focus()
    await desk.page.keyboard.press('Enter')
    await expect.poll(() => desk.callsOf('connect/test').length).toBe(2)
  })

  it('counts after a press of the mouse came too late', async () => {
    await disableButton().click()
    const place = await middleOf(desk.at('cancel'))
    await putBeneath(place)
    await watchBeneath()
    await clickAt(place, [0])
    await moveClock()
    await waitForPresses(desk.page)
    await clickAt(place, [0])
    expect(await reached()).toEqual([])
    await disableButton().focus()
    // The first key ends the rest of the keys.
    for (const key of ['Home', 'Enter']) await desk.page.keyboard.press(key)
    await expect.poll(dialogCount).toBe(1)
  })
})

describe('a form with something typed', withSteadyHand, () => {
  it.each([
    ['pressed twice', () => pressAt(desk.page, 'Escape', [0, 90])],
    ['held', () => hold(desk.page, 'Escape', 1_200)],
  ] as const)('outlives Esc that is %s', async (_, press) => {
    await desk.at('rail-employees').click()
    await desk.at('add-employee').click()
    await desk.at('confirm').waitFor()
    await desk.type('chenyu')
    await press()
    await desk.at('input-warned').waitFor()
    expect(await desk.page.locator('dialog[open] input').first().inputValue()).toBe('chenyu')
    await sleep(700)
    await desk.press('Escape')
    await expect.poll(dialogCount).toBe(0)
  })
})

describe('Esc that is pressed twice', withSteadyHand, () => {
  const pressTwice = () => pressAt(desk.page, 'Escape', [0, 140])

  it.each([
    ['the list of assets', 'rail-assets', 'asset-table', 'asset-details', 'details-assign'],
    ['the list of employees', 'rail-employees', 'employee-table', 'employee-details', 'reset-password'],
  ])(
    'closes a dialog and leaves the details that opened it, beside %s',
    async (_, rail, table, part, opener) => {
      await desk.at(rail).click()
      await desk.at(table).locator('[data-index]').first().click()
      const details = desk.at(part)
      await details.getByTestId(opener).click()
      await expect.poll(dialogCount).toBe(1)
      await sleep(400)
      await pressTwice()
      await expect.poll(dialogCount).toBe(0)
      await sleep(200)
      expect(await details.count()).toBe(1)
    },
  )

  it('ends continuous mode and leaves the details that were open', async () => {
    await desk.lookUp('8000000019')
    await desk.startContinuousMode()
    await desk.at('continuous-bar').waitFor()
    await sleep(400)
    await pressTwice()
    await desk.at('continuous-bar').waitFor({ state: 'detached' })
    await sleep(200)
    expect(await desk.at('record-8000000019').or(desk.at('continuous-ended')).count()).toBeGreaterThan(0)
  })
})
