import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventually } from '../support/app'
import { steps } from '../support/steps'
import { appOnService } from './support/app-on-service'

const northBridge = { enterpriseGlobalId: '5317046820917364501' }

const { service, serviceClient, desk } = appOnService({ register: ['northBridge', 'riverside'] })

const countIs = (count: number) =>
  eventually(async () => (await desk.at('asset-count').getAttribute('data-count')) === String(count))

/** The assigned employee of each asset, from the service. */
const holders = async () => {
  const numbers = await serviceClient.succeed('member.listAssetNumbers', { path: northBridge })
  return new Map(numbers.map(({ assetNum, cloudAccountGlobalId }) => [assetNum, cloudAccountGlobalId]))
}
const findEmployee = async (keyword: string) => {
  const page = await serviceClient.succeed('member.listEmployees', { path: northBridge, query: { keyword } })
  const [found] = page.list
  if (found === undefined) throw new Error(`nobody is called ${keyword}`)
  return found
}
const assignAssets = (memberGlobalId: string, addAssets: readonly string[]) =>
  serviceClient.succeed('member.assignAssets', {
    path: { memberGlobalId },
    body: { deleteAssets: [], addAssets: [...addAssets] },
  })
/** Unassigned assets that the platform would assign without an error. */
const free = async (count: number) => {
  const assets = await serviceClient.succeed('order.listAssets', { path: northBridge })
  const holdersBefore = await holders()
  return assets
    .filter(
      ({ assetNum, grantable, borrowedUsbKey }) =>
        holdersBefore.get(assetNum) === null && grantable && !borrowedUsbKey,
    )
    .slice(0, count)
    .map(({ assetNum }) => assetNum)
}
const findInTable = async (text: string) => {
  await desk.at('asset-search').fill(text)
  await countIs(1)
}
const tick = async (assetNums: readonly string[]) => {
  for (const assetNum of assetNums) {
    await findInTable(assetNum)
    await desk.at('asset-search').press('Enter')
    await desk.press('Home', 'Space')
  }
}
/** Selects by name from the platform's search. */
const chooseEmployee = async (name: string) => {
  await desk.page.keyboard.type(name)
  await desk.page.getByTestId('employee-option').first().waitFor()
  await eventually(async () => (await desk.page.getByTestId('employee-option').count()) === 1)
  await desk.press('ArrowDown', 'Enter')
}

describe('assets of an enterprise', () => {
  it('get a name and a note that stay on this computer', async () => {
    await desk.press('Control+6')
    await desk.at('asset-table').waitFor()
    const stateOfService = async (): Promise<readonly unknown[]> => [
      await serviceClient.succeed('order.listAssets', { path: northBridge }),
      await (await fetch(`${service.url}/_training/effects?after=0`)).text(),
    ]
    const before = await stateOfService()
    await findInTable('8000 000 017')
    await desk.at('asset-search').press('Enter')
    await desk.press('Home', 'Enter')
    await desk.tabTo('edit-lock-name')
    await desk.press('Enter')
    await desk.at('lock-name-input').waitFor()
    await desk.type('CANARY-reception')
    await desk.tabTo('lock-note-input')
    await desk.type('CANARY-shelf')
    await desk.tabTo('confirm')
    await desk.press('Enter')
    await expect.poll(() => desk.page.getByTestId('dialog').count()).toBe(0)
    await expect.poll(() => desk.at('asset-details').innerText()).toContain('CANARY-reception')
    await desk.press('Escape')
    await findInTable('canary-SHELF')
    const onDisk = await readFile(join(desk.userData, 'lock-names.json'), 'utf8')
    expect(JSON.parse(onDisk)).toMatchObject({
      platforms: {
        [service.url]: [
          { ...northBridge, assetNum: 'LD8000000017', name: 'CANARY-reception', note: 'CANARY-shelf' },
        ],
      },
    })
    // The window reads them again from main.
    await desk.page.reload()
    await desk.press('Control+6')
    await findInTable('canary')
    await desk.at('asset-search').fill('')
    expect(await stateOfService()).toEqual(before)
  })
})

