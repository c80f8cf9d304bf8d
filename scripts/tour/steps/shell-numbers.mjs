import { requestService } from '../request-service.mjs'
import { createRandom } from '../random.mjs'
import { assert } from '../assert.mjs'

/** @type {readonly import('../step.mjs').Step[]} */
export const shellNumberSteps = [
  {
    name: 'Shell numbers are allocated and shown as labels',
    run: async ({ driver, seed, baseUrl }) => {
      const count = createRandom(seed ^ 0x5e11).between(5, 12)
      const next = async () => {
        const [number = ''] = /** @type {string[]} */ (
          await requestService(baseUrl, 'order.allocateShellNumbers', { body: { size: 1 } })
        )
        return Number(number)
      }
      const before = await next()
      await driver.setAppearance({ language: 'en', theme: 'light' })
      await driver.openPage('Shell numbers')
      await driver.field('Quantity').fill(String(count))
      await driver.press(`Allocate ${count} numbers`)
      const fact = await driver.at('allocate-fact').innerText()
      assert(fact.includes(String(count)), 'the confirmation does not name how many')
      await driver.press(`Allocate ${count} shell numbers`)
      await driver.at('batch-count').getByText(`${count} shell numbers`).waitFor()
      const shown =
        (await driver.page.getByTestId('batch-numbers').innerText()).match(/\d{4} \d{3} \d{3}/g) ?? []
      const numbers = shown.map((text) => Number(text.replace(/\D/g, '')))
      // The service counts up, so the app's numbers are between those allocated before and after.
      const after = await next()
      assert(after === before + count + 1, `the service gave ${after - before - 1} numbers, not ${count}`)
      const isInRange =
        numbers.length === count && numbers.every((number) => number > before && number < after)
      assert(isInRange, `the page shows ${shown.join(', ')}`)
      const pictures = [await driver.picture('shell-numbers-en-light')]
      await driver.press(`Print ${count} labels`)
      await driver.at('label-count').waitFor()
      pictures.push(await driver.picture('labels-en-light'))
      await driver.setAppearance({ language: 'zh', theme: 'dark' })
      pictures.push(await driver.picture('labels-zh-dark'))
      return { shownText: fact, service: { before, after }, pictures }
    },
  },
]
