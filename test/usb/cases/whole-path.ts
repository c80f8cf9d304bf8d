import assert from 'node:assert/strict'
import * as answers from '../gadget/answers'
import { createHidGadget } from '../gadget/f-hid'
import { withGadgets } from '../gadget/play'
import { startDisplay, startGuestApp } from '../electron-app'
import { recordOf, startService } from '../service'
import { longTest } from '../usb-test'

/** A lock of the training data (src-service/seed/training-locks.ts) that is enabled at first. */
const number = '8000000017'
const northBridge = {
  enterpriseGlobalId: '5317046820917364501',
  channelCode: 'CRM-EAST',
  channelCustomerId: 'NB-10017',
}

longTest(
  'gadget + Electron: a lock plugged into the USB port is shown, disabled, and locked in the service’s record',
  async () => {
    const began = performance.now()
    const step = (what: string) =>
      console.log(`whole path: ${what} after ${((performance.now() - began) / 1000).toFixed(1)} s`)
    const display = await startDisplay()
    step('the display is running')
    // One after the other, since in parallel they would delay each other.
    const service = await startService()
    step('the service responds')
    const desk = await startGuestApp(display.name, service.url)
    step('the window is open')
    const gadget = createHidGadget({
      ...{ serialNumber: 'WHOLE-PATH', manufacturer: '锁业' },
      answer: answers.well(number),
    })
    try {
      await withGadgets([gadget], async () => {
        await desk.command('settings/change', { language: 'en', operatorIdentity: 'Li Wei' })
        const { channelCode, channelCustomerId } = northBridge
        await desk.command('enterprises/add', { by: 'channel', channelCode, channelCustomerId })

        step('the enterprise is known')
        await gadget.plugIn()
        const card = desk.page.getByTestId(`card-${number}`)
        await card.locator('[data-testid=state][data-state=enabled]').waitFor()
        assert.match((await card.innerText()).replace(/\D/g, ''), new RegExp(number))
        const plugged = await desk.command('locks/list')
        const lock = plugged.find(({ device }) => device.serialNumber === 'WHOLE-PATH')
        assert.equal(lock?.source, 'usb')
        assert.equal(lock.device.manufacturer, '锁业')
        step('the lock is on the screen')
        await desk.picture('plugged-in')

        const requestsBefore = gadget.heard.length
        await card.getByTestId('disable').click()
        await desk.page.getByTestId('confirm').first().click()
        await card.locator('[data-testid=state][data-state=disabled]').waitFor()
        assert.equal((await recordOf(service.url, northBridge.enterpriseGlobalId, number)).locked, true)
        // The lock was read again right before the change was sent.
        assert.ok(gadget.heard.length > requestsBefore)
        step('the lock is disabled')
        await desk.picture('disabled')

        await gadget.pullOut()
        await card.waitFor({ state: 'detached' })
      })
    } finally {
      await desk.picture('at-the-end').catch(() => undefined)
      await desk.stop()
      service.stop()
      display.stop()
    }
  },
)
