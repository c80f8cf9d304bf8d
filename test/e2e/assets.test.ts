import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/app'
import type { RunningApp } from '../support/app'
import type { ServiceClient } from '../support/service-client'
import type { TestService } from '../support/service'
import { startCounter } from './support/counter'

const northBridge = { enterpriseGlobalId: '5317046820917364501' }

let service: TestService
let asking: ServiceClient
let desk: RunningApp

beforeAll(async () => {
  ;({ service, asking, desk } = await startCounter({ register: ['northBridge', 'riverside'] }))
})
afterAll(async () => {
  await desk.stop()
  await service.stop()
})

const at = (testId: string) => desk.page.getByTestId(testId).first()
const press = async (...keys: readonly string[]) => {
  for (const key of keys) await desk.page.keyboard.press(key)
}
const countIs = (count: number) =>
  eventually(async () => (await at('asset-count').getAttribute('data-count')) === String(count))

/** Who holds each asset, as the service says. */
const holders = async () => {
  const numbers = await asking.succeed('member.listAssetNumbers', { path: northBridge })
  return new Map(numbers.map(({ assetNum, cloudAccountGlobalId }) => [assetNum, cloudAccountGlobalId]))
}
const someone = async (keyword: string) => {
  const page = await asking.succeed('member.listEmployees', { path: northBridge, query: { keyword } })
  const [found] = page.list
  if (found === undefined) throw new Error(`nobody is called ${keyword}`)
  return found
}
const give = (memberGlobalId: string, addAssets: readonly string[]) =>
  asking.succeed('member.assignAssets', {
    path: { memberGlobalId },
    body: { deleteAssets: [], addAssets: [...addAssets] },
  })
/** Assets of the list that may go to anybody without a word from the platform. */
const free = async (count: number) => {
  const assets = await asking.succeed('order.listAssets', { path: northBridge })
  const held = await holders()
  return assets
    .filter(
      ({ assetNum, grantable, borrowedUsbKey }) =>
        held.get(assetNum) === null && grantable && !borrowedUsbKey,
    )
    .slice(0, count)
    .map(({ assetNum }) => assetNum)
}
const findInTable = async (text: string) => {
  await at('asset-search').fill(text)
  await countIs(1)
}
const tick = async (assetNums: readonly string[]) => {
  for (const assetNum of assetNums) {
    await findInTable(assetNum)
    await at('asset-search').press('Enter')
    await press('Home', 'Space')
  }
}
/** Chosen by name from the platform's own search. */
const chooseEmployee = async (name: string) => {
  await desk.page.keyboard.type(name)
  await desk.page.getByTestId('employee-option').first().waitFor()
  await eventually(async () => (await desk.page.getByTestId('employee-option').count()) === 1)
  await press('ArrowDown', 'Enter')
}

describe('the assets of an enterprise', () => {
  it('are shown by keys alone, as many as the platform has', async () => {
    const assets = await asking.succeed('order.listAssets', { path: northBridge })
    await press('Control+3')
    await at('asset-table').waitFor()
    await countIs(assets.length)
  })

  it('are filtered by a press on a picture, which says how many there are', async () => {
    const assets = await asking.succeed('order.listAssets', { path: northBridge })
    const disabled = assets.filter(({ locked }) => locked).length
    const bar = at('chart-states-disabled')
    expect(await bar.getAttribute('data-count')).toBe(String(disabled))
    await bar.focus()
    await press('Enter')
    await countIs(disabled)
    await eventually(async () =>
      (await at('assets-said').innerText()).startsWith('Filtered: State: Disabled.'),
    )
    await at('unfilter-states').focus()
    await press('Enter')
    await countIs(assets.length)
  })

  it('that carry an extension are asked of the platform', async () => {
    const carrying = await asking.succeed('order.listAssets', {
      path: northBridge,
      query: { extendCode: 'gxxp' },
    })
    await at('filter-extension').focus()
    await press('Enter')
    await at('extension-code').fill('gxxp')
    await press('Enter')
    await countIs(carrying.length)
    await at('unfilter-extension').click()
  })

  it('open with products and what this desk did, and close by Esc', async () => {
    await findInTable('8000 000 017')
    await at('asset-search').press('Enter')
    await press('Home', 'Enter')
    await at('products').waitFor()
    expect(await at('asset-details').innerText()).toContain('LD8000000017')
    await press('Escape')
    await eventually(async () => (await desk.page.getByTestId('asset-details').count()) === 0)
    await at('asset-search').fill('')
  })

  it('are exported as they are shown', async () => {
    const file = join(desk.saves, 'assets.csv')
    await desk.app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    }, file)
    const assets = await asking.succeed('order.listAssets', { path: northBridge })
    const shown = assets.filter(({ locked }) => locked).length
    // The pictures follow the search a moment after its last key.
    await eventually(
      async () => (await at('chart-states-disabled').getAttribute('data-count')) === String(shown),
    )
    await at('chart-states-disabled').click()
    await countIs(shown)
    await at('export-list').focus()
    await press('Enter', 'Enter')
    await at('assets-told').waitFor()
    await eventually(async () => (await at('assets-told').innerText()).includes('assets.csv'))
    const lines = (await readFile(file, 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(shown + 1)
    expect(lines[1]).toMatch(/8000000018/)
    await at('unfilter-states').click()
  })
})

