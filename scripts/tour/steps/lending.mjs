import { askService } from '../ask-service.mjs'
import { must } from '../must.mjs'

/** @typedef {{ assetNum: string, borrowedFlag: boolean, cloudAccountGlobalId: string | null }} BorrowedLock */

/** @param {string} baseUrl @param {string} enterpriseGlobalId */
const borrowedLocks = async (baseUrl, enterpriseGlobalId) =>
  /** @type {BorrowedLock[]} */ (
    await askService(baseUrl, 'member.listBorrowedLocks', { path: { enterpriseGlobalId } })
  )

/** @type {readonly import('../steps.mjs').Step[]} */
export const lendingSteps = [
  {
    name: 'What an employee holds is lent onto a borrowed lock, and the service says so too',
    run: async ({ stage, baseUrl, enterprises }) => {
      const [enterpriseGlobalId = ''] = enterprises
      await stage.look('en', 'light')
      await stage.at('rail-lending').click()
      await stage.at('loan-row').waitFor()
      await stage.at('lend-new').click()
      await stage.chooseEnterprise(enterpriseGlobalId)
      await stage.at('lend-employee').fill('chenyu')
      await stage.at('employee-option').first().click()
      await stage.page.locator('[data-testid^=lend-tick-]:enabled').first().check()
      const free = (await borrowedLocks(baseUrl, enterpriseGlobalId)).filter(
        ({ borrowedFlag }) => !borrowedFlag,
      )
      const radios = stage.page.locator('[data-testid^=lend-onto-]:enabled')
      const ids = await radios.evaluateAll((all) => all.map((one) => one.getAttribute('data-testid') ?? ''))
      const lock = free.find(({ assetNum }) => ids.includes(`lend-onto-${assetNum}`))?.assetNum ?? ''
      must(lock !== '', 'no free borrowed lock is offered')
      await stage.at(`lend-onto-${lock}`).check()
      await stage.page.getByTestId('due-week').check({ force: true })
      const said = await stage.at('lend-sentence').innerText()
      const pictures = [await stage.picture('lend-en-light')]
      const asked = await stage.answerDialogs()
      await stage.at('lend-send').click()
      await stage.page.locator('[data-testid=lend-read-back][data-shown=yes]').waitFor({ timeout: 30_000 })
      must((await asked()) === 1, `main asked ${await asked()} times, not once`)
      const now = (await borrowedLocks(baseUrl, enterpriseGlobalId)).find(({ assetNum }) => assetNum === lock)
      must(now?.borrowedFlag === true, 'the service does not say that the lock is lent')
      await stage.at('lend-to-loan').click()
      await stage.at('loan-details').waitFor()
      pictures.push(await stage.picture('loans-en-light'))
      await stage.look('zh', 'dark')
      pictures.push(await stage.picture('loans-zh-dark'))
      await stage.look('en', 'light')
      await stage.at('loan-handover').click()
      await stage.at('handover-paper').waitFor()
      pictures.push(await stage.picture('handover-en-light'))
      await stage.at('rail-desk').click()
      return { said, service: { lock, lentTo: now.cloudAccountGlobalId }, pictures }
    },
  },
]
