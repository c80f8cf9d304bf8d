import { beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../support/app'
import { appearances, axeViolations } from '../e2e/support/axe'
import { onPage } from './support/on-page'
import { pasteCopied } from './support/paste-copied'
import { idOf } from './support/world/world'

const desk = onPage({ register: ['northBridge', 'riverside'] })

beforeEach(async () => {
  await desk.press('Control+6')
  await desk.at('asset-table').waitFor()
})

const countIs = (count: number) =>
  eventually(async () => (await desk.at('asset-count').getAttribute('data-count')) === String(count))
const recordsOfEnterprise = () =>
  desk.world.records.filter(({ enterpriseGlobalId }) => enterpriseGlobalId === idOf('northBridge'))
const findInTable = async (text: string) => {
  await desk.at('asset-search').fill(text)
  await countIs(1)
}

describe('assets of an enterprise', () => {
  it('are opened by keyboard, with the platform’s total', async () => {
    const assets = recordsOfEnterprise()
    await countIs(assets.length)
  })

  it('have rows instead of charts in a low window, until they are asked for', async () => {
    const charts = desk.page.getByTestId('chart-states')
    await charts.waitFor()
    await desk.resize(960, 640)
    await charts.waitFor({ state: 'detached' })
    const top = (await desk.at('asset-table').getByRole('row').nth(1).boundingBox())?.y ?? Infinity
    expect(Math.floor((640 - top) / 36)).toBeGreaterThanOrEqual(9)
    await desk.at('charts-toggle').click()
    await charts.waitFor()
  })

  it('keep their place while a search shows how many of them it found', async () => {
    const top = async () => (await desk.at('asset-table').boundingBox())?.y
    for (const width of [1020, 1180, 1220, 1240, 1260, 1280, 1300]) {
      await desk.resize(width, 800)
      const before = await top()
      await findInTable('8000 000 017')
      expect(await top(), `${String(width)} pixels wide`).toBe(before)
      await desk.at('asset-search').fill('')
      await countIs(recordsOfEnterprise().length)
    }
  })

  it('are filtered by a press on a chart, which shows the count', async () => {
    const assets = recordsOfEnterprise()
    const disabled = assets.filter(({ locked }) => locked).length
    const bar = desk.at('chart-states-disabled')
    await expect.poll(() => bar.getAttribute('data-count')).toBe(String(disabled))
    await bar.focus()
    await desk.press('Enter')
    await countIs(disabled)
    await eventually(async () =>
      (await desk.at('assets-announcement').innerText()).startsWith('Filters: Status: Disabled.'),
    )
    await desk.at('unfilter-states').focus()
    await desk.press('Enter')
    await countIs(assets.length)
  })

  it('with an extension are requested from the platform', async () => {
    const withExtension = recordsOfEnterprise().filter(({ extensions }) =>
      extensions?.some(({ code }) => code === 'gxxp'),
    )
    await desk.at('filter-extension').focus()
    await desk.press('Enter')
    await desk.at('extension-code').fill('gxxp')
    await desk.press('Enter')
    await countIs(withExtension.length)
  })

  it('open with products and changes on this computer, and close with Esc', async () => {
    await findInTable('8000 000 017')
    await desk.at('asset-search').press('Enter')
    await desk.press('Home', 'Enter')
    await desk.at('products').waitFor()
    await expect.poll(() => desk.at('asset-details').innerText()).toContain('LD8000000017')
    await desk.press('Escape')
    await eventually(async () => (await desk.page.getByTestId('asset-details').count()) === 0)
    await desk.at('asset-search').fill('')
  })

  it('are exported as shown', async () => {
    const assets = recordsOfEnterprise()
    const shown = assets.filter(({ locked }) => locked).length
    // The charts follow the search shortly after its last key.
    await eventually(
      async () => (await desk.at('chart-states-disabled').getAttribute('data-count')) === String(shown),
    )
    await desk.at('chart-states-disabled').click()
    await countIs(shown)
    await desk.at('export-list').focus()
    await desk.press('Enter', 'Enter')
    await desk.at('assets-message').waitFor()
    await eventually(async () => (await desk.at('assets-message').innerText()).includes('.csv'))
    const lines = desk.savedText().trim().split('\r\n')
    expect(lines).toHaveLength(shown + 1)
    expect(lines[1]).toMatch(/8000000018/)
  })
})

describe('several numbers pasted into the search', () => {
  const pasted = Array.from({ length: 60 }, (_, at) => String(8_000_000_017 + at))
  const paste = (text: string) => pasteCopied(desk, 'asset-search', text)

  it('are offered to the list of the Desk page, all of them', async () => {
    await paste(pasted.join('\n'))
    const button = desk.page.getByRole('button', { name: 'Look up 60 numbers', exact: true })
    await button.waitFor()
    expect(await desk.at('asset-search').inputValue()).toBe('')
    await desk.press('Tab', 'Enter')
    await expect.poll(() => desk.at('chip-ready').innerText()).toContain('60')
  })

  it('leave the search as it was, and the offer ends with another search', async () => {
    await findInTable('8000 000 017')
    await paste(pasted.slice(0, 2).join(', '))
    await desk.page.getByRole('button', { name: 'Look up 2 numbers', exact: true }).waitFor()
    expect(await desk.at('asset-search').inputValue()).toBe('8000 000 017')
    await desk.at('asset-search').fill('8000')
    await desk.at('pasted-numbers').waitFor({ state: 'detached' })
    await paste('8000000018')
    expect(await desk.at('pasted-numbers').count()).toBe(0)
  })
})

describe('the page', () => {
  it.each(appearances)('has no axe violations, in $language and $theme', async (look) => {
    await desk.setAppearance(look)
    await desk.at('asset-search').fill('8000000017')
    await countIs(1)
    await desk.at('asset-search').press('Enter')
    await desk.press('Home', 'Space', 'Enter')
    await desk.at('asset-details').waitFor()
    await desk.at('products').waitFor()
    expect(await axeViolations(desk.page)).toEqual([])
    await desk.at('details-employee').click()
    await desk.at('asset-selection-table').waitFor()
    expect(await axeViolations(desk.page)).toEqual([])
  })
})
