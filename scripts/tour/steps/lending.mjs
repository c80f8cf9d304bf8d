import { requestService } from '../request-service.mjs'
import { assert } from '../assert.mjs'

/** @typedef {{ assetNum: string, borrowedFlag: boolean, cloudAccountGlobalId: string | null }} BorrowedLock */

/** @param {string} baseUrl @param {string} enterpriseGlobalId */
const borrowedLocks = async (baseUrl, enterpriseGlobalId) =>
  /** @type {BorrowedLock[]} */ (
    await requestService(baseUrl, 'member.listBorrowedLocks', { path: { enterpriseGlobalId } })
  )

/** @type {readonly import('../step.mjs').Step[]} */
export const lendingSteps = [
  {
    name: 'Assets of an employee are lent onto a borrowed lock, and the service confirms it',
    run: async ({ driver, baseUrl, enterprises }) => {
      const [enterpriseGlobalId = ''] = enterprises
      await driver.setAppearance({ language: 'en', theme: 'light' })
      await driver.openPage('Loans')
      await driver.at('loan-row').waitFor()
      await driver.press('Lend lock…')
      await driver.chooseEnterprise(enterpriseGlobalId)
      await driver.page.getByRole('combobox', { name: 'Employee', exact: true }).fill('chenyu')
      await driver.page
        .getByRole('option', { name: /chenyu/ })
        .first()
        .click()
      await driver.page.locator('[data-testid^=lend-tick-]:enabled').first().check()
      const free = (await borrowedLocks(baseUrl, enterpriseGlobalId)).filter(
        ({ borrowedFlag }) => !borrowedFlag,
      )
      const radios = driver.page.locator('[data-testid^=lend-onto-]:enabled')
      const ids = await radios.evaluateAll((all) => all.map((one) => one.getAttribute('data-testid') ?? ''))
      const lock = free.find(({ assetNum }) => ids.includes(`lend-onto-${assetNum}`))?.assetNum ?? ''
      assert(lock !== '', 'no free borrowed lock is offered')
      await driver.at(`lend-onto-${lock}`).check()
      await driver.choose(/^1 week · /)
      const shownText = await driver.at('lend-sentence').innerText()
      const pictures = [await driver.picture('lend-en-light')]
      await driver.answerDialogs(0)
      await driver.press('Lend 1 asset')
      await driver.page.locator('[data-testid=lend-read-back][data-shown=yes]').waitFor({ timeout: 30_000 })
      assert(
        (await driver.dialogMessages()).length === 1,
        `main asked ${(await driver.dialogMessages()).length} times, not once`,
      )
      const now = (await borrowedLocks(baseUrl, enterpriseGlobalId)).find(({ assetNum }) => assetNum === lock)
      assert(now?.borrowedFlag === true, 'the service does not say that the lock is lent')
      // The assets that are lent already have such a button too, before this one.
      await driver.page.getByRole('button', { name: 'Show loan', exact: true }).last().click()
      await driver.at('loan-details').waitFor()
      pictures.push(await driver.picture('loans-en-light'))
      await driver.setAppearance({ language: 'zh', theme: 'dark' })
      pictures.push(await driver.picture('loans-zh-dark'))
      await driver.setAppearance({ language: 'en', theme: 'light' })
      await driver.press('Handover note')
      await driver.at('handover-paper').waitFor()
      pictures.push(await driver.picture('handover-en-light'))
      await driver.openPage('Desk')
      return { shownText, service: { lock, lentTo: now.cloudAccountGlobalId }, pictures }
    },
  },
]
