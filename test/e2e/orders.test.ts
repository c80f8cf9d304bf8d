import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/app'
import type { RunningApp } from '../support/app'
import type { TestService } from '../support/service'
import type { ServiceClient } from '../support/service-client'
import { startCounter } from './support/counter'
import { tabTo as pressTabTo } from './support/tab-to'

const northBridge = '5317046820917364501'
const bought = ['LD8000888001', 'LD8000888002']
const canary = 'CANARY-license-password'
const pictures = process.env['LOCK_DESK_PICTURES']

let service: TestService
let asking: ServiceClient
let desk: RunningApp

beforeAll(async () => {
  ;({ service, asking, desk } = await startCounter({ settings: { theme: 'light' } }))
})
afterAll(async () => {
  await desk.stop()
  await service.stop()
})

const at = (testId: string) => desk.page.getByTestId(testId).first()
const press = (...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => desk.page.keyboard.press(key)), Promise.resolve())
const type = (text: string) => desk.page.keyboard.type(text)
const tabTo = (testId: string, key?: 'Tab' | 'Shift+Tab') => pressTabTo(desk.page, testId, key)
const fillIn = async (testId: string, text: string) => {
  await tabTo(testId)
  await type(text)
}
const activate = async (testId: string) => {
  await tabTo(testId)
  await press('Enter')
}
const picture = async (name: string) => {
  if (pictures !== undefined) await desk.page.screenshot({ path: join(pictures, `${name}.png`) })
}
const look = (language: 'en' | 'zh', theme: 'light' | 'dark') =>
  desk.command('settings/change', { language, theme })

/** Answers the system's own dialogs, as the person would, and keeps what they said. */
const answerDialogs = (response: 0 | 1) =>
  desk.app.evaluate(({ dialog, app }, answer) => {
    const kept = app as unknown as { dialogsSaid: string[] }
    kept.dialogsSaid = []
    dialog.showMessageBox = (...given: unknown[]) => {
      const { message } = given.at(-1) as { message: string }
      kept.dialogsSaid.push(message)
      return Promise.resolve({ response: answer, checkboxChecked: false })
    }
  }, response)
const dialogsSaid = () =>
  desk.app.evaluate(({ app }) => (app as unknown as { dialogsSaid?: string[] }).dialogsSaid ?? [])

const assetsOf = (enterpriseGlobalId = northBridge) =>
  asking.succeed('order.listAssets', { path: { enterpriseGlobalId } })
const productsOf = async (assetNum: string) => {
  const asset = (await assetsOf()).find((one) => one.assetNum === assetNum)
  if (asset === undefined) return null
  const { productInstanceList } = await asking.succeed('member.listAssetProducts', {
    path: { assetId: asset.id },
  })
  return productInstanceList ?? []
}
const draftsOnDisk = () => readFile(join(desk.userData, 'drafts.json'), 'utf8').catch(() => '')

