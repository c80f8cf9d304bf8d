import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { isLicenseType, licenseTypes } from '#shared/model/api/license-types'
import { eventually } from '../support/app'
import { appOnService } from './support/app-on-service'
import { appearances, axeViolations, waitForTransitions } from './support/axe'
import { signList } from './support/sign-list'
import { unreachableControls } from './support/unreachable-controls'

const path = { enterpriseGlobalId: '5317046820917364501' }

const { serviceClient, desk } = appOnService()

beforeAll(async () => {
  await desk.answerDialogs(0)
  await desk.press('Control+3')
  await desk.at('asset-table').waitFor()
})

const assets = () => serviceClient.succeed('order.listAssets', { path })
const holders = async () => {
  const numbers = await serviceClient.succeed('member.listAssetNumbers', { path })
  return new Map(numbers.map(({ assetNum, cloudAccountGlobalId }) => [assetNum, cloudAccountGlobalId]))
}
const holdersOf = async (assetNums: readonly string[]) => {
  const found = await holders()
  return assetNums.map((assetNum) => found.get(assetNum))
}
/** Enabled assets without a holder, which the platform assigns; no borrowed locks. */
const freeAssets = async (count: number) => {
  const held = await holders()
  return (await assets())
    .filter(
      ({ assetNum, locked, grantable, borrowedUsbKey }) =>
        !locked && grantable && !borrowedUsbKey && held.get(assetNum) === null,
    )
    .slice(0, count)
    .map(({ assetNum }) => assetNum)
}
/** Enabled assets that the list sends without a warning. */
const lockableAssets = async (count: number) =>
  (await assets())
    .filter(
      ({ locked, licenseType }) =>
        !locked && isLicenseType(licenseType) && licenseTypes[licenseType].reissuable,
    )
    .slice(0, count)
    .map(({ assetNum }) => assetNum)
const employee = async (keyword: string) => {
  const page = await serviceClient.succeed('member.listEmployees', { path, query: { keyword } })
  const [found] = page.list
  if (found === undefined) throw new Error(`no employee ${keyword}`)
  return found
}
const countIs = (count: number) =>
  eventually(async () => (await desk.at('asset-count').getAttribute('data-count')) === String(count))
