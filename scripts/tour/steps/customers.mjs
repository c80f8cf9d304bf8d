import { must } from '../must.mjs'

/** @type {readonly import('../steps.mjs').Step[]} */
export const customerSteps = [
  {
    name: 'The customers this desk knows, and an order for one of them',
    run: async ({ stage, enterprises }) => {
      await stage.at('rail-customers').click()
      await stage.at('customer-row').waitFor()
      const rows = await stage.page.getByTestId('customer-row').count()
      must(rows === enterprises.length, `${rows} of ${enterprises.length} enterprises are listed`)
      await stage.at('customer-row').click()
      await stage.at('customer-details').waitFor()
      const pictures = [await stage.picture('customers-en-light')]
      await stage.at('customer-order').click()
      await stage.at('order-editor').waitFor()
      const said = await stage.at('order-sentence').innerText()
      pictures.push(await stage.picture('orders-en-light'))
      await stage.look('zh', 'dark')
      pictures.push(await stage.picture('orders-zh-dark'))
      await stage.look('en', 'light')
      await stage.at('clear-batch').click()
      await stage.at('rail-desk').click()
      return { said, pictures }
    },
  },
]
