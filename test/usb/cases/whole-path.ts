import assert from 'node:assert/strict'
import * as answers from '../gadget/answers'
import { createHidGadget } from '../gadget/f-hid'
import { withGadgets } from '../gadget/play'
import { guestDesk } from '../guest-desk'
import { recordOf } from '../service'
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
    const desk = await guestDesk()
    const gadget = createHidGadget({
      ...{ serialNumber: 'WHOLE-PATH', manufacturer: '锁业' },
      answer: answers.well(number),
    })
    try {
      await withGadgets([gadget], async () => {
        const { channelCode, channelCustomerId } = northBridge
        await desk.command('enterprises/add', { by: 'channel', channelCode, channelCustomerId })

        await desk.page.getByTestId('rail-desk').click()
        await gadget.plugIn()
        const card = desk.page.getByTestId(`card-${number}`)
        await card.locator('[data-testid=state][data-state=enabled]').waitFor()
        assert.match((await card.innerText()).replace(/\D/g, ''), new RegExp(number))
        const plugged = await desk.command('locks/list')
        const lock = plugged.find(({ device }) => device.serialNumber === 'WHOLE-PATH')
        assert.equal(lock?.source, 'usb')
        assert.equal(lock.device.manufacturer, '锁业')
        await desk.picture('plugged-in')

        const requestsBefore = gadget.heard.length
        await card.getByTestId('disable').click()
        await desk.page.getByTestId('confirm').first().click()
        await card.locator('[data-testid=state][data-state=disabled]').waitFor()
        const { locked } = await recordOf(desk.serviceUrl, northBridge.enterpriseGlobalId, number)
        assert.equal(locked, true)
        // The lock was read again right before the change was sent.
        assert.ok(gadget.heard.length > requestsBefore)
        await desk.picture('disabled')

        await gadget.pullOut()
        await card.waitFor({ state: 'detached' })
      })
    } finally {
      await desk.picture('at-the-end').catch(() => undefined)
    }
  },
)
