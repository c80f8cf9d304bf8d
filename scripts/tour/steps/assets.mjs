import { requestService, assetsOf } from '../request-service.mjs'
import { createRandom } from '../random.mjs'
import { assert } from '../assert.mjs'

/**
 * @typedef {{ assetNum: string, cloudAccountGlobalId: string | null }} Held
 * @typedef {{ globalId: string, name: string, userName: string }} Employee
 */

/** @param {string} baseUrl @param {string} enterpriseGlobalId */
const holdersOf = async (baseUrl, enterpriseGlobalId) => {
  const path = { enterpriseGlobalId }
  const assignments = /** @type {Held[]} */ (
    await requestService(baseUrl, 'member.listAssetNumbers', { path })
  )
  return new Map(assignments.map(({ assetNum, cloudAccountGlobalId }) => [assetNum, cloudAccountGlobalId]))
}

/** @type {readonly import('../step.mjs').Step[]} */
export const assetSteps = [
  {
    name: 'The assets of an enterprise are filtered with a chart',
    run: async ({ driver, baseUrl, enterprises }) => {
      const assets = await assetsOf(baseUrl, enterprises[0] ?? '')
      const disabled = assets.filter(({ locked }) => locked).length
      await driver.setAppearance({ language: 'en', theme: 'light' })
      await driver.openPage('Assets')
      await driver.chooseEnterprise(enterprises[0] ?? '')
      const count = driver.at('asset-count')
      await count.and(driver.page.locator(`[data-count="${assets.length}"]`)).waitFor()
      const pictures = [await driver.picture('assets-en-light')]
      await driver.at('chart-states-disabled').click()
      await count.and(driver.page.locator(`[data-count="${disabled}"]`)).waitFor()
      const shownText = await count.innerText()
      await driver.setAppearance({ language: 'zh', theme: 'dark' })
      pictures.push(await driver.picture('assets-zh-dark'))
      await driver.setAppearance({ language: 'en', theme: 'light' })
      await driver.at('unfilter-states').click()
      return { shownText, service: { assets: assets.length, disabled }, pictures }
    },
  },
  {
    name: 'Unassigned assets are assigned to an employee, and the service confirms it',
    run: async ({ driver, seed, baseUrl, enterprises }) => {
      const [enterpriseGlobalId = ''] = enterprises
      const path = { enterpriseGlobalId }
      const draw = createRandom(seed ^ 0xa55e)
      const found = /** @type {{ list: Employee[] }} */ (
        await requestService(baseUrl, 'member.listEmployees', { path, query: { pageNum: 1, pageSize: 50 } })
      )
      const [employee] = draw.shuffled(found.list)
      if (employee === undefined) throw new Error('the enterprise has no employees')
      const before = await holdersOf(baseUrl, enterpriseGlobalId)
      await driver.at('filter-holder').click()
      await driver.at('filter-holder-none').click()
      await driver.page.keyboard.press('Escape')
      await driver.at('asset-table').focus()
      for (let row = 0; row < 3; row++) {
        await driver.page.keyboard.press('Space')
        await driver.page.keyboard.press('ArrowDown')
      }
      await driver.at('ticked-assign').click()
      await driver.at('assign-to').fill(employee.userName)
      await driver.at('employee-option').click()
      const shownText = await driver.at('assign-consequence').innerText()
      assert(shownText.includes(employee.name), 'the confirmation does not name the employee')
      const pictures = [await driver.picture('assign-en-light')]
      await driver.at('confirm-assign').click()
      await driver.at('success').waitFor()
      pictures.push(await driver.picture('assigned-en-light'))
      await driver.at('unfilter-holder').click()
      const after = await holdersOf(baseUrl, enterpriseGlobalId)
      const moved = [...after].filter(([assetNum, holder]) => before.get(assetNum) !== holder)
      const isMoved = moved.length === 3 && moved.every(([, holder]) => holder === employee.globalId)
      assert(isMoved, `the service says that ${moved.length} assets were assigned, not three`)
      return {
        shownText,
        service: { employee: employee.name, assets: moved.map(([number]) => number) },
        pictures,
      }
    },
  },
]