describe('assigning and withdrawing', () => {
  const step = steps()
  step('moves an asset between employees after a confirmation', async () => {
    const [emma, daniel] = [await findEmployee('Emma Clarke'), await findEmployee('Daniel Moreau')]
    const [one = '', two = ''] = await free(2)
    await assignAssets(daniel.globalId, [two])
    await desk.press('Control+6')
    await desk.at('assets-refresh').click()
    await eventually(async () => {
      const { rows } = await desk.command('assets/list', { ...northBridge, from: 0, limit: 5000 })
      return rows.find(({ assetNum }) => assetNum === two)?.holder?.memberGlobalId === daniel.globalId
    })
    await tick([one, two])
    await desk.at('asset-search').fill('')
    await desk.at('ticked-assign').focus()
    await desk.press('Enter')
    await desk.at('assign-to').waitFor()
    await chooseEmployee('Emma Clarke')
    await desk.at('assign-consequence').waitFor()
    await expect
      .poll(() => desk.at('assign-consequence').innerText())
      .toMatch(/^Assigns 2 assets to Emma Clarke\. 1 is withdrawn from Daniel Moreau\. Operator: Li Wei$/)
    expect((await holders()).get(two)).toBe(daniel.globalId)
    await desk.press('Enter')
    await expect.poll(() => desk.at('success-text').innerText()).toBe('2 assets updated')
    expect(await desk.page.locator('dialog[open]').count()).toBe(0)
    // Announced once, and only there.
    expect(await desk.page.getByText('2 assets updated').count()).toBe(2)
    const holdersBefore = await holders()
    expect([holdersBefore.get(one), holdersBefore.get(two)]).toEqual([emma.globalId, emma.globalId])
  })

  step('is undone with one key', async () => {
    const daniel = await findEmployee('Daniel Moreau')
    const before = await holders()
    await desk.at('undo').focus()
    await desk.press('Enter')
    await desk.at('confirm-assign').waitFor()
    await desk.press('Enter')
    const changedHolders = async () =>
      [...(await holders())].filter(([assetNum, holder]) => before.get(assetNum) !== holder)
    // Both are withdrawn before one of them is assigned again.
    await expect
      .poll(async () => (await changedHolders()).map(([, holder]) => holder).sort())
      .toEqual([daniel.globalId, null].sort())
    await desk.at('success').waitFor()
    const recent = await desk.command('journal/recent', { limit: 2 })
    expect(recent.every(({ reverses }) => reverses !== undefined)).toBe(true)
  })

  step('reports a number assigned to another employee meanwhile, and succeeds when repeated', async () => {
    const [emma, daniel] = [await findEmployee('Emma Clarke'), await findEmployee('Daniel Moreau')]
    const [one = '', two = ''] = await free(2)
    await tick([one, two])
    await desk.at('asset-search').fill('')
    await assignAssets(daniel.globalId, [two])
    await desk.at('ticked-assign').focus()
    await desk.press('Enter')
    await desk.at('assign-to').waitFor()
    await chooseEmployee('Emma Clarke')
    await desk.at('assign-consequence').waitFor()
    await desk.press('Enter')
    await desk.at('assign-failure').waitFor()
    const number = two.replace(/\D/g, '').replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3')
    await eventually(async () => (await desk.at('assign-failure').innerText()).includes('Daniel Moreau'))
    await expect
      .poll(() => desk.at('assign-failure').innerText())
      .toContain(`${number} is already assigned to Daniel Moreau.`)
    expect((await holders()).get(one)).toBe(null)
    await desk.at('assign-retry').focus()
    await desk.press('Enter')
    await desk.at('confirm-assign').waitFor()
    await desk.press('Enter')
    await eventually(async () => {
      const now = await holders()
      return now.get(one) === emma.globalId && now.get(two) === emma.globalId
    })
    await desk.at('success').waitFor()
  })

  step('assigns and withdraws for one employee in one request', async () => {
    const emma = await findEmployee('Emma Clarke')
    const [wanted = ''] = await free(1)
    const assetsOfEmma = [...(await holders())].filter(([, holder]) => holder === emma.globalId)
    const [[gone] = ['']] = assetsOfEmma
    await findInTable(gone)
    await desk.at('asset-search').press('Enter')
    await desk.press('Home', 'Enter')
    await desk.at('details-employee').focus()
    await desk.press('Enter')
    await desk.at('asset-selection-table').waitFor()
    await desk.at('asset-selection-search').fill(gone)
    await desk.at('asset-selection-search').press('Enter')
    await desk.press('Home', 'Space')
    await desk.at('asset-selection-free').focus()
    await desk.press('Space')
    await desk.at('asset-selection-search').fill(wanted)
    await desk.at('asset-selection-search').press('Enter')
    await desk.press('Home', 'Space')
    await expect.poll(() => desk.at('asset-selection-change').innerText()).toBe('1 to assign · 1 to withdraw')
    const before = (await serviceClient.effects(0)).length
    await desk.at('asset-selection-next').focus()
    await desk.press('Enter')
    await expect.poll(() => desk.at('assign-consequence').innerText()).toContain('Assigns 1 asset to')
    await desk.press('Enter')
    await desk.at('success').waitFor()
    const holdersBefore = await holders()
    expect([holdersBefore.get(gone), holdersBefore.get(wanted)]).toEqual([null, emma.globalId])
    const nonces = (await serviceClient.effects(0)).slice(before).map(({ nonce }) => nonce)
    expect(new Set(nonces).size).toBe(1)
    // The journal of the asset includes it.
    await expect.poll(() => desk.at('history').innerText()).toContain('withdrawn from Emma Clarke')
    await desk.at('details-close').click()
  })

  step('without a response is read back and not sent again', async () => {
    const emma = await findEmployee('Emma Clarke')
    const [one = ''] = await free(1)
    // The asset withdrawn in the step before is listed, too.
    await findInTable(one)
    await eventually(async () => !(await desk.at('asset-table').innerText()).includes('Emma Clarke'))
    await tick([one])
    const before = (await serviceClient.effects(0)).length
    await serviceClient.fault({ operation: 'member.assignAssets', fault: 'drop-after-commit', times: 1 })
    await desk.at('ticked-assign').focus()
    await desk.press('Enter')
    await desk.at('assign-to').waitFor()
    await chooseEmployee('Emma Clarke')
    await desk.at('assign-consequence').waitFor()
    await desk.press('Enter')
    await desk.at('assign-check-result').waitFor()
    await desk.at('assign-check-result').focus()
    await desk.press('Enter')
    await expect.poll(() => desk.at('success-text').innerText()).toBe('Asset updated')
    expect((await holders()).get(one)).toBe(emma.globalId)
    const effects = (await serviceClient.effects(0)).slice(before)
    expect(effects.map(({ operation, target }) => [operation, target])).toEqual([
      ['member.assignAssets', one],
    ])
  })
})
