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
      await driver.press(/^Disabled: \d/)
      await count.and(driver.page.locator(`[data-count="${disabled}"]`)).waitFor()
      const shownText = await count.innerText()
      await driver.setAppearance({ language: 'zh', theme: 'dark' })
      pictures.push(await driver.picture('assets-zh-dark'))
      await driver.setAppearance({ language: 'en', theme: 'light' })
      await driver.press('Remove filter: Status: Disabled')
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
      // The filters come before the table, whose column has the same name.
      await driver.page
        .getByRole('button', { name: /^Assigned to/ })
        .first()
        .click()
      await driver.press(/^Unassigned \d/)
      await driver.page.keyboard.press('Escape')
      await driver.page.getByRole('grid', { name: 'Assets' }).focus()
      for (let row = 0; row < 3; row++) {
        await driver.page.keyboard.press('Space')
        await driver.page.keyboard.press('ArrowDown')
      }
      await driver.press('Assign…')
      await driver.page.getByRole('combobox', { name: 'Assign to', exact: true }).fill(employee.userName)
      await driver.page.getByRole('option', { name: new RegExp(employee.userName) }).click()
      const shownText = await driver.at('assign-consequence').innerText()
      assert(shownText.includes(employee.name), 'the confirmation does not name the employee')
      const pictures = [await driver.picture('assign-en-light')]
      await driver.press('Assign 3 assets')
      await driver.at('success').waitFor()
      pictures.push(await driver.picture('assigned-en-light'))
      await driver.press('Remove filter: Assigned to: Unassigned')
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
