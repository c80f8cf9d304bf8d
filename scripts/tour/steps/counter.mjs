import { readFile } from 'node:fs/promises'
import { assetsOf, disabledAt } from '../request-service.mjs'
import { assert } from '../assert.mjs'

/** Facts that must not change while locks are counted. @param {import('../step.mjs').TourContext} context */
const stateOf = async ({ baseUrl, enterprises }) => {
  const lists = await Promise.all(enterprises.map((id) => assetsOf(baseUrl, id)))
  return JSON.stringify(lists)
}

/** Reversing a job, counting locks, signing a note. @type {readonly import('../step.mjs').Step[]} */
export const counterSteps = [
  {
    name: 'A job is reversed from the activity log, and the service confirms it',
    run: async (context) => {
      const { driver, baseUrl, enterprises } = context
      await driver.setAppearance({ language: 'en', theme: 'light' })
      const before = await disabledAt(baseUrl, enterprises)
      await driver.openPage('Activity log')
      await driver.at('journal-row').first().waitFor()
      // The newest completed change belongs to the list that was sent before.
      await driver.press(/^Completed \d/)
      await driver.page.getByTestId('journal-row').filter({ hasText: 'Disable' }).first().click()
      await driver.press('Reverse…')
      await driver.choose(/^All \d+ changes of the job$/)
      const ready = driver.page.locator('[data-testid=reversal][data-state=planned]')
      await ready.waitFor()
      const count = Number(await driver.at('reversal-ready').getAttribute('data-count'))
      assert(count > 1, `${count} locks can be reversed`)
      const shownText = await driver.at('reversal-ready').innerText()
      const pictures = [await driver.picture('reversal-en-light')]
      await driver.setAppearance({ language: 'zh', theme: 'dark' })
      pictures.push(await driver.picture('reversal-zh-dark'))
      await driver.setAppearance({ language: 'en', theme: 'light' })
      await driver.press(/^Open list \(\d+\)$/)
      await driver.waitForLookup()
      // The list selects no row that has a warning.
      const { ready: selected = 0 } = await driver.chips('list')
      assert(selected > 1 && selected <= count, `${selected} of ${count} locks are selected`)
      await driver.answerDialogs(0)
      await driver.press(/^Enable \d+ locks$/)
      await driver.confirm()
      await driver.at('job-summary').waitFor()
      const after = await disabledAt(baseUrl, enterprises)
      const enabled = [...before].filter((assetNum) => !after.has(assetNum))
      assert(enabled.length === selected, `the service has ${enabled.length} enabled, not ${selected}`)
      assert(
        [...after].every((assetNum) => before.has(assetNum)),
        'something was disabled meanwhile',
      )
      await driver.press('Clear')
      await driver.chooseAction('look-up')
      return { shownText, service: { enabled: enabled.length }, pictures }
    },
  },
  {
    name: 'Locks are counted in a stocktake, and the service does not change',
    run: async (context) => {
      const { driver, baseUrl, enterprises } = context
      const [enterpriseGlobalId = ''] = enterprises
      const before = await stateOf(context)
      const assets = await assetsOf(baseUrl, enterpriseGlobalId)
      const simulated = /** @type {{ shellNumber: string | null }[]} */ (
        await driver.command('simulator/list')
      )
      // Locks that are plugged in are counted without a scan.
      const pluggable = new Set(simulated.map(({ shellNumber }) => shellNumber))
      const shells = assets
        .map(({ keyShellNumber }) => keyShellNumber)
        .filter((shell) => /^\d{10}$/.test(shell) && !pluggable.has(shell))
      const [first = '', second = '', wrong = '', ...others] = shells
      await driver.setAppearance({ language: 'en', theme: 'light' })
      await driver.openPage('Stocktake')
      await driver.press('New stocktake…')
      await driver.choose('A list')
      await driver.field('Name').fill('Counter 1')
      await driver.field('Numbers').fill([first, second, wrong, ...others.slice(0, 9)].join('\n'))
      const pictures = [await driver.picture('stocktake-new-en-light')]
      await driver.press('Start stocktake')
      await driver.at('count-input').waitFor()
      for (const number of [first, second, wrong, '8999999999']) {
        await driver.scan(number)
        const isCounted = async () => {
          const last = driver.page.locator('[data-testid=last-count][data-kind=counted]')
          return (await last.count()) === 1 && (await last.innerText()).replace(/\D/g, '').includes(number)
        }
        await driver.until(isCounted, `counting ${number}`)
        if (number === wrong) {
          await driver.press('Undo')
          await driver.page.locator('[data-testid=last-count][data-kind=undone]').waitFor()
        }
      }
      pictures.push(await driver.picture('stocktake-en-light'))
      await driver.setAppearance({ language: 'zh', theme: 'dark' })
      pictures.push(await driver.picture('stocktake-zh-dark'))
      await driver.setAppearance({ language: 'en', theme: 'light' })
      await driver.press('Finish stocktake')
      await driver.press('Finish stocktake', driver.dialog())
      await driver.page.locator('[data-testid=stocktake-session][data-state=finished]').waitFor()
      await driver.press('Report…')
      await driver.at('stocktake-paper').waitFor()
      const shownText = await driver.at('report-missing').innerText()
      pictures.push(await driver.picture('stocktake-report-en-light'))
      const path = await driver.saveAs('stocktake.pdf')
      await driver.press('Save as PDF…')
      await driver.at('stocktake-report-message').getByText('stocktake.pdf').waitFor()
      assert((await readFile(path)).subarray(0, 5).toString() === '%PDF-', 'the report is no PDF')
      const [counted] = /** @type {{ present: number, lent: number, others: number, expected: number }[]} */ (
        await driver.command('stocktakes/list')
      )
      const missing = (counted?.expected ?? 0) - (counted?.present ?? 0) - (counted?.lent ?? 0)
      assert(missing === Number(shownText), 'the report differs')
      assert((await stateOf(context)) === before, 'the service changed')
      return {
        shownText: `${shownText} missing`,
        service: { unchanged: true, assets: assets.length },
        pictures,
      }
    },
  },
]
