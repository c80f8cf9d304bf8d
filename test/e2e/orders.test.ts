import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventually } from '../support/app'
import { steps } from '../support/steps'
import { appOnService } from './support/app-on-service'
import { appearances, axeViolations } from './support/axe'

const northBridge = '5317046820917364501'
const bought = ['LD8000888001', 'LD8000888002']
const canary = 'CANARY-license-password'

const { serviceClient, desk } = appOnService({ settings: { theme: 'light' } })

const fillIn = async (testId: string, text: string) => {
  await desk.tabTo(testId)
  await desk.type(text)
}
const activate = async (testId: string) => {
  await desk.tabTo(testId)
  await desk.press('Enter')
}

/** The number is among the details of the batch, which are folded until they are needed. */
const enterNumber = async (number: string) => {
  const details = desk.at('batch-details')
  await details.waitFor()
  if ((await details.getAttribute('open')) === null) await details.locator('summary').click()
  await desk.page.getByTestId('batch-order-number').fill(number)
}

const assetsOf = (enterpriseGlobalId = northBridge) =>
  serviceClient.succeed('order.listAssets', { path: { enterpriseGlobalId } })
const productsOf = async (assetNum: string) => {
  const asset = (await assetsOf()).find((one) => one.assetNum === assetNum)
  if (asset === undefined) return null
  const { productInstanceList } = await serviceClient.succeed('member.listAssetProducts', {
    path: { assetId: asset.id },
  })
  return productInstanceList ?? []
}
const draftsOnDisk = () => readFile(join(desk.userData, 'drafts.json'), 'utf8').catch(() => '')

