import { describe, expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { onPage } from './support/on-page'
import { counting } from './support/counting'
import { idOf } from './support/world/world'

// A scan stays where it is expected.

const desk = onPage({
  handlers: () => ({
    'drafts/read-order': () => succeed({ text: null }),
    'drafts/save-order': () => succeed(null),
    ...counting(['8000000017', '8000000018', '8000000019']),
    'window/print': () => succeed(null),
    'continuous/start': () => succeed(null),
    'continuous/stop': () => succeed(null),
  }),
})

const isOn = (page: string) => desk.page.evaluate(() => location.hash).then((hash) => hash.includes(page))

/** A scan into the field with the focus: its keys have the time stamps of a scanner on a busy computer too. */
const scanIntoField = (text: string) =>
  desk.page.evaluate((characters) => {
    let timeStamp = performance.now()
    const press = (init: KeyboardEventInit): boolean => {
      const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: (timeStamp += 8) })
      return document.activeElement?.dispatchEvent(event) ?? false
    }
    for (const key of characters)
      if (
        press({ key, code: `Digit${key}` }) &&
        (document.activeElement instanceof HTMLInputElement ||
          document.activeElement instanceof HTMLTextAreaElement)
      ) {
        document.activeElement.value += key
        document.activeElement.dispatchEvent(new Event('input', { bubbles: true }))
      }
    press({ key: 'Enter', code: 'Enter' })
  }, text)

