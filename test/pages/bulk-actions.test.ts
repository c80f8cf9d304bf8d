import { describe, expect, it } from 'vitest'
import { eventually } from '../support/app'
import { appearances, axeViolations, waitForTransitions } from '../e2e/support/axe'
import { unreachableControls } from '../e2e/support/unreachable-controls'
import { onPage } from './support/on-page'
import { changeRecords } from './support/world/world'

const desk = onPage()

const assets = () => {
  const id = desk.world.registered[0]
  return desk.world.records.filter(({ enterpriseGlobalId }) => enterpriseGlobalId === id)
}
const holdersOf = (assetNums: readonly string[]) => {
  const found = new Map(assets().map(({ assetNum, holder }) => [assetNum, holder?.memberGlobalId ?? null]))
  return assetNums.map((assetNum) => found.get(assetNum))
}
/** Enabled assets without a holder, which the platform assigns; no borrowed locks. */
const freeAssets = (count: number) =>
  assets()
    .filter(
      ({ locked, grantable, borrowedUsbKey, holder }) =>
        locked === false && grantable === true && borrowedUsbKey === false && holder === null,
    )
    .slice(0, count)
    .map(({ assetNum }) => assetNum)
const employee = (text: string) => {
  const found = desk.world.employees.find(({ name }) => name === text)
  if (found === undefined) throw new Error(`no employee ${text}`)
  return found
}
const tops = (testId: string) =>
  desk.at(testId).evaluate((bar) =>
    [...bar.querySelectorAll('button')]
      .filter((button) => button.checkVisibility())
      .map((button) => {
        const { top, bottom } = button.getBoundingClientRect()
        return Math.round((top + bottom) / 2)
      }),
  )
const countIs = (count: number) =>
  eventually(async () => (await desk.at('asset-count').getAttribute('data-count')) === String(count))
const openAssets = async () => {
  await desk.press('Control+6')
  await desk.at('asset-table').waitFor()
}
const select = async (assetNums: readonly string[]) => {
  await openAssets()
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

describe('selected assets', () => {
  it('ask before they replace a list, which stays if the dialog is closed', async () => {
    const [one = '', two = ''] = freeAssets(2)
    await desk.press('Control+1')
    await desk.paste(`${one}\n`.repeat(2))
    await desk.waitForLookup()
    await desk.press('Control+6')
    await select([two])
    await desk.tabTo('ticked-disable')
    await desk.press('Enter')
    await desk.at('replace-list').waitFor()
    await desk.press('Escape')
    await expect.poll(() => desk.page.getByTestId('replace-list').count()).toBe(0)
    await desk.at('list-table').getByText(one.replace(/\D/g, '').slice(-3)).first().waitFor()
  })

  it('have their actions in one line, also beside the details of an asset', async () => {
    await desk.resize(1280, 800)
    await select(freeAssets(2))
    await desk.at('asset-search').fill('Emma Clarke')
    await desk.at('asset-table').getByRole('checkbox').nth(1).check({ force: true })
    await desk.at('asset-table').getByText('Emma Clarke').first().click()
    await desk.at('asset-details').waitFor()
    expect(new Set(await tops('selection-bar'))).toHaveProperty('size', 1)
    await desk.page.getByRole('button', { name: 'Clear selection' }).click()
    await expect.poll(() => desk.page.getByTestId('selection-bar').count()).toBe(0)
  })

  it('are assigned and withdrawn by keyboard', async () => {
    const emma = employee('Emma Clarke')
    const chosen = freeAssets(5)
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
    expect(holdersOf(chosen)).toEqual(chosen.map(() => emma.memberGlobalId))
    await select(chosen)
    await desk.tabTo('ticked-withdraw')
    await desk.press('Enter')
    await desk.at('confirm-assign').waitFor()
    await desk.press('Enter')
    await expect.poll(() => holdersOf(chosen)).toEqual(chosen.map(() => null))
  })

  it('of one employee are lent onto the selected borrowed lock', async () => {
    const emma = employee('Emma Clarke')
    const chosen = freeAssets(2)
    const { memberGlobalId, name } = emma
    changeRecords(desk.world, ({ assetNum }) =>
      chosen.includes(assetNum) ? { holder: { memberGlobalId, name } } : undefined,
    )
    const lock = assets().find(({ borrowedUsbKey, lent, locked }) => borrowedUsbKey && !lent && !locked)
    const lockNum = lock?.assetNum ?? ''
    await select([...chosen, lockNum])
    await chooseMore('lend')
    await desk.at('lend-sentence').waitFor()
    await expect.poll(() => desk.at('lend-sentence').innerText()).toMatch(/2 assets from .*Emma Clarke/)
    await desk.at('lend-send').dblclick()
    await desk.page.locator('[data-testid=lend-result][data-state=done]').waitFor()
    const [loan, second] = desk.callsOf('jobs/start')
    expect(second).toBeUndefined()
    if (loan?.action !== 'lend') throw new Error('nothing was lent')
    const [row] = loan.rows
    expect(loan.rows).toHaveLength(1)
    expect(row).toMatchObject({ borrowedUsbKey: lockNum, memberGlobalId })
    expect(row?.assets.map(({ assetNum }) => assetNum).sort()).toEqual([...chosen].sort())
  })

  it('that cannot be lent together are not, and what can be is named', async () => {
    await select(freeAssets(2))
    await chooseMore('lend')
    await expect.poll(() => desk.at('assets-message').innerText()).toContain('assets of one employee')
    expect(desk.callsOf('jobs/start')).toEqual([])
  })

  it('get labels and a file of their own', async () => {
    const chosen = freeAssets(3)
    await select(chosen)
    await chooseMore('csv')
    await expect.poll(() => desk.at('assets-message').innerText()).toMatch(/assets-.*\.csv/)
    const lines = desk.savedText().trim().split('\r\n').slice(1)
    expect(chosen.map((one) => lines.filter((line) => line.includes(one)).length)).toEqual([1, 1, 1])
    expect(lines).toHaveLength(3)
    await chooseMore('labels')
    await desk.at('label-numbers').waitFor()
    const digits = chosen.map((one) => one.replace(/\D/g, ''))
    expect((await desk.at('label-numbers').inputValue()).split('\n').sort()).toEqual([...digits].sort())
    await desk.at('labels-back').click()
    await desk.at('selection-bar').waitFor()
  })

  it.each(appearances)('have their bar at 960 × 640, in $language and $theme', async (look) => {
    await select(freeAssets(3))
    await desk.setAppearance(look)
    await desk.resize(960, 640)
    await waitForTransitions(desk.page)
    expect(await desk.page.evaluate(unreachableControls)).toMatchObject({ wrong: [], overflow: 0 })
    expect(await axeViolations(desk.page)).toEqual([])
  })
})
