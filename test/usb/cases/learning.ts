import assert from 'node:assert/strict'
import { plainDigits } from '#shared/model/locks/shell-number'
import { withGadgets } from '../gadget/play'
import { guestDesk } from '../guest-desk'
import type { GuestDesk } from '../guest-desk'
import { createModelLocks, lockModels, modelNumbers } from '../lock-models'
import type { LockModel, ModelLock } from '../lock-models'
import { longTest } from '../usb-test'

/** Plugs in the locks one after the other, types the number of each, and saves the profile. */
const learn = async ({ page }: GuestDesk, model: LockModel, locks: readonly ModelLock[]): Promise<void> => {
  await page.getByTestId('learn-open').press('Enter')
  for (const [index, { gadget, number }] of locks.entries()) {
    await gadget.plugIn()
    const id = `1209:0${model.productId.toString(16)}`
    await page.getByTestId('learn-device').filter({ hasText: id }).waitFor()
    await page.getByTestId('learn-number').fill(number)
    await page.getByTestId('learn-number').press('Enter')
    await page.getByTestId('learn-lock').nth(index).waitFor()
  }
  const described = page.locator('[data-testid=learn-result][data-state=learned]')
  const description = await described.innerText()
  assert.ok(description.includes(`The number is in ${model.found}`), description)
  const read = (await page.getByTestId('learn-trial').allInnerTexts()).map(plainDigits)
  assert.deepEqual(read.sort(), locks.map(({ number }) => number as string).sort())
  await page.getByTestId('learn-save').press('Enter')
  await page.getByTestId('learn-saved').waitFor()
  await page.getByTestId('learn-done').press('Enter')
}

longTest('gadget + Electron: eight lock models are learned in the window', async () => {
  const desk = await guestDesk()
  await desk.page.getByTestId('rail-devices').click()
  for (const model of lockModels) {
    const began = performance.now()
    const locks = createModelLocks(model, modelNumbers)
    const gadgets = locks.map(({ gadget }) => gadget)
    await withGadgets(gadgets, async () => {
      try {
        await learn(desk, model, locks)
        const sent = gadgets.flatMap(({ heard, featuresSet }) => [...heard, ...featuresSet])
        assert.deepEqual(sent, [])
      } catch (error) {
        await desk.picture('not-learned').catch(() => undefined)
        const list = JSON.stringify(await desk.command('locks/list'))
        throw new Error(`${model.what}: ${String(error)}; listed: ${list}`, { cause: error })
      }
    })
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`learned in the window: ${model.what} in ${seconds} s`)
  }
})