describe('the orders page, by keyboard', () => {
  it('says what is missing, at the field', async () => {
    await desk.page.keyboard.press('Control+l')
    await tabTo('rail-orders', 'Shift+Tab')
    await press('Enter')
    await at('orders-empty').waitFor()
    await picture('orders-empty-en-light')
    await activate('first-order')
    await at('order-editor').waitFor()
    await tabTo('to-review', 'Shift+Tab')
    await press('Enter')
    await at('batch-errors').waitFor()
    await picture('orders-problems-en-light')
    const focused = await desk.page.evaluate(() => document.activeElement?.getAttribute('data-testid'))
    expect(focused).toBe('batch-channel-code')
    expect(await desk.page.getByText('Say whose order it is').count()).toBe(1)
  })

  it('writes a sale with a package, and sells exactly that', async () => {
    await fillIn('batch-order-number', 'LO-17')
    await tabTo('order-licence-type')
    await desk.page.getByTestId('order-licence-type').selectOption('normal_recover_lan_usbkey')
    await tabTo('order-enterprise')
    await type('north bridge')
    await press('Enter')
    expect(await at('batch-channel-code').inputValue()).toBe('CRM-EAST')
    for (const number of bought) {
      await tabTo('asset-number')
      await type(number)
      await press('Enter')
    }
    await fillIn('product-uri', 'bridge-3d')
    await fillIn('product-name', 'Bridge 3D')
    await fillIn('duration-years', '1')
    await fillIn('product-nodes', '5')
    await tabTo('add-package', 'Shift+Tab')
    await press('Enter')
    await fillIn('package-number', 'P-1')
    await fillIn('package-name', 'Price books')
    await tabTo('add-product', 'Shift+Tab')
    await press('Enter')
    await fillIn('product-uri', 'books-2026')
    await eventually(async () => (await at('order-sentence').innerText()).includes('2 new network locks'))
    expect(await at('order-sentence').innerText()).toBe(
      'Sell Bridge 3D (for 1 year, 5 nodes) and package Price books on 2 new network locks to 北桥建设集团 North Bridge Construction.',
    )
    await picture('orders-write-en-light')
    await tabTo('to-review', 'Shift+Tab')
    await press('Enter')
    await at('review').waitFor()
    await picture('orders-review-en-light')
    await press('Enter')
    await at('order-result').waitFor()
    expect(await at('order-result').getAttribute('data-state')).toBe('done')
    await picture('orders-result-en-light')

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
    expect(await at('result-row').innerText()).toContain(String(first?.[0]?.licenseOrderId))
    const made = (await assetsOf()).filter(({ assetNum }) => bought.includes(assetNum))
    expect(made.map(({ licenseType }) => licenseType)).toEqual([
      'normal_recover_lan_usbkey',
      'normal_recover_lan_usbkey',
    ])
    await eventually(async () => !(await draftsOnDisk()).includes('bridge-3d'))
  })

  it('takes a product from the lock again, from the order it names, once the system’s dialog is answered', async () => {
    const [product] = (await productsOf(bought[0] ?? '')) ?? []
    await activate('new-batch')
    await activate('first-order')
    await press('ArrowRight', 'ArrowRight')
    expect(await desk.page.getByTestId('order-type-delete_product').isChecked()).toBe(true)
    await tabTo('order-licence-type')
    await desk.page.getByTestId('order-licence-type').selectOption('normal_recover_lan_usbkey')
    await tabTo('order-enterprise')
    await type('north bridge')
    await press('Enter')
    expect(await at('everywhere-warning').innerText()).toContain('EVERY order of 北桥建设集团')
    await tabTo('asset-number')
    // The digits on the shell; the platform's own number is found for them.
    await type('8000 888 001')
    await press('Enter')
    await eventually(async () => (await at('asset-row').innerText()).includes('North Bridge'))
    // What stands on the lock is chosen, not typed.
    await activate('lock-products-open')
    await at('lock-product').waitFor()
    await picture('orders-on-locks-en-light')
    await tabTo('lock-product')
    const onFocus = () =>
      desk.page.evaluate(() => document.activeElement?.closest('label')?.textContent ?? '')
    while (!(await onFocus()).includes('Bridge 3D')) {
      expect(await onFocus()).not.toBe('')
      await press('Tab')
    }
    await press('Space')
    await eventually(async () => (await at('order-sentence').innerText()).includes('Bridge 3D'))
    await desk.page.getByTestId('batch-order-number').focus()
    await type('LO-18')
    await tabTo('to-review', 'Shift+Tab')
    await press('Enter')
    await at('review').waitFor()
    expect(await at('review-everywhere').innerText()).toMatch(/every order of its customer/)

    // Said here first; nothing is sent, and then the source order is named after all.
    await answerDialogs(0)
    const before = await asking.lastEffect()
    await tabTo('send-orders')
    await press('Enter')
    await at('everywhere-dialog').waitFor()
    await picture('orders-everywhere-en-light')
    expect(await desk.page.getByTestId('dialog').innerText()).toContain(
      '北桥建设集团 North Bridge Construction',
    )
    expect(await at('everywhere-mean').isDisabled()).toBe(true)
    await activate('everywhere-name')
    expect(await dialogsSaid()).toEqual([])
    await at('order-source').waitFor()
    await at('order-source').focus()
    await type(String(product?.licenseOrderId))
    await tabTo('to-review', 'Shift+Tab')
    await press('Enter')
    await at('review').waitFor()
    const sentence = `Remove Bridge 3D from 1 network lock of order ${String(product?.licenseOrderId)} of 北桥建设集团 North Bridge Construction.`
    expect(await at('review-sentences').innerText()).toContain(sentence)

    // “No” in the system's dialog: nothing happened, and the batch is still there.
    await answerDialogs(1)
    await tabTo('send-orders')
    await press('Enter')
    await at('change-outcome').waitFor()
    expect(await at('change-outcome').innerText()).toMatch(/not confirmed/)
    expect(await asking.lastEffect()).toBe(before)
    await answerDialogs(0)
    await tabTo('send-orders')
    await press('Enter')
    await at('order-result').waitFor()
    expect(await dialogsSaid()).toHaveLength(1)
    expect(await productsOf(bought[0] ?? '')).toEqual([])
    expect(await productsOf(bought[1] ?? '')).toHaveLength(1)
    const effects = await asking.effects(before)
    expect(effects.map(({ operation, target }) => [operation, target])).toEqual([
      ['order.batchOrder', bought[0]],
    ])
  })

  it('says a used number is used, and does not clear away what was refused', async () => {
    await activate('use-again')
    await desk.page.getByTestId('batch-order-number').focus()
    await type('LO-17')
    await eventually(async () => (await desk.page.getByText('was sent from this desk before').count()) > 0)
    await tabTo('to-review', 'Shift+Tab')
    await press('Enter')
    await at('review-used').waitFor()
    await tabTo('send-orders')
    await press('Enter')
    await at('refused-number').waitFor()
    await picture('orders-refused-en-light')
    expect(await at('change-outcome').innerText()).toContain('13004')
    await activate('review-back')
    expect(await at('batch-order-number').inputValue()).toBe('LO-17')
  })

  it('keeps the draft across a reload, without the passwords in it', async () => {
    await at('order-type').waitFor()
    await desk.page.getByTestId('order-type-new_buy').check({ force: true })
    await at('product-features-more').locator('summary').focus()
    await press('Enter')
    await fillIn('product-password', canary)
    await press('Enter')
    await desk.page.getByTestId('batch-order-number').fill('LO-19')
    await eventually(async () => (await draftsOnDisk()).includes('LO-19'))
    expect(await draftsOnDisk()).not.toContain(canary)
    await desk.page.reload()
    await at('order-editor').waitFor()
    expect(await at('batch-order-number').inputValue()).toBe('LO-19')
    expect(await desk.page.getByText('they are not kept').count()).toBeGreaterThan(0)
    await at('drop-passwords').click()
  })

  it('imports a batch, keeps what it does not know, sends it so and exports it again', async () => {
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
    await at('import-trouble').waitFor()
    expect(await at('import-trouble').innerText()).toContain('orderList[0].assets[0].assetNos')
    await picture('orders-import-trouble-en-light')
    await press('Escape')
    // Into an empty page, too, it is said what came in.
    await activateAnyway('clear-batch')
    await at('orders-empty').waitFor()
    await writeFile(file, text)
    await desk.page.getByTestId('batch-picker').setInputFiles(file)
    await at('files-told').waitFor()
    expect(await at('files-told').innerText()).toContain('orderList[0].branchMark')
    expect(await desk.page.getByTestId('kept-fields').last().innerText()).toContain('branchMark')
    const saved = join(desk.saves, 'out.json')
    await desk.app.evaluate(({ dialog }, path) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path })
    }, saved)
    await activateAnyway('export-batch')
    await eventually(async () => (await readFile(saved, 'utf8').catch(() => '')).includes('branchMark'))
    expect(await readFile(saved, 'utf8')).toContain('9007199254740993')
    await activateAnyway('to-review')
    await at('review').waitFor()
    await press('Enter')
    await at('async-note').waitFor()
    const journal = await desk.command('journal/recent', { limit: 1 })
    expect(JSON.stringify(journal[0]?.request)).toContain('branchMark')
    await eventually(async () => (await assetsOf()).some(({ assetNum }) => assetNum === 'CERT-1'))
  })

  it('leaves a batch of which nobody knows alone', async () => {
    await activateAnyway('use-again')
    await desk.page.getByTestId('batch-order-number').fill('LO-21')
    await asking.fault({ operation: 'order.batchOrder', fault: 'drop-after-commit', times: 1 })
    await activateAnyway('to-review')
    await at('review').waitFor()
    await press('Enter')
    await at('order-result').waitFor({ timeout: 70_000 })
    expect(await at('order-result').getAttribute('data-state')).toBe('unknown')
    await picture('orders-unknown-en-light')
    expect(await desk.page.getByTestId('send-orders').count()).toBe(0)
    expect(await at('to-settle').isVisible()).toBe(true)
  })

  it.each([
    ['en', 'light'],
    ['zh', 'dark'],
  ] as const)('has nothing for axe to find, in %s and %s', async (language, theme) => {
    await look(language, theme)
    if ((await desk.page.getByTestId('new-batch').count()) > 0) {
      await at('new-batch').click()
      await at('templates-button').click()
      await at('template').last().click()
    }
    await at('order-editor').waitFor()
    const { violations } = await new AxeBuilder({ page: desk.page }).setLegacyMode(true).analyze()
    expect(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    await picture(`orders-write-${language}-${theme}`)
    await at('content-tree').scrollIntoViewIfNeeded()
    await picture(`orders-contents-${language}-${theme}`)
    await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(960, 640))
    await picture(`orders-narrow-${language}-${theme}`)
    await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1280, 800))
  })
})