describe('the orders page by keyboard', () => {
  const step = steps()
  step('reports missing fields in place', async () => {
    await desk.page.keyboard.press('Control+l')
    await desk.tabTo('rail-orders', 'Shift+Tab')
    await desk.press('Enter')
    await desk.at('orders-empty').waitFor()
    await activate('first-order')
    await desk.at('order-editor').waitFor()
    await desk.tabTo('to-review', 'Shift+Tab')
    await desk.press('Enter')
    await desk.at('batch-errors').waitFor()
    await expect
      .poll(() => desk.page.evaluate(() => document.activeElement?.getAttribute('data-testid')))
      .toBe('batch-channel-code')
    await expect
      .poll(() =>
        desk.page.getByText('Choose a customer, or enter one of its IDs').filter({ visible: true }).count(),
      )
      .toBe(1)
  })

  step('purchases exactly the entered product and package', async () => {
    await fillIn('batch-order-number', 'LO-17')
    await desk.tabTo('order-enterprise')
    await desk.type('north bridge')
    await desk.press('Enter')
    await expect.poll(() => desk.at('batch-channel-code').inputValue()).toBe('CRM-EAST')
    await desk.tabTo('order-license-type')
    await desk.page.getByTestId('order-license-type').selectOption('normal_recover_lan_usbkey')
    await fillIn('product-name', 'Bridge 3D')
    await fillIn('product-uri', 'bridge-3d')
    await fillIn('product-nodes', '5')
    await fillIn('duration-years', '1')
    for (const number of bought) {
      await desk.tabTo('asset-number')
      await desk.type(number)
      await desk.press('Enter')
    }
    await desk.tabTo('add-package', 'Shift+Tab')
    await desk.press('Enter')
    await fillIn('package-number', 'P-1')
    await fillIn('package-name', 'Price books')
    await desk.tabTo('add-product', 'Shift+Tab')
    await desk.press('Enter')
    await fillIn('product-uri', 'books-2026')
    await desk.tabTo('to-review', 'Shift+Tab')
    await desk.press('Enter')
    await desk.at('review').waitFor()
    const summary = () => desk.at('review-orders').innerText()
    for (const fact of [
      '北桥建设集团 North Bridge Construction',
      'New purchase',
      'Bridge 3D\u00A0· 1 year\u00A0· 5 nodes',
      'Package Price books',
      '2 × Network lock (re-issuable)\u00A0· New',
    ])
      await expect.poll(summary).toContain(fact)
    await desk.press('Enter')
    await desk.at('order-result').waitFor()
    await expect.poll(() => desk.at('order-result').getAttribute('data-state')).toBe('done')

    const lists = await Promise.all(bought.map(productsOf))
    for (const products of lists) {
      expect(products).toMatchObject([
        {
          productUri: 'bridge-3d',
          productName: 'Bridge 3D',
          limitConcurrent: 5,
          timeDurationExpression: '1-0-0',
        },
      ])
    }
    const [first] = lists
    await expect.poll(() => desk.at('result-row').innerText()).toContain(String(first?.[0]?.licenseOrderId))
    const made = (await assetsOf()).filter(({ assetNum }) => bought.includes(assetNum))
    expect(made.map(({ licenseType }) => licenseType)).toEqual([
      'normal_recover_lan_usbkey',
      'normal_recover_lan_usbkey',
    ])
    await eventually(async () => !(await draftsOnDisk()).includes('bridge-3d'))
  })

  step('revokes a product with its source order after the system dialog', async () => {
    const [product] = (await productsOf(bought[0] ?? '')) ?? []
    await activate('new-batch')
    await activate('first-order')
    await desk.press('ArrowRight', 'ArrowRight')
    await expect.poll(() => desk.page.getByTestId('order-type-delete_product').isChecked()).toBe(true)
    await desk.tabTo('order-enterprise')
    await desk.type('north bridge')
    await desk.press('Enter')
    await desk.tabTo('order-license-type')
    await desk.page.getByTestId('order-license-type').selectOption('normal_recover_lan_usbkey')
    await expect.poll(() => desk.at('everywhere-warning').innerText()).toContain('all orders of 北桥建设集团')
    await desk.tabTo('asset-number')
    // The digits on the shell; the platform's asset number is found for them.
    await desk.type('8000 888 001')
    await desk.press('Enter')
    await eventually(async () => (await desk.at('asset-row').innerText()).includes('North Bridge'))
    // The products of the lock are selected, not typed.
    await activate('lock-products-open')
    await desk.at('lock-product').waitFor()
    await desk.tabTo('lock-product')
    const onFocus = () =>
      desk.page.evaluate(() => document.activeElement?.closest('[role=checkbox]')?.textContent ?? '')
    while (!(await onFocus()).includes('Bridge 3D')) {
      expect(await onFocus()).not.toBe('')
      await desk.press('Tab')
    }
    await desk.press('Space')
    await expect
      .poll(() => desk.page.evaluate(() => document.activeElement?.getAttribute('aria-checked')))
      .toBe('true')
    await enterNumber('LO-18')
    await desk.tabTo('to-review', 'Shift+Tab')
    await desk.press('Enter')
    await desk.at('review').waitFor()
    await expect.poll(() => desk.at('review-everywhere').innerText()).toMatch(/all orders of its customer/)

    // The page requires a confirmation; nothing is sent, and then the source order is set.
    await desk.answerDialogs(0)
    const before = await serviceClient.lastEffect()
    await desk.tabTo('send-orders')
    await desk.press('Enter')
    await desk.at('everywhere-dialog').waitFor()
    await expect
      .poll(() => desk.page.getByTestId('dialog').innerText())
      .toContain('北桥建设集团 North Bridge Construction')
    await expect.poll(() => desk.at('everywhere-send').isDisabled()).toBe(true)
    await activate('everywhere-name')
    expect(await desk.dialogMessages()).toEqual([])
    await desk.at('order-source').waitFor()
    await desk.at('order-source').focus()
    await desk.type(String(product?.licenseOrderId))
    await desk.tabTo('to-review', 'Shift+Tab')
    await desk.press('Enter')
    await desk.at('review').waitFor()
    for (const fact of ['Revoke products', 'Bridge 3D', '1 × Network lock', String(product?.licenseOrderId)])
      await expect.poll(() => desk.at('review-orders').innerText()).toContain(fact)

    // Canceled in the system dialog: nothing was sent, and the batch is unchanged.
    await desk.answerDialogs(1)
    await desk.tabTo('send-orders')
    await desk.press('Enter')
    await desk.at('change-result').waitFor()
    await expect.poll(() => desk.at('change-result').innerText()).toMatch(/Not confirmed/)
    expect(await serviceClient.lastEffect()).toBe(before)
    await desk.answerDialogs(0)
    await desk.tabTo('send-orders')
    await desk.press('Enter')
    await desk.at('order-result').waitFor()
    expect(await desk.dialogMessages()).toHaveLength(1)
    expect(await productsOf(bought[0] ?? '')).toEqual([])
    expect(await productsOf(bought[1] ?? '')).toHaveLength(1)
    const effects = await serviceClient.effects(before)
    expect(effects.map(({ operation, target }) => [operation, target])).toEqual([
      ['order.batchOrder', bought[0]],
    ])
  })

  step('reports a used number, and keeps a failed batch', async () => {
    await activate('use-again')
    await enterNumber('LO-17')
    await eventually(async () => (await desk.page.getByText('was already used on this computer').count()) > 0)
    await desk.tabTo('to-review', 'Shift+Tab')
    await desk.press('Enter')
    await desk.at('review-used').waitFor()
    await desk.tabTo('send-orders')
    await desk.press('Enter')
    await desk.at('rejected-number').waitFor()
    await expect.poll(() => desk.at('change-result').innerText()).toContain('13004')
    await activate('review-back')
    await expect.poll(() => desk.at('batch-order-number').inputValue()).toBe('LO-17')
  })

  step('keeps the draft across a reload, without its passwords', async () => {
    await desk.at('order-type').waitFor()
    await desk.page.getByTestId('order-type-new_buy').check({ force: true })
    await desk.at('product-features-more').locator('summary').focus()
    await desk.press('Enter')
    await fillIn('product-password', canary)
    await desk.press('Enter')
    await enterNumber('LO-19')
    await eventually(async () => (await draftsOnDisk()).includes('LO-19'))
    expect(await draftsOnDisk()).not.toContain(canary)
    await desk.page.reload()
    await desk.at('order-editor').waitFor()
    await expect.poll(() => desk.at('batch-order-number').inputValue()).toBe('LO-19')
    await expect.poll(() => desk.page.getByText('were not stored').count()).toBeGreaterThan(0)
    await desk.at('discard-passwords').click()
  })

  step('imports a batch, keeps and sends unknown fields, and exports it again', async () => {
    const file = join(desk.saves, 'in.json')
    const text = JSON.stringify({
      channelCode: 'CRM-EAST',
      channelOrderId: 'LO-20',
      syncMode: 'async',
      orderList: [
        {
          sequence: 4,
          enterpriseGlobalId: northBridge,
          orderType: 'new_buy',
          licenseType: 'softkey',
          branchMark: 'kept',
          assets: [{ assetNos: ['CERT-1'], products: [{ productUri: 'cert', limitEndDate: '@' }] }],
        },
      ],
    }).replace('"@"', '9007199254740993')
    await writeFile(file, '{"orderList":[{"assets":[{"assetNos":"CERT-1"}]}]}')
    await desk.page.getByTestId('batch-picker').setInputFiles(file)
    await desk.at('import-failure').waitFor()
    await expect
      .poll(() => desk.at('import-failure').innerText())
      .toContain('orderList[0].assets[0].assetNos')
    await desk.press('Escape')
    // The import is also announced on an empty page.
    await activateAnyway('orders-more')
    await activateAnyway('clear-batch')
    await desk.at('orders-empty').waitFor()
    await writeFile(file, text)
    await desk.page.getByTestId('batch-picker').setInputFiles(file)
    await desk.at('files-message').waitFor()
    await expect.poll(() => desk.at('files-message').innerText()).toContain('branchMark (Order 1)')
    await expect.poll(() => desk.page.getByTestId('kept-fields').last().innerText()).toContain('branchMark')
    const saved = join(desk.saves, 'out.json')
    await desk.chooseFile(saved)
    await activateAnyway('orders-more')
    await activateAnyway('export-batch')
    await eventually(async () => (await readFile(saved, 'utf8').catch(() => '')).includes('branchMark'))
    expect(await readFile(saved, 'utf8')).toContain('9007199254740993')
    await activateAnyway('to-review')
    await desk.at('review').waitFor()
    await desk.press('Enter')
    await desk.at('async-note').waitFor()
    const journal = await desk.command('journal/recent', { limit: 1 })
    expect(JSON.stringify(journal[0]?.request)).toContain('branchMark')
    await eventually(async () => (await assetsOf()).some(({ assetNum }) => assetNum === 'CERT-1'))
  })

  step('does not repeat an unconfirmed batch', async () => {
    await activateAnyway('use-again')
    await enterNumber('LO-21')
    await serviceClient.fault({ operation: 'order.batchOrder', fault: 'drop-after-commit', times: 1 })
    await activateAnyway('to-review')
    await desk.at('review').waitFor()
    await desk.press('Enter')
    await desk.at('order-result').waitFor({ timeout: 70_000 })
    await expect.poll(() => desk.at('order-result').getAttribute('data-state')).toBe('unknown')
    expect(await desk.page.getByTestId('send-orders').count()).toBe(0)
    await expect.poll(() => desk.at('needs-review').isVisible()).toBe(true)
  })

  step('has no axe violations', async () => {
    for (const look of appearances) {
      await desk.setAppearance(look)
      if ((await desk.whichShown('new-batch', 'order-editor', 'orders-empty')) === 'new-batch') {
        await desk.at('new-batch').click()
        await desk.at('orders-more').click()
        await desk.at('templates-button').click()
        await desk.at('template').last().click()
      }
      await desk.at('order-editor').waitFor()
      expect(await axeViolations(desk.page)).toEqual([])
      await desk.at('product-form').scrollIntoViewIfNeeded()
      await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(960, 640))
      await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1280, 800))
    }
  })
})

