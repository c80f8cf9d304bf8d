import assert from 'node:assert/strict'
import * as answers from '../gadget/answers'
import { createHidGadget } from '../gadget/f-hid'
import { withGadgets } from '../gadget/play'
import { recordOf } from '../ask-service'
import { startDisplay, startGuestApp } from '../electron-app'
import { longTest } from '../usb-test'

/** A lock of the training data that the tray does not have (src-service/seed/training-locks.ts). */
const number = '8000000026'
const northBridge = '5317046820917364501'

longTest(
  'gadget + Electron: a lock plugged into the USB port is shown, disabled, and locked in the service’s record',
  async () => {
    const display = await startDisplay()
    const desk = await startGuestApp(display.name)
    const gadget = createHidGadget({
      ...{ serialNumber: 'WHOLE-PATH', manufacturer: '锁业' },
      answer: answers.well(number),
    })
    try {
      await withGadgets([gadget], async () => {
        await desk.command('settings/change', { language: 'en' })
        const service = await desk.serviceUrl()
        assert.equal((await recordOf(service, northBridge, number)).locked, false)

        await gadget.plugIn()
        const card = desk.page.getByTestId(`card-${number}`)
        await card.locator('[data-testid=state][data-state=enabled]').waitFor()
        assert.match((await card.innerText()).replace(/\D/g, ''), new RegExp(number))
        const plugged = await desk.command('locks/list')
        const lock = plugged.find(({ device }) => device.serialNumber === 'WHOLE-PATH')
        assert.equal(lock?.source, 'usb')
        assert.equal(lock.device.manufacturer, '锁业')
        await desk.picture('plugged-in')

        const asked = gadget.heard.length
        await card.getByTestId('disable').click()
        await desk.page.getByTestId('confirm').first().click()
        await card.locator('[data-testid=state][data-state=disabled]').waitFor()
        assert.equal((await recordOf(service, northBridge, number)).locked, true)
        // The lock was asked who it is once more, right before the change was sent.
        assert.ok(gadget.heard.length > asked)
        await desk.picture('disabled')

        await gadget.pullOut()
        await card.waitFor({ state: 'detached' })
      })
    } finally {
      await desk.picture('at-the-end').catch(() => undefined)
      await desk.stop()
      display.stop()
    }
  },
)