const refresh = async () => {
  await desk.command('enterprises/refresh')
  await desk.press('Control+3')
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

/** Disabled by the first test, enabled again by the next. */
let disabled: readonly string[] = []

describe('selected assets', () => {
  it.each([
    ['disable', true],
    ['enable', false],
  ] as const)(
    'are opened as a list to %s, and sent in one job however often is clicked',
    async (action, locked) => {
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
    },
  )

  it('ask before they replace a list, which stays if the dialog is closed', async () => {
    const [one = '', two = ''] = await freeAssets(2)
    await desk.press('Control+1')
    await desk.paste(`${one}\n`.repeat(2))
    await desk.waitForLookup()
    await desk.press('Control+3')
    await select([two])
    await desk.tabTo('ticked-disable')
    await desk.press('Enter')
    await desk.at('replace-list').waitFor()
    await desk.press('Escape')
    await expect.poll(() => desk.page.getByTestId('replace-list').count()).toBe(0)
    await desk.at('list-table').getByText(one.replace(/\D/g, '').slice(-3)).first().waitFor()
    await emptyList()
  })

  it('are assigned and withdrawn by keyboard', async () => {
    const emma = await employee('Emma Clarke')
    const chosen = await freeAssets(5)
    await refresh()
    await select(chosen)
    await desk.tabTo('ticked-assign')
    await desk.press('Enter')
    await desk.at('assign-to').waitFor()
    await desk.page.keyboard.type('Emma Clarke')
    await eventually(async () => (await desk.page.getByTestId('employee-option').count()) === 1)
    await desk.press('ArrowDown', 'Enter')
    await desk.at('assign-consequence').waitFor()
    await desk.press('Enter')
    await expect.poll(() => desk.at('success-text').innerText()).toBe('5 assets updated')
    expect(await holdersOf(chosen)).toEqual(chosen.map(() => emma.globalId))
    await refresh()
    await select(chosen)
    await desk.tabTo('ticked-withdraw')
    await desk.press('Enter')
    await desk.at('confirm-assign').waitFor()
    await desk.press('Enter')
    await expect.poll(() => holdersOf(chosen)).toEqual(chosen.map(() => null))
  })

  it('of one employee are lent onto the selected borrowed lock', async () => {
    const emma = await employee('Emma Clarke')
    const chosen = await freeAssets(2)
    await serviceClient.succeed('member.assignAssets', {
      path: { memberGlobalId: emma.globalId },
      body: { deleteAssets: [], addAssets: [...chosen] },
    })
    const disabledNow = new Set(
      (await assets()).flatMap(({ assetNum, locked }) => (locked ? [assetNum] : [])),
    )
    const locks = await serviceClient.succeed('member.listBorrowedLocks', { path })
    const lock = locks.find(({ assetNum, borrowedFlag }) => !borrowedFlag && !disabledNow.has(assetNum))
    const lockNum = lock?.assetNum ?? ''
    await refresh()
    await select([...chosen, lockNum])
    await chooseMore('lend')
    await desk.at('lend-sentence').waitFor()
    await expect.poll(() => desk.at('lend-sentence').innerText()).toMatch(/2 assets from .*Emma Clarke/)
    const after = await serviceClient.lastEffect()
    await desk.at('lend-send').dblclick()
    await desk.page.locator('[data-testid=lend-result][data-state=done]').waitFor()
    const effects = await serviceClient.effects(after)
    expect(effects.map(({ target }) => target).sort()).toEqual([...chosen, lockNum].sort())
  })

  it('that cannot be lent together are not, and what can be is named', async () => {
    await refresh()
    await select(await freeAssets(2))
    const after = await serviceClient.lastEffect()
    await chooseMore('lend')
    await expect.poll(() => desk.at('assets-message').innerText()).toContain('assets of one employee')
    expect(await serviceClient.effects(after)).toEqual([])
  })

  it('get labels and a file of their own', async () => {
    await refresh()
    const chosen = await freeAssets(3)
    await select(chosen)
    const file = join(desk.saves, 'selected.csv')
    await desk.chooseFile(file)
    await chooseMore('csv')
    await expect.poll(() => desk.at('assets-message').innerText()).toContain('selected.csv')
    const lines = (await readFile(file, 'utf8')).trim().split('\r\n').slice(1)
    expect(chosen.map((one) => lines.filter((line) => line.includes(one)).length)).toEqual([1, 1, 1])
    expect(lines).toHaveLength(3)
    await chooseMore('labels')
    await desk.at('label-numbers').waitFor()
    const digits = chosen.map((one) => one.replace(/\D/g, ''))
    expect((await desk.at('label-numbers').inputValue()).split('\n').sort()).toEqual([...digits].sort())
    await desk.at('labels-back').click()
    await desk.at('selection-bar').waitFor()
  })

  it('are counted in a stocktake under the name of the saved view', async () => {
    await desk.command('views/save', {
      page: 'assets',
      name: 'Shelf 3',
      state: { text: '', filter: {}, sort: null, hidden: [], widths: {} },
    })
    await desk.page.reload()
    await desk.press('Control+3')
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
    await desk.press('Control+3')
    await desk.at('selection-bar').waitFor()
  })

  it.each(appearances)('have their bar at 960 × 640, in $language and $theme', async (look) => {
    await desk.setAppearance(look)
    await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(960, 640))
    await waitForTransitions(desk.page)
    expect(await desk.page.evaluate(unreachableControls)).toMatchObject({ wrong: [], overflow: 0 })
    expect(await axeViolations(desk.page)).toEqual([])
  })
})