describe('a batch of hundreds', () => {
  const count = 200
  const numberOf = (at: number): string => `LD8000777${String(at).padStart(3, '0')}`

  it('has its orders told apart and found, and the answers to them found and saved', async () => {
    await look('en', 'light')
    await activateAnyway('clear-batch')
    await at('orders-empty').waitFor()
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
    await at('order-row').waitFor()
    const rows = desk.page.getByTestId('order-row')
    expect(await rows.nth(1).locator('.details').innerText()).toBe('Sell · LD8000777001 · Bridge 3D')
    await picture('orders-hundreds-en-light')

    await at('find-order').focus()
    await type(numberOf(123))
    await eventually(async () => (await rows.count()) === 1)
    await press('Enter', 'Enter')
    await eventually(async () => (await at('order-sequence').inputValue()) === '124')

    await answerDialogs(0)
    await activateAnyway('to-review')
    await at('review').waitFor()
    await press('Enter')
    await desk.page.locator('[data-testid=order-result][data-state=done]').waitFor()
    const sold = new Set((await assetsOf()).map(({ assetNum }) => assetNum))
    expect(orderList.filter((_, index) => !sold.has(numberOf(index)))).toEqual([])

    const answers = desk.page.getByTestId('result-row')
    const [, id = ''] = (await answers.nth(2).innerText()).split(/\s+/)
    await at('find-result').focus()
    await type(id)
    await eventually(async () => (await answers.count()) === 1)
    expect(await answers.innerText()).toMatch(new RegExp(`^3\\s+${id}\\s`))
    await picture('orders-answers-en-light')
    await press('Escape')
    await eventually(async () => (await answers.count()) > 1)
    const saved = join(desk.saves, 'answers.csv')
    await desk.app.evaluate(({ dialog }, path) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path })
    }, saved)
    await desk.page.locator('.results .export-button').click()
    await at('export-csv').click()
    await at('results-told').waitFor()
    const lines = (await readFile(saved, 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(count + 1)
    expect(lines[3]).toContain(id)
  })
})

/** Wherever the focus is: with Tab onwards, and around. */
async function activateAnyway(testId: string): Promise<void> {
  await at(testId).focus()
  await press('Enter')
}
