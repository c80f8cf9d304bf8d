import { beforeAll, describe, expect, it } from 'vitest'
import { isLicenseType, licenseTypes } from '#shared/model/api/license-types'
import { eventually } from '../support/app'
import { steps } from '../support/steps'
import { appOnService } from './support/app-on-service'
import { signList } from './support/sign-list'

const path = { enterpriseGlobalId: '5317046820917364501' }

const { serviceClient, desk } = appOnService()

beforeAll(async () => {
  await desk.answerDialogs(0)
  await desk.press('Control+6')
  await desk.at('asset-table').waitFor()
})

const assets = () => serviceClient.succeed('order.listAssets', { path })
/** Enabled assets that the list sends without a warning. */
const lockableAssets = async (count: number) =>
  (await assets())
    .filter(
      ({ locked, licenseType }) =>
        !locked && isLicenseType(licenseType) && licenseTypes[licenseType].reissuable,
    )
    .slice(0, count)
    .map(({ assetNum }) => assetNum)
const countIs = (count: number) =>
  eventually(async () => (await desk.at('asset-count').getAttribute('data-count')) === String(count))
const refresh = async () => {
  await desk.command('enterprises/refresh')
  await desk.press('Control+6')
  await desk.at('asset-table').waitFor()
}
const select = async (assetNums: readonly string[]) => {
  if ((await desk.page.getByTestId('clear-selection').count()) > 0) await desk.at('clear-selection').click()
  for (const assetNum of assetNums) {
    await desk.at('asset-search').fill(assetNum)
    await countIs(1)
    await desk.at('asset-search').press('Enter')
    await desk.press('Home', 'Space')
  }
  await desk.at('asset-search').fill('')
  await eventually(async () =>
    (await desk.at('selection-bar').innerText()).startsWith(`${assetNums.length} selected`),
  )
}
/** By keyboard, from the table. */
const chooseMore = async (option: string) => {
  await desk.tabTo('ticked-more')
  await desk.press('Enter')
  await desk.at(`ticked-more-${option}`).waitFor()
  await desk.at(`ticked-more-${option}`).focus()
  await desk.press('Enter')
}
const emptyList = async () => {
  if ((await desk.page.getByTestId('clear-list').count()) > 0) await desk.at('clear-list').click()
}

describe('selected assets', () => {
  const step = steps()
  /** Disabled by the first step, enabled again by the next. */
  let disabled: readonly string[] = []

  for (const [action, locked] of [
    ['disable', true],
    ['enable', false],
  ] as const)
    step(`are opened as a list to ${action}, and sent in one job however often is clicked`, async () => {
      const chosen = action === 'disable' ? await lockableAssets(30) : disabled
      expect(chosen).toHaveLength(30)
      disabled = chosen
      await refresh()
      await select(chosen)
      const after = await serviceClient.lastEffect()
      const jobsBefore = await desk.command('jobs/list', { limit: 100 })
      await desk.at(`ticked-${action}`).dblclick()
      await desk.waitForLookup()
      await eventually(async () => (await desk.chips('list'))['ready'] === 30)
      expect(await signList(desk)).toEqual({ action, numbers: [...chosen].sort() })
      expect(await serviceClient.effects(after)).toEqual([])
      await desk.at('run-list').dblclick()
      await desk.at('confirm-list').waitFor()
      await desk.at('confirm-list').dblclick()
      await desk.at('job-summary').waitFor()
      await expect.poll(() => desk.at('job-summary').innerText()).toContain(`30 ${action}d`)
      const effects = await serviceClient.effects(after)
      expect(effects.map(({ target }) => target).sort()).toEqual([...chosen].sort())
      expect(await desk.command('jobs/list', { limit: 100 })).toHaveLength(jobsBefore.length + 1)
      const now = new Map((await assets()).map((asset) => [asset.assetNum, asset.locked]))
      expect(chosen.map((assetNum) => now.get(assetNum))).toEqual(chosen.map(() => locked))
      await emptyList()
    })

  it('are counted in a stocktake under the name of the saved view', async () => {
    await desk.command('views/save', {
      page: 'assets',
      name: 'Shelf 3',
      state: { text: '', filter: {}, sort: null, hidden: [], widths: {} },
    })
    await desk.page.reload()
    await desk.press('Control+6')
    await refresh()
    await desk.at('views-menu').click()
    await desk.page.getByText('Shelf 3', { exact: true }).click()
    const chosen = await lockableAssets(3)
    await select(chosen)
    await chooseMore('count')
    await desk.at('stocktake-name').waitFor()
    expect(await desk.at('stocktake-name').inputValue()).toBe('Shelf 3')
    await desk.tabTo('start-stocktake')
    await desk.press('Enter')
    await desk.at('count-input').waitFor()
    const [started] = await desk.command('stocktakes/list')
    expect(started).toMatchObject({ scope: { kind: 'list', name: 'Shelf 3' }, expected: 3 })
    const read = await desk.command('stocktakes/read', { id: started?.id ?? '', from: 0, limit: 10 })
    // A plugged-in lock that was not selected is counted too.
    const expected = read.rows.filter(({ result }) => result !== 'unexpected')
    expect(expected.map(({ assetNum }) => assetNum).sort()).toEqual([...chosen].sort())
    await desk.press('Control+6')
    await desk.at('selection-bar').waitFor()
  })
})