describe('a scan', () => {
  it('counts in a stocktake, also while the details of a row are open', async () => {
    await desk.at('rail-stocktake').click()
    await desk.at('stocktake-row').click()
    await desk.at('count-input').waitFor()
    const counted = () => desk.callsOf('stocktakes/count').flatMap((call) => call.numbers)
    await desk.scan('8000000018')
    await expect.poll(counted).toEqual(['8000000018'])
    await desk.page.getByTestId('stocktake-lock').first().click()
    await desk.at('stocktake-details').waitFor()
    expect(await desk.at('stocktake-details').innerText()).toContain('Not counted yet')
    await desk.scan('8000000019')
    await expect.poll(counted).toEqual(['8000000018', '8000000019'])
    expect(await isOn('stocktake')).toBe(true)
    await desk.press('Escape')
    await desk.at('stocktake-details').waitFor({ state: 'detached' })
  })

  it('chooses the borrowed lock of a loan, or says why it does not', async () => {
    const borrowed = desk.world.records.filter(
      ({ enterpriseGlobalId, borrowedUsbKey }) =>
        enterpriseGlobalId === idOf('northBridge') && borrowedUsbKey === true,
    )
    const free = borrowed.find(({ lent, locked }) => lent !== true && locked !== true)
    await desk.at('rail-lending').click()
    await desk.at('lend-new').click()
    await desk.at(`lend-onto-${free?.assetNum ?? ''}`).waitFor()
    // As after the assets were ticked: the field of the employee keeps what is typed into it.
    await desk.at('rail-lending').focus()
    await desk.scan(free?.shellNumber ?? '')
    await expect.poll(() => desk.at(`lend-onto-${free?.assetNum ?? ''}`).isChecked()).toBe(true)
    await desk.scan('8000000017')
    await expect.poll(() => desk.at('lend-scanned').innerText()).toContain('8000 000 017')
    expect(await isOn('lending')).toBe(true)
  })

  it('chooses the borrowed lock also from the field of the employee, which keeps its text', async () => {
    await desk.at('rail-lending').click()
    await desk.at('lend-new').click()
    await desk.at('lend-employee').fill('emma')
    await scanIntoField('8000000017')
    await expect.poll(() => desk.at('lend-scanned').innerText()).toContain('8000 000 017')
    expect(await desk.at('lend-employee').inputValue()).toBe('emma')
    // The employee who was chosen stays chosen.
    await desk.at('lend-employee').fill('emma')
    await desk.page.getByTestId('employee-option').first().click()
    await desk.page.locator('[data-testid^=lend-asset-]').first().waitFor()
    const name = await desk.at('lend-employee').inputValue()
    await desk.at('lend-employee').focus()
    await desk.press('End')
    await scanIntoField('8000000018')
    await expect.poll(() => desk.at('lend-scanned').innerText()).toContain('8000 000 018')
    expect(await desk.at('lend-employee').inputValue()).toBe(name)
    expect(await desk.at('employee-list').isVisible()).toBe(false)
    await desk.page.locator('[data-testid^=lend-asset-]').first().waitFor()
  })

  it('is no date, quantity or duration of an order, which keep what they had', async () => {
    await desk.at('rail-orders').click()
    await desk.at('first-order').click()
    await desk.at('order-editor').waitFor()
    const valueOf = async (label: string): Promise<string> => {
      const field = desk.at('order-editor').getByRole('textbox', { name: label }).first()
      await field.fill(label === 'days' ? '7' : '')
      await scanIntoField('8000000022')
      await desk.page.getByText('Not used: 8000 000 022. This field takes no lock number.').first().waitFor()
      return field.inputValue()
    }
    expect(await valueOf('Valid from')).toBe('')
    expect(await valueOf('Concurrent nodes')).toBe('')
    expect(await valueOf('days')).toBe('7')
    expect(await isOn('orders')).toBe(true)
  })

  it('is no quantity of shell numbers', async () => {
    await desk.at('rail-shell-numbers').click()
    await desk.at('allocate-count').fill('12')
    await scanIntoField('8000000022')
    await desk.page.getByText('Not used: 8000 000 022. This field takes no lock number.').first().waitFor()
    expect(await desk.at('allocate-count').inputValue()).toBe('12')
  })

  it('is one more label, wherever the focus is', async () => {
    await desk.at('rail-shell-numbers').click()
    await desk.page.getByRole('button', { name: 'Labels' }).click()
    const numbers = desk.page.getByLabel('Numbers', { exact: true })
    await numbers.waitFor()
    await desk.scan('8000000017')
    await expect.poll(() => numbers.inputValue()).toBe('8000000017')
    await desk.page.getByLabel('Text above number').fill('Cabinet')
    await scanIntoField('8000000018')
    await expect.poll(() => numbers.inputValue()).toBe('8000000017\n8000000018')
    expect(await desk.page.getByLabel('Text above number').inputValue()).toBe('Cabinet')
    expect(await isOn('labels')).toBe(true)
    // Half a number stands alone and is named, also where the scan is typed after it.
    await numbers.fill('8000000017\n8000000018\n80000')
    await scanIntoField('8000000019')
    await expect.poll(() => numbers.inputValue()).toBe('8000000017\n8000000018\n80000\n8000000019')
    await desk.page.getByText('1 line is not a shell number and is skipped: 80000').waitFor()
    await numbers.fill('8000000017\n8000000018')

    // A pile is kept while something else is looked up.
    await desk.at('rail-desk').click()
    await desk.at('rail-shell-numbers').click()
    await desk.page.getByRole('button', { name: 'Labels' }).click()
    await expect.poll(() => numbers.inputValue()).toBe('8000000017\n8000000018')
  })

  it('adds to printed labels, which are named and removed without it', async () => {
    await desk.at('rail-shell-numbers').click()
    await desk.page.getByRole('button', { name: 'Labels' }).click()
    await desk.at('label-numbers').fill('8000000017\n8000000018')
    await desk.at('labels-print').click()
    await desk.page.getByText('2 printed labels are still listed.').waitFor()
    await desk.at('rail-desk').click()
    await desk.at('rail-shell-numbers').click()
    await desk.page.getByRole('button', { name: 'Labels' }).click()
    await desk.scan('8000000019')
    await expect.poll(() => desk.at('labels-print').innerText()).toBe('Print 3 labels…')
    await desk.at('remove-printed').click()
    await expect.poll(() => desk.at('label-numbers').inputValue()).toBe('8000000019')
    await desk.at('undo-remove-printed').click()
    await expect.poll(() => desk.at('labels-print').innerText()).toBe('Print 3 labels…')
  })

  it('fills in the number of the lock whose model is learned, wherever the focus is', async () => {
    await desk.at('rail-devices').click()
    await desk.at('learn-open').click()
    await desk.at('learn-number').waitFor()
    await desk.at('rail-devices').focus()
    await desk.scan('8000000019')
    await expect.poll(() => desk.at('learn-number').inputValue()).toBe('8000000019')
    expect(await isOn('devices')).toBe(true)
  })

  it('goes to the desk after continuous mode, and its summary gives way', async () => {
    await desk.startContinuousMode()
    await desk.at('continuous-bar').waitFor()
    await desk.press('Escape')
    await desk.at('continuous-bar').waitFor({ state: 'detached' })
    await desk.scan('8000000024')
    await desk.at('record-8000000024').waitFor()
    await expect.poll(() => desk.at('desk-input').inputValue()).toBe('8000000024')
  })

  it('is refused by a dialog by name, with the next step', async () => {
    await desk.card('8000000017').getByTestId('disable').click()
    await desk.at('confirm').waitFor()
    await desk.scan('8000000019')
    await expect
      .poll(() => desk.at('scan-lost').innerText())
      .toBe('Not used: 8000 000 019. Finish or cancel the dialog, then scan again.')
    // The dialog is closed: what is left to do is the scan.
    await desk.at('cancel').click()
    await expect.poll(() => desk.at('scan-lost').innerText()).toBe('Not used: 8000 000 019. Scan it again.')
    await desk.scan('8000000019')
    await desk.at('record-8000000019').waitFor()
    expect(await desk.at('scan-lost').count()).toBe(0)
  })

  it.each([
    [960, 640, 1],
    [960, 640, 2],
    [1280, 800, 1],
  ])(
    'is refused where neither title nor button of a dialog is covered, at %i × %i and zoom %i',
    async (width, height, zoom) => {
      await desk.at('rail-employees').click()
      await desk.at('add-employee').click()
      const dialog = desk.at('dialog')
      await dialog.waitFor()
      await desk.app.evaluate(
        ({ BrowserWindow }, [across, down, factor]) => {
          const [window] = BrowserWindow.getAllWindows()
          window?.setContentSize(across, down)
          window?.webContents.setZoomFactor(factor)
        },
        [width, height, zoom] as const,
      )
      await expect
        .poll(() => desk.page.evaluate(() => [innerWidth, innerHeight]))
        .toEqual([width / zoom, height / zoom])
      const places = () =>
        dialog.evaluate((element) =>
          [...element.querySelectorAll('h2, header button, footer button')].map((part) => {
            const { left, top, right, bottom } = part.getBoundingClientRect()
            return { left, top, right, bottom }
          }),
        )
      const before = await places()
      await desk.scan('8000000019')
      const notice = desk.at('scan-lost')
      await notice.waitFor()
      const shown = await notice.evaluate((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect()
        return { left, top, right, bottom, across: innerWidth, down: innerHeight }
      })
      expect(shown.left).toBeGreaterThanOrEqual(0)
      expect(shown.top).toBeGreaterThanOrEqual(0)
      expect(shown.right).toBeLessThanOrEqual(shown.across)
      expect(shown.bottom).toBeLessThanOrEqual(shown.down)
      const covered = before.filter(
        ({ left, top, right, bottom }) =>
          left < shown.right && right > shown.left && top < shown.bottom && bottom > shown.top,
      )
      expect(before.length).toBeGreaterThan(2)
      expect(covered).toEqual([])
      // Nothing moves, and a press goes to what is under it.
      expect(await places()).toEqual(before)
      expect(await notice.evaluate((element) => getComputedStyle(element).pointerEvents)).toBe('none')
      // Chromium keeps the zoom of the page for the next test.
      await desk.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(1),
      )
    },
  )

  it('becomes no name of the operator, and does not confirm the change of another lock', async () => {
    await desk.command('settings/change', { operatorIdentity: '' })
    await desk.card('8000000017').getByTestId('disable').click()
    const name = desk.at('confirm-operator-field')
    await name.fill('Li W')
    await scanIntoField('8000000019')
    await expect.poll(() => desk.at('scan-lost').innerText()).toContain('Not used: 8000 000 019.')
    expect(await name.inputValue()).toBe('Li W')
    expect(desk.callsOf('jobs/start')).toEqual([])
  })

  it('is refused by the lock screen until an operator is chosen', async () => {
    await desk.press('Control+k')
    await desk.page.keyboard.type('lock screen', { delay: 70 })
    await desk.page.locator('[data-entry="action:lock-screen"]').click()
    await desk.at('lock-screen').waitFor()
    await desk.scan('8000000019')
    await expect
      .poll(() => desk.at('scan-lost').innerText())
      .toBe('Not used: 8000 000 019. Choose the operator, then scan again.')
  })
})
