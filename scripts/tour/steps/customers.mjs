import { assert } from '../assert.mjs'

/** @type {readonly import('../step.mjs').Step[]} */
export const customerSteps = [
  {
    name: 'The known customers are listed, and an order is prepared',
    run: async ({ driver, enterprises }) => {
      await driver.openPage('Customers')
      // The first row is the head.
      const rows = driver.page.getByRole('grid', { name: 'Customers' }).getByRole('row')
      await rows.nth(1).waitFor()
      const count = (await rows.count()) - 1
      assert(count === enterprises.length, `${count} of ${enterprises.length} enterprises are listed`)
      await rows.nth(1).click()
      await driver.at('customer-details').waitFor()
      const pictures = [await driver.picture('customers-en-light')]
      await driver.press('Create order')
      await driver.at('order-editor').waitFor()
      const shownText = await driver.at('order-row').innerText()
      pictures.push(await driver.picture('orders-en-light'))
      await driver.setAppearance({ language: 'zh', theme: 'dark' })
      pictures.push(await driver.picture('orders-zh-dark'))
      await driver.setAppearance({ language: 'en', theme: 'light' })
      await driver.press('More')
      await driver.press('Clear')
      await driver.openPage('Desk')
      return { shownText, pictures }
    },
  },
]
