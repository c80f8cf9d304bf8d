import { readFile } from 'node:fs/promises'
import { assetsOf, disabledAt } from '../request-service.mjs'
import { canBeDisabled, generateList } from '../generate-list.mjs'
import { assert } from '../assert.mjs'

/** @typedef {import('../step.mjs').TourContext} TourContext */

/** Above this number of rows, the main process asks in a system dialog. */
const confirmationLimit = 50

/** Data from the first step for the following steps. */
/** @type {{ list: import('../generate-list.mjs').DrawnList, before: Set<string>, targets: string[], never: number } | null} */
let preparedData = null
const prepared = () => {
  if (preparedData === null) throw new Error('there is no list, because the step before failed')
  return preparedData
}

/** @param {Partial<Record<string, number>>} shown @param {Record<string, number>} expected */
const assertCounts = (shown, expected) => {
  const text = (/** @type {Partial<Record<string, number>>} */ counts) =>
    Object.entries(counts)
      .filter(([, count = 0]) => count > 0)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')
  assert(
    text(shown) === text(expected),
    `the chips say ${text(shown)}; by the service it is ${text(expected)}`,
  )
}

/** Selects all rows with a result. @param {import('../environment.mjs').TourDriver} driver @param {string} result */
const selectAll = async (driver, result) => {
  await driver.press(new RegExp(`^${result} \\d+$`))
  await driver.page.getByRole('checkbox', { name: 'Select all rows' }).click()
  await driver.press(/^All \d+$/)
}

/** The assets that were disabled since `before`. Fails if any was enabled. @param {TourContext} context */
const disabledSince = async ({ baseUrl, enterprises }, /** @type {Set<string>} */ before) => {
  const after = await disabledAt(baseUrl, enterprises)
  assert(
    [...before].every((assetNum) => after.has(assetNum)),
    'something was enabled meanwhile',
  )
  return [...after].filter((assetNum) => !before.has(assetNum)).sort()
}

