import { askService, assetsOf } from '../ask-service.mjs'
import { createDraw } from '../draw.mjs'
import { must } from '../must.mjs'

/**
 * @typedef {{ assetNum: string, cloudAccountGlobalId: string | null }} Held
 * @typedef {{ globalId: string, name: string, userName: string }} Employee
 */

/** @param {string} baseUrl @param {string} enterpriseGlobalId */
const holdersOf = async (baseUrl, enterpriseGlobalId) => {
  const path = { enterpriseGlobalId }
  const held = /** @type {Held[]} */ (await askService(baseUrl, 'member.listAssetNumbers', { path }))
  return new Map(held.map(({ assetNum, cloudAccountGlobalId }) => [assetNum, cloudAccountGlobalId]))
}

/** @type {readonly import('../steps.mjs').Step[]} */
export const assetSteps = [
  {
    name: 'The assets of an enterprise, and what ends when, filtered by a press on a picture',
    run: async ({ stage, baseUrl, enterprises }) => {
      const assets = await assetsOf(baseUrl, enterprises[0] ?? '')
      const disabled = assets.filter(({ locked }) => locked).length
      await stage.look('en', 'light')
      await stage.at('rail-assets').click()
      await stage.chooseEnterprise(enterprises[0] ?? '')
      const count = stage.at('asset-count')
      await count.and(stage.page.locator(`[data-count="${assets.length}"]`)).waitFor()
      const pictures = [await stage.picture('assets-en-light')]
      await stage.at('chart-states-disabled').click()
      await count.and(stage.page.locator(`[data-count="${disabled}"]`)).waitFor()
      const said = await count.innerText()
      await stage.look('zh', 'dark')
      pictures.push(await stage.picture('assets-zh-dark'))
      await stage.look('en', 'light')
      await stage.at('unfilter-states').click()
      return { said, service: { assets: assets.length, disabled }, pictures }
    },
  },
  {
    name: 'Assets that nobody holds go to an employee, and the service says so too',
    run: async ({ stage, seed, baseUrl, enterprises }) => {
      const [enterpriseGlobalId = ''] = enterprises
      const path = { enterpriseGlobalId }
      const draw = createDraw(seed ^ 0xa55e)
      const found = /** @type {{ list: Employee[] }} */ (
        await askService(baseUrl, 'member.listEmployees', { path, query: { pageNum: 1, pageSize: 50 } })
      )
      const [employee] = draw.shuffled(found.list)
      if (employee === undefined) throw new Error('the enterprise has no employees')
      const before = await holdersOf(baseUrl, enterpriseGlobalId)
      await stage.at('filter-holder').click()
      await stage.at('filter-holder-none').click()
      await stage.page.keyboard.press('Escape')
      await stage.at('asset-table').focus()
      for (let row = 0; row < 3; row++) {
        await stage.page.keyboard.press('Space')
        await stage.page.keyboard.press('ArrowDown')
      }
      await stage.at('ticked-assign').click()
      await stage.at('assign-to').fill(employee.userName)
      await stage.at('employee-option').click()
      const said = await stage.at('assign-consequence').innerText()
      must(said.includes(employee.name), 'the confirmation does not name the employee')
      const pictures = [await stage.picture('assign-en-light')]
      await stage.at('confirm-assign').click()
      await stage.at('assign-summary').waitFor()
      pictures.push(await stage.picture('assigned-en-light'))
      await stage.at('assign-close').click()
      await stage.at('unfilter-holder').click()
      const after = await holdersOf(baseUrl, enterpriseGlobalId)
      const moved = [...after].filter(([assetNum, holder]) => before.get(assetNum) !== holder)
      const isRight = moved.length === 3 && moved.every(([, holder]) => holder === employee.globalId)
      must(isRight, `the service says that ${moved.length} assets changed hands, not three`)
      return { said, service: { employee: employee.name, assets: moved.map(([number]) => number) }, pictures }
    },
  },
]