describe('a batch of hundreds', () => {
  const count = 200
  const numberOf = (at: number): string => `LD8000777${String(at).padStart(3, '0')}`

  it('shows distinct orders, and finds and saves their results', async () => {
    await desk.setAppearance({ language: 'en', theme: 'light' })
    await desk.at('rail-orders').click()
    if ((await desk.whichShown('new-batch', 'order-editor', 'orders-empty')) !== 'orders-empty') {
      await activateAnyway('orders-more')
      await activateAnyway('clear-batch')
    }
    await desk.at('orders-empty').waitFor()
    const file = join(desk.saves, 'hundreds.json')
    const orderList = Array.from({ length: count }, (_, index) => ({
      sequence: index + 1,
      enterpriseGlobalId: northBridge,
      orderType: 'new_buy',
      licenseType: 'normal_recover_lan_usbkey',
      assets: [
        { assetNos: [numberOf(index)], products: [{ productUri: 'bridge-3d', productName: 'Bridge 3D' }] },
      ],
    }))
    const head = { channelCode: 'CRM-EAST', channelOrderId: 'LO-200', syncMode: 'sync' }
    await writeFile(file, JSON.stringify({ ...head, orderList }))
    await desk.page.getByTestId('batch-picker').setInputFiles(file)
    await desk.at('order-row').waitFor()
    const rows = desk.page.getByTestId('order-row')
    await expect
      .poll(() => rows.nth(1).locator('.details').innerText())
      .toBe('New purchase\u00A0· LD8000777001\u00A0· Bridge 3D')

    await desk.at('find-order').focus()
    await desk.type(numberOf(123))
    await eventually(async () => (await rows.count()) === 1)
    await desk.press('Enter', 'Enter')
    await eventually(async () => (await desk.at('order-sequence').inputValue()) === '124')

    await desk.answerDialogs(0)
    await activateAnyway('to-review')
    await desk.at('review').waitFor()
    await desk.press('Enter')
    await desk.page.locator('[data-testid=order-result][data-state=done]').waitFor()
    const sold = new Set((await assetsOf()).map(({ assetNum }) => assetNum))
    expect(orderList.filter((_, index) => !sold.has(numberOf(index)))).toEqual([])

    const answers = desk.page.getByTestId('result-row')
    const id = (await answers.nth(2).locator('.digits').innerText()).trim()
    expect(await answers.nth(2).innerText()).toMatch(new RegExp(`Bridge 3D\\s+${numberOf(2)}\\s`))
    await desk.at('find-result').focus()
    await desk.type(id)
    await eventually(async () => (await answers.count()) === 1)
    await expect.poll(() => answers.innerText()).toMatch(new RegExp(`^3\\s[^]*\\s${id}\\s`))
    await desk.press('Escape')
    await eventually(async () => (await answers.count()) > 1)
    const saved = join(desk.saves, 'answers.csv')
    await desk.chooseFile(saved)
    await desk.page.locator('.results [data-testid=export-list]').click()
    await desk.at('export-csv').click()
    await desk.at('results-message').waitFor()
    const lines = (await readFile(saved, 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(count + 1)
    expect(lines[3]).toContain(id)
  })
})

/** Reaches the element with Tab from any focus. */
async function activateAnyway(testId: string): Promise<void> {
  await desk.at(testId).focus()
  await desk.press('Enter')
}
