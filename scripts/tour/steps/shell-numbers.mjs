import { askService } from '../ask-service.mjs'
import { createDraw } from '../draw.mjs'
import { must } from '../must.mjs'

/** @type {readonly import('../steps.mjs').Step[]} */
export const shellNumberSteps = [
  {
    name: 'Shell numbers are allocated, and become labels',
    run: async ({ stage, seed, baseUrl }) => {
      const count = createDraw(seed ^ 0x5e11).between(5, 12)
      const next = async () => {
        const [number = ''] = /** @type {string[]} */ (
          await askService(baseUrl, 'order.allocateShellNumbers', { body: { size: 1 } })
        )
        return Number(number)
      }
      const before = await next()
      await stage.look('en', 'light')
      await stage.at('rail-shell-numbers').click()
      await stage.at('allocate-count').fill(String(count))
      await stage.at('allocate').click()
      const fact = await stage.at('allocate-fact').innerText()
      must(fact.includes(String(count)), 'the confirmation does not name how many')
      await stage.at('allocate-confirm').click()
      await stage.at('batch-count').getByText(`${count} shell numbers`).waitFor()
      const shown =
        (await stage.page.getByTestId('batch-numbers').innerText()).match(/\d{4} \d{3} \d{3}/g) ?? []
      const numbers = shown.map((text) => Number(text.replace(/\D/g, '')))
      // The service counts up: what it gave to the app lies between what it gave before and after.
      const after = await next()
      must(after === before + count + 1, `the service gave ${after - before - 1} numbers, not ${count}`)
      const isOurs = numbers.length === count && numbers.every((number) => number > before && number < after)
      must(isOurs, `the page shows ${shown.join(', ')}`)
      const pictures = [await stage.picture('shell-numbers-en-light')]
      await stage.at('to-labels').click()
      await stage.at('label-count').waitFor()
      pictures.push(await stage.picture('labels-en-light'))
      await stage.look('zh', 'dark')
      pictures.push(await stage.picture('labels-zh-dark'))
      return { said: fact, service: { before, after }, pictures }
    },
  },
]