describe('assigning and withdrawing', () => {
  it('takes from whoever has it and gives it to another, with the facts before', async () => {
    const [emma, daniel] = [await someone('Emma Clarke'), await someone('Daniel Moreau')]
    const [one = '', two = ''] = await free(2)
    await give(daniel.globalId, [two])
    await at('assets-refresh').click()
    await eventually(async () => {
      const { rows } = await desk.command('assets/list', { ...northBridge, from: 0, limit: 5000 })
      return rows.find(({ assetNum }) => assetNum === two)?.holder?.memberGlobalId === daniel.globalId
    })
    await tick([one, two])
    await at('asset-search').fill('')
    await at('ticked-assign').focus()
    await press('Enter')
    await at('assign-to').waitFor()
    await chooseEmployee('Emma Clarke')
    await at('assign-consequence').waitFor()
    expect(await at('assign-consequence').innerText()).toMatch(
      /^2 assets go to Emma Clarke\. 1 of them is taken from Daniel Moreau\. As Li Wei\.$/,
    )
    expect((await holders()).get(two)).toBe(daniel.globalId)
    await press('Enter')
    await at('assign-summary').waitFor()
    expect(await at('assign-summary').innerText()).toBe('All 2 assets are where they should be.')
    const held = await holders()
    expect([held.get(one), held.get(two)]).toEqual([emma.globalId, emma.globalId])
  })

  it('is undone by one key more', async () => {
    const daniel = await someone('Daniel Moreau')
    const before = await holders()
    await at('assign-undo').focus()
    await press('Enter')
    await at('confirm-assign').waitFor()
    await press('Enter')
    await at('assign-summary').waitFor()
    const after = await holders()
    const changed = [...after].filter(([assetNum, holder]) => before.get(assetNum) !== holder)
    expect(changed.map(([, holder]) => holder).sort()).toEqual([daniel.globalId, null].sort())
    await press('Enter')
  })

  it('says which number somebody else got meanwhile, and who; planned again it goes', async () => {
    const [emma, daniel] = [await someone('Emma Clarke'), await someone('Daniel Moreau')]
    const [one = '', two = ''] = await free(2)
    await tick([one, two])
    await at('asset-search').fill('')
    await give(daniel.globalId, [two])
    await at('ticked-assign').focus()
    await press('Enter')
    await at('assign-to').waitFor()
    await chooseEmployee('Emma Clarke')
    await at('assign-consequence').waitFor()
    await press('Enter')
    await at('assign-trouble').waitFor()
    const number = two.replace(/\D/g, '').replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3')
    await eventually(async () => (await at('assign-trouble').innerText()).includes('Daniel Moreau'))
    expect(await at('assign-trouble').innerText()).toContain(`${number} is with Daniel Moreau already.`)
    expect((await holders()).get(one)).toBe(null)
    await at('assign-retry').focus()
    await press('Enter')
    await at('confirm-assign').waitFor()
    await press('Enter')
    await at('assign-summary').waitFor()
    const held = await holders()
    expect([held.get(one), held.get(two)]).toEqual([emma.globalId, emma.globalId])
    await press('Enter')
  })

  it('gives and takes of one employee in one go', async () => {
    const emma = await someone('Emma Clarke')
    const [wanted = ''] = await free(1)
    const theirs = [...(await holders())].filter(([, holder]) => holder === emma.globalId)
    const [[gone] = ['']] = theirs
    await findInTable(gone)
    await at('asset-search').press('Enter')
    await press('Home', 'Enter')
    await at('details-person').focus()
    await press('Enter')
    await at('assign-which-table').waitFor()
    await at('assign-which-search').fill(gone)
    await at('assign-which-search').press('Enter')
    await press('Home', 'Space')
    await desk.page.getByTestId('assign-which-free').press('Space')
    await at('assign-which-search').fill(wanted)
    await at('assign-which-search').press('Enter')
    await press('Home', 'Space')
    expect(await at('assign-which-change').innerText()).toBe('1 more · 1 less')
    const before = (await asking.effects(0)).length
    await at('assign-which-next').focus()
    await press('Enter')
    expect(await at('assign-consequence').innerText()).toContain('gets 1 asset and gives up 1 asset.')
    await press('Enter')
    await at('assign-summary').waitFor()
    const held = await holders()
    expect([held.get(gone), held.get(wanted)]).toEqual([null, emma.globalId])
    const nonces = (await asking.effects(0)).slice(before).map(({ nonce }) => nonce)
    expect(new Set(nonces).size).toBe(1)
    await press('Enter')
    // The journal has it, from the asset's side.
    expect(await at('history').innerText()).toContain('taken from Emma Clarke')
    await at('details-close').click()
  })

  it('that nobody answered is looked up and not sent again', async () => {
    const emma = await someone('Emma Clarke')
    const [one = ''] = await free(1)
    // What the test before gave back is on the page's list, too.
    await findInTable(one)
    await eventually(async () => !(await at('asset-table').innerText()).includes('Emma Clarke'))
    await tick([one])
    const before = (await asking.effects(0)).length
    await asking.fault({ operation: 'member.assignAssets', fault: 'drop-after-commit', times: 1 })
    await at('ticked-assign').focus()
    await press('Enter')
    await at('assign-to').waitFor()
    await chooseEmployee('Emma Clarke')
    await at('assign-consequence').waitFor()
    await press('Enter')
    await at('assign-settle').waitFor()
    await at('assign-settle').focus()
    await press('Enter')
    await eventually(async () => (await at('assign-summary').innerText()).includes('where it should be'))
    expect((await holders()).get(one)).toBe(emma.globalId)
    const effects = (await asking.effects(0)).slice(before)
    expect(effects.map(({ operation, target }) => [operation, target])).toEqual([
      ['member.assignAssets', one],
    ])
    await press('Escape')
  })
})

describe('the page', () => {
  const looks = (['en', 'zh'] as const).flatMap((language) =>
    (['light', 'dark'] as const).map((theme) => ({ language, theme })),
  )
  it.each(looks)('has nothing for axe to find, in $language and $theme', async (look) => {
    await desk.command('settings/change', look)
    await at('asset-search').fill('8000000017')
    await countIs(1)
    await at('asset-search').press('Enter')
    await press('Home', 'Space', 'Enter')
    await at('asset-details').waitFor()
    await at('products').waitFor()
    await desk.page.waitForTimeout(400)
    const violationsNow = async (where: string) => {
      const { violations } = await new AxeBuilder({ page: desk.page }).setLegacyMode(true).analyze()
      return violations.map(({ id, nodes }) => `${where}: ${id} ${nodes.map(({ html }) => html).join(' ')}`)
    }
    expect(await violationsNow('page')).toEqual([])
    await at('details-person').click()
    await at('assign-which-table').waitFor()
    await desk.page.waitForTimeout(300)
    expect(await violationsNow('which')).toEqual([])
    await press('Escape')
    await at('ticked-clear').click()
    await at('details-close').click()
  })
})