/** @type {readonly import('../step.mjs').Step[]} */
export const listSteps = [
  {
    name: '300 pasted rows are checked before anything is sent',
    run: async ({ driver, seed, baseUrl, enterprises }) => {
      const [usual = '', other = ''] = enterprises
      const simulatedLocks = /** @type {{ shellNumber: string | null }[]} */ (
        await driver.command('simulator/list')
      )
      const lists = await Promise.all([assetsOf(baseUrl, usual), assetsOf(baseUrl, other)])
      const list = generateList(
        seed,
        lists,
        new Set(simulatedLocks.flatMap(({ shellNumber }) => shellNumber ?? [])),
      )
      assert(list.rows.length === 300, `${list.rows.length} rows were drawn`)
      const sent = [...list.ready, ...list.wrongType]
      preparedData = {
        list,
        before: await disabledAt(baseUrl, enterprises),
        targets: sent
          .filter(canBeDisabled)
          .map(({ assetNum }) => assetNum)
          .sort(),
        never: sent.filter((asset) => !canBeDisabled(asset)).length,
      }
      await driver.setAppearance({ language: 'en', theme: 'light' })
      await driver.openPage('Desk')
      // Hides the simulator, so that the pictures show more of the list. Opening the page again shows it.
      await driver.press(/^Lock simulator/)
      await driver.chooseAction('disable')
      await driver.at('list-empty').waitFor()
      await driver.paste(['Shell number', ...list.rows].join('\r\n'))
      await driver.waitForLookup()
      const shown = await driver.chips('list')
      assertCounts(shown, {
        ready: list.ready.length,
        malformed: list.malformed.length,
        repeated: list.repeated.length,
        'no-record': list.unknown.length,
        already: list.already.length,
        'wrong-type': list.wrongType.length,
        'other-enterprise': list.otherEnterprise.length,
      })
      const pictures = [await driver.picture('list-en-light')]
      await driver.setAppearance({ language: 'zh', theme: 'dark' })
      pictures.push(await driver.picture('list-zh-dark'))
      await driver.setAppearance({ language: 'en', theme: 'light' })
      await driver.press(/^Invalid \d+$/)
      pictures.push(await driver.picture('list-malformed'))
      await driver.press(/^All \d+$/)
      return { shownText: await driver.at('list-chips').innerText(), service: shown, pictures }
    },
  },
  {
    name: 'The list is sent, and the service confirms the results',
    run: async (context) => {
      const { driver } = context
      const { list, before, targets, never } = prepared()
      // Rows that can be selected despite a warning: numbers that were not found in a second search, and
      // license types that may be rejected.
      await driver.press('Search again')
      // Only then the rows can be selected.
      await driver.at('list-missing').filter({ hasText: 'Still not found' }).waitFor()
      await selectAll(driver, 'Not found')
      await selectAll(driver, 'May be rejected')
      const total = list.ready.length + list.wrongType.length + list.unknown.length
      await driver.answerDialogs(0)
      await driver.press(`Disable ${total} locks`)
      const title = await driver.dialog().getByRole('heading').first().innerText()
      assert(title === `Disable ${total} locks`, `the confirmation does not name ${total} locks: ${title}`)
      const pictures = [await driver.picture('list-confirm')]
      await driver.confirm()
      await driver.at('job-summary').waitFor()
      assert(
        (await driver.dialogMessages()).length === (total > confirmationLimit ? 1 : 0),
        'the system did not ask once',
      )
      const changed = await disabledSince(context, before)
      assert(
        changed.join() === targets.join(),
        `the service has ${changed.length} changed, not ${targets.length}`,
      )
      const shown = await driver.chips('list')
      assertCounts(shown, {
        done: changed.length,
        failed: never + list.unknown.length,
        'left-out': 300 - total,
      })
      pictures.push(await driver.picture('list-done'))
      return {
        shownText: await driver.at('job-summary').innerText(),
        service: { disabled: changed.length },
        pictures,
      }
    },
  },
  {
    name: 'Only failed rows are retried, except those with a wrong license type',
    run: async (context) => {
      const { driver } = context
      const { list, before, targets } = prepared()
      await driver.press(/^Retry failed \(\d+\)$/)
      await driver.confirm()
      const retried = async () => {
        const [job] = /** @type {{ retryOf: string | null, state: string, rows: number }[]} */ (
          await driver.command('jobs/list', { limit: 1 })
        )
        return job?.retryOf != null && job.state !== 'running' ? job : null
      }
      await driver.until(async () => (await retried()) !== null, 'the retry of the failed rows')
      // Where five rows of more failed again, the job has stopped itself.
      const pictures = []
      if ((await retried())?.state === 'paused') {
        await driver.at('job-show-failed').waitFor()
        pictures.push(await driver.picture('list-stopped'))
        await driver.press('Continue')
        await driver.until(async () => (await retried())?.state === 'ended', 'the rest of the retry')
      }
      await driver.at('job-summary').waitFor()
      const rows = (await retried())?.rows
      assert(rows === list.unknown.length, `${String(rows)} were sent again, not ${list.unknown.length}`)
      const changed = await disabledSince(context, before)
      assert(changed.join() === targets.join(), 'the service has something else changed than before')
      return {
        shownText: await driver.at('job-action-bar').innerText(),
        service: { disabled: changed.length },
        pictures: [...pictures, await driver.picture('list-retried')],
      }
    },
  },
  {
    name: 'The receipt matches the service',
    run: async (context) => {
      const { driver } = context
      const { list, before, never } = prepared()
      await driver.press('Receipt')
      const paper = driver.at('receipt-paper')
      await paper.waitFor()
      const changed = await disabledSince(context, before)
      const rows = (/** @type {string} */ outcome) => paper.locator(`tbody[data-result=${outcome}]`).count()
      assert((await rows('done')) === changed.length, `the receipt has ${await rows('done')} as done`)
      const refused = never + list.unknown.length
      assert((await rows('failed')) === refused, `the receipt has ${await rows('failed')} as refused`)
      const pictures = [await driver.picture('receipt-en-light')]
      const path = await driver.saveAs('receipt.pdf')
      await driver.press('Save as PDF…')
      await driver.at('receipt-message').getByText('receipt.pdf').waitFor()
      const pdf = await readFile(path)
      assert(pdf.subarray(0, 5).toString() === '%PDF-', 'the receipt is no PDF')
      await driver.press('Back')
      await driver.press('Clear')
      await driver.chooseAction('look-up')
      return {
        shownText: `receipt.pdf, ${Math.round(pdf.length / 1024)} KiB`,
        service: { disabled: changed.length },
        pictures,
      }
    },
  },
]
