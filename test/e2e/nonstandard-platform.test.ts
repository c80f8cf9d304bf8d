import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { addAsset, addBorrowedLock, addEmployee, addEnterprise } from '../support/nonstandard-platform/seed'
import { startNonstandardPlatform } from '../support/nonstandard-platform/start'
import type { NonstandardPlatform } from '../support/nonstandard-platform/start'
import type { Asset, Employee, Enterprise } from '../support/nonstandard-platform/world'
import { rawWordsOn } from '../support/raw-words'
import { steps } from '../support/steps'
import { waitForTransitions } from './support/axe'

// Every page with changes on a platform with nonstandard responses, by keyboard.

let platform: NonstandardPlatform
let desk: RunningApp
let enterprise: Enterprise
let anna: Employee
let ben: Employee
let heldAsset: Asset
let contestedAsset: Asset
let free: Asset
let lock: Asset

const farFuture = Date.UTC(9999, 11, 31)

beforeAll(async () => {
  platform = await startNonstandardPlatform({ saidLifeSeconds: 6, tokenLifeMs: 8_000 })
  const { world } = platform
  enterprise = addEnterprise(world, { name: '青山设计院', code: 'qs', channelCustomerId: 'QS-1' })
  anna = addEmployee(world, enterprise, { account: 'anna', name: '安娜 Anna' })
  ben = addEmployee(world, enterprise, { account: 'ben', name: 'Ben Ode', remark: '二楼' })
  for (let number = 0; number < 90; number += 1)
    addEmployee(world, enterprise, {
      account: `clerk${number}`,
      name: `Clerk ${number}`,
      deleted: number % 30 === 29,
    })
  heldAsset = addAsset(world, enterprise, '8100000001', {
    holder: anna.globalId,
    extensions: [['gxxp', 'Y']],
  })
  contestedAsset = addAsset(world, enterprise, '8100000002', { holder: anna.globalId, end: farFuture })
  free = addAsset(world, enterprise, '8100000003', { type: 'a_type_of_tomorrow', status: null })
  for (let number = 10; number < 60; number += 1)
    addAsset(world, enterprise, `81000000${number}`, {
      end: number % 5 === 0 ? Number(2n ** 63n - 1n) : farFuture,
      locked: number % 7 === 0,
    })
  lock = addBorrowedLock(world, enterprise, '8200000001')
  desk = await startApp({
    platform,
    environment: {
      LOCK_DESK_APP_KEY: 'app-key',
      LOCK_DESK_APP_SECRET: 'app-secret',
      LOCK_DESK_USER: 'li.wei',
      LOCK_DESK_PASSWORD: 'a password',
    },
  })
  await desk.command('settings/change', { language: 'en', theme: 'light', operatorIdentity: 'Li Wei' })
  await desk.command('enterprises/add', { by: 'channel', channelCode: 'GL-EAST', channelCustomerId: 'QS-1' })
  await desk.app.evaluate(({ dialog }) => {
    dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false })
  })
  platform.behavior.delay = (operation) => (operation === 'borrow' || operation === 'privileges' ? 350 : 5)
})
afterAll(async () => {
  await desk.stop()
  await platform.stop()
})
afterEach(async () => {
  expect(await rawWordsOn(desk.page)).toEqual([])
  expect(platform.faults).toEqual([])
})

const activate = async (testId: string) => {
  await desk.at(testId).waitFor()
  await desk.tabTo(testId)
  await desk.press('Enter')
}
const waitForText = (testId: string, wanted: RegExp) =>
  eventually(async () => wanted.test((await desk.at(testId).innerText()).replace(/\s+/g, ' ')))
const expectNoRawWords = async () => expect(await rawWordsOn(desk.page)).toEqual([])
const chooseEmployee = async (name: string) => {
  await desk.press('Control+a')
  await desk.type(name)
  await eventually(async () => (await desk.page.getByTestId('employee-option').count()) === 1)
  await desk.press('ArrowDown', 'Enter')
}
const open = async (page: string) => {
  await desk.at(`rail-${page}`).focus()
  await desk.press('Enter')
}

describe('lending', () => {
  const step = steps()
  step('moves the products once, reads them back, and prints a handover note', async () => {
    await open('lending')
    await activate('lend-new')
    await desk.page.locator('[data-testid=lend-employee]:focus').waitFor()
    await chooseEmployee('annaqs')
    await desk.tabTo(`lend-tick-${heldAsset.num}`)
    await desk.press('Space')
    await desk.tabTo(`lend-onto-${lock.num}`)
    await desk.press('Space')
    await desk.at('lend-sentence').waitFor()
    await expectNoRawWords()
    await activate('lend-send')
    await desk.page.locator('[data-testid=lend-result][data-state=done]').waitFor()
    await desk.page.locator('[data-testid=lend-read-back][data-shown=yes]').waitFor()
    await expectNoRawWords()
    expect([heldAsset.lentOnto, lock.holder]).toEqual([lock.id, anna.globalId])
    expect(platform.asked('borrow').map(({ body }) => body)).toEqual([
      { borrowedUsbKey: lock.num, assetIDs: [heldAsset.id] },
    ])
    await activate('lend-to-loan')
    await desk.at('loan-details').waitFor()
    await expectNoRawWords()
    await activate('loan-handover')
    await desk.at('handover-paper').waitFor()
    await expectNoRawWords()
    await activate('handover-back')
  })

  step('names the employee of an asset assigned meanwhile', async () => {
    const other = addBorrowedLock(platform.world, enterprise, '8200000002')
    await desk.command('enterprises/refresh')
    await activate('lend-new')
    await desk.tabTo('lend-employee')
    await chooseEmployee('annaqs')
    await desk.tabTo(`lend-tick-${contestedAsset.num}`)
    await desk.press('Space')
    // Her lock is offered first; keys are sent once the list is complete.
    await desk.at(`lend-onto-${other.num}`).waitFor()
    await desk.tabTo(`lend-onto-${lock.num}`)
    await desk.press('ArrowDown')
    await desk.page.locator(`[data-testid=lend-onto-${other.num}]:checked`).waitFor()
    await desk.at('lend-sentence').waitFor()
    platform.beforeNext('borrow', () => (contestedAsset.holder = ben.globalId))
    await activate('lend-send')
    await desk.page.locator('[data-testid=lend-result][data-state=failed]').waitFor()
    await waitForText('lend-result', /is now assigned to Ben Ode/)
    await expectNoRawWords()
    expect(platform.asked('borrow')).toHaveLength(2)
    expect(other.holder).toBeNull()
  })

  step('names the product whose nodes were taken meanwhile', async () => {
    const spare = addAsset(platform.world, enterprise, '8100000005', { holder: anna.globalId })
    await desk.command('enterprises/refresh')
    await desk.at(`lend-tick-${spare.num}`).waitFor()
    await desk.tabTo(`lend-tick-${spare.num}`)
    await desk.press('Space')
    await desk.at('lend-sentence').waitFor()
    platform.beforeNext('borrow', () => {
      spare.products = spare.products.map((product) => ({ ...product, nodes: 0 }))
    })
    await activate('lend-send')
    await desk.page.locator('[data-testid=lend-result][data-state=failed]').waitFor()
    await waitForText('lend-result', /8100 000 005 has no nodes left for 算量 8100000005/)
    await expectNoRawWords()
  })
})

describe('assets', () => {
  it('are listed once each, with readable details', async () => {
    contestedAsset.holder = ben.globalId
    await desk.command('enterprises/refresh')
    await open('assets')
    const all = [...platform.world.assets.values()].length
    await eventually(async () => (await desk.at('asset-count').getAttribute('data-count')) === String(all))
    await expectNoRawWords()
    await desk.at('asset-search').focus()
    await desk.type(contestedAsset.digits)
    await eventually(async () => (await desk.at('asset-count').getAttribute('data-count')) === '1')
    await desk.press('Enter', 'Home', 'Enter')
    await desk.at('products').waitFor()
    await expectNoRawWords()
    await waitForText('asset-details', /Ben Ode/)
    await desk.press('Escape')
  })

  it('are assigned and withdrawn with one request each', async () => {
    const find = async (number: string) => {
      await desk.at('asset-search').fill(number)
      await eventually(async () => (await desk.at('asset-count').getAttribute('data-count')) === '1')
      await desk.at('asset-search').press('Enter')
      await desk.press('Home', 'Enter')
      await desk.at('asset-details').waitFor()
    }
    await open('assets')
    await find(free.digits)
    await expectNoRawWords()
    await activate('details-assign')
    await desk.at('assign-to').waitFor()
    await chooseEmployee('benqs')
    await desk.at('assign-consequence').waitFor()
    await desk.press('Enter')
    await desk.at('success').waitFor()
    expect(free.holder).toBe(ben.globalId)
    expect(platform.asked('privileges')).toHaveLength(1)
    await expectNoRawWords()
    await find(free.digits)
    await activate('details-withdraw')
    await desk.at('confirm-assign').waitFor()
    await desk.press('Enter')
    await expect.poll(() => free.holder).toBeNull()
    expect(platform.asked('privileges')).toHaveLength(2)
  })
})

describe('employees', () => {
  const named = (account: string) =>
    [...platform.world.employees.values()].find((one) => one.account === `${account}qs`)
  const find = async (account: string) => {
    await desk.at('employee-search').fill(account)
    await eventually(async () => (await desk.page.getByTestId('employee-row').count()) === 1)
    await desk.tabTo('employee-table')
    await desk.press('Enter')
    await desk.at('employee-details').waitFor()
  }
  const chips = async (): Promise<Partial<Record<string, number>>> =>
    Object.fromEntries(
      await desk.page
        .locator('[data-testid=import-chips] [data-count]')
        .evaluateAll((shown) =>
          shown.map(
            (chip) =>
              [
                (chip.getAttribute('data-testid') ?? '').replace('chip-', ''),
                Number(chip.getAttribute('data-count')),
              ] as const,
          ),
        ),
    )

  it('are all read though pages repeat and have no total', async () => {
    await open('employees')
    await desk.at('employee-row').waitFor()
    await waitForText('employee-count', /^(89|92) employees$/)
    await expectNoRawWords()
  })

  it('are imported, 250 of them; failed ones are explained, corrected, and sent alone', async () => {
    platform.behavior.failedNames = 'whole'
    await open('employees')
    await activate('open-import')
    const path = join(desk.saves, 'staff.csv')
    const rows = Array.from({ length: 250 }, (_one, index) => {
      const account = index === 120 ? 'ben' : `import${index}`
      return `${account},导入 ${index},结构室,13800138000,${index === 7 ? 'short' : 'Password-1'}`
    })
    await writeFile(path, ['账号,姓名,部门,手机号,初始密码', ...rows].join('\r\n'))
    // Another client takes an account between the check and the sending.
    platform.beforeNext('addMembers', () => {
      addEmployee(platform.world, enterprise, { account: 'import9', name: 'Rival' })
    })
    await desk.page.getByTestId('import-file').setInputFiles(path)
    await desk.at('column-choice').waitFor()
    await activate('use-column')
    await desk.at('import-chips').waitFor()
    await expectNoRawWords()
    await activate('send-import')
    await desk.press('Enter')
    await desk.at('import-summary').waitFor()
    await eventually(async () => (await chips())['failed'] === 3)
    await expect.poll(async () => (await chips())['done']).toBe(247)
    const sizes = platform.asked('addMembers').map(({ body }) => (body['userList'] as unknown[]).length)
    expect(sizes[0]).toBe(1)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100)
    expect(sizes.reduce((sum, size) => sum + size)).toBe(250)
    expect(named('import8')?.password).toBe('Password-1')
    await desk.at('chip-failed').focus()
    await desk.press('Enter')
    await expectNoRawWords()
    await desk.tabTo('import-table')
    await desk.press('Home', 'Enter')
    await desk.at('cell-input-password').waitFor()
    await desk.tabTo('cell-input-password')
    await desk.type('Long-enough-1')
    await desk.press('Enter')
    await activate('send-import')
    await desk.press('Enter')
    await eventually(async () => (await chips())['done'] === 248)
    expect(named('import7')?.password).toBe('Long-enough-1')
    expect(platform.asked('addMembers')).toHaveLength(sizes.length + 1)
    await desk.at('clear-import').click()
    await desk.at('import-back').click()
  })

  it('are edited, get new passwords, and are deleted, once each', async () => {
    await open('employees')
    await find('ben')
    await activate('edit-employee')
    await desk.at('employee-form').waitFor()
    await expectNoRawWords()
    await desk.at('employee-remark').fill('三楼')
    await desk.at('employee-remark').focus()
    await desk.press('Enter')
    await eventually(async () => (await desk.page.getByTestId('employee-form').count()) === 0)
    expect(ben).toMatchObject({ remark: '三楼', name: 'Ben Ode', mobile: '13900000000' })
    await activate('reset-password')
    await desk.at('password-form').waitFor()
    await activate('confirm')
    await desk.at('password-handover').waitFor()
    expect(ben.password).not.toBe('first-password')
    await activate('copy-secret')
    await waitForText('one-time-secret', /Copied/)
    await desk.press('Escape')
    await activate('delete-employee')
    await desk.at('delete-form').waitFor()
    await expectNoRawWords()
    await activate('confirm')
    await desk.at('deletion-summary').waitFor()
    expect(ben.deleted).toBe(true)
    expect(
      ['editMember', 'resetPassword', 'deleteMember'].map((one) => platform.asked(one as never).length),
    ).toEqual([1, 1, 1])
    await desk.at('close-deletion').click()
  })
})

describe('customers', () => {
  const fillForm = async (values: Readonly<Record<string, string>>) => {
    await desk.at('customer-review').waitFor()
    for (const [name, text] of Object.entries(values)) {
      await desk.tabTo(`customer-${name}`)
      await desk.type(text)
    }
    await desk.press('Enter')
    await desk.at('customer-send').waitFor()
    await desk.tabTo('customer-send')
    await desk.press('Enter')
  }

  it('are found, bound, created and updated, with exact IDs', async () => {
    await open('customers')
    await activate('query-customer')
    await desk.type('GL-EAST')
    await desk.tabTo('query-customer-id')
    await desk.type('QS-1')
    await desk.press('Enter')
    await desk.at('query-row').waitFor()
    await expectNoRawWords()
    await desk.press('Escape')
    await activate('customers-more')
    await activate('bind-customer')
    await fillForm({
      channelCode: 'GL-EAST',
      channelCustomerId: 'NEW-1',
      customerName: '新客户',
      enterpriseName: '新企业',
      branchName: '东区',
      passwordMobile: '13800001111',
    })
    await desk.at('new-enterprise').waitFor()
    const boundEnterprise = [...platform.world.enterprises.values()].find(({ name }) => name === '新企业')
    await expect.poll(() => desk.at('new-enterprise-id').innerText()).toBe(boundEnterprise?.id)
    await expectNoRawWords()
    await activate('customer-close')
    await activate('customers-more')
    await activate('create-enterprise')
    await fillForm({ crmCustomerId: 'CRM-900', customerName: '建新公司', address: '江苏南京' })
    await desk.at('new-enterprise').waitFor()
    const created = [...platform.world.enterprises.values()].find(({ name }) => name === '建新公司')
    await expect.poll(() => desk.at('new-enterprise-id').innerText()).toBe(created?.id)
    await expectNoRawWords()
    await activate('customer-close')
    await activate('customers-more')
    await activate('update-customer')
    await fillForm({ crmCustomerId: 'CRM-900', customerName: '建新集团' })
    await desk.at('success').waitFor()
    await expectNoRawWords()
    expect(['bind', 'create', 'update'].map((one) => platform.asked(one as never).length)).toEqual([1, 1, 1])
    expect(platform.world.customers.filter(({ name }) => name === '建新集团')).toHaveLength(2)
  })
})

describe('orders and numbers', () => {
  const send = async (channelOrderId: string, orderList: readonly object[]) => {
    if ((await desk.page.getByTestId('new-batch').count()) > 0) await activate('new-batch')
    const file = join(desk.saves, 'batch.json')
    await writeFile(
      file,
      JSON.stringify({ channelCode: 'GL-EAST', channelOrderId, syncMode: 'sync', orderList }),
    )
    await desk.page.getByTestId('batch-picker').setInputFiles(file)
    await desk.at('to-review').waitFor()
    await eventually(async () => (await desk.at('batch-order-number').inputValue()) === channelOrderId)
    await desk.at('to-review').focus()
    await desk.press('Enter')
    await desk.at('review').waitFor()
    await expectNoRawWords()
    // A revocation focuses Back, a purchase its button.
    await desk.tabTo('send-orders')
    await desk.press('Enter')
    await desk.page.locator('[data-testid=order-result][data-state=done]').waitFor()
    await expectNoRawWords()
  }
  const about = (sequence: number, orderType: string) => ({
    sequence,
    orderType,
    licenseType: 'normal_recover_usbkey',
    enterpriseGlobalId: enterprise.id,
  })
  const product = { productUri: 'bridge-3d', productName: 'Bridge 3D', limitConcurrent: 2 }

  it('purchase, revoke a product and revoke an asset, with a result for each sequence', async () => {
    await open('orders')
    await desk.at('orders-empty').waitFor()
    await send('LO-1', [
      { ...about(1, 'new_buy'), assets: [{ assetNos: ['GXS8300000001'], products: [product] }] },
      { ...about(2, 'new_buy'), assets: [{ assetNos: ['GXS8300000002'], products: [product] }] },
    ])
    const [first, second] = platform.world.orders
    const results = await desk.page.getByTestId('result-row').allInnerTexts()
    expect(results).toHaveLength(2)
    expect(results[0]).toContain(first?.id)
    expect(results[1]).toContain(second?.id)
    const newAssets = () =>
      [...platform.world.assets.values()].filter(({ digits }) => digits.startsWith('83'))
    expect(newAssets().map(({ products }) => products.length)).toEqual([1, 1])

    await send('LO-2', [
      {
        ...about(1, 'delete_product'),
        srcLicenseOrderId: first?.id,
        assets: [{ assetNos: ['GXS8300000001'], products: [{ ...product, strictMatchWhenDelete: false }] }],
      },
    ])
    expect(newAssets().map(({ products }) => products.length)).toEqual([0, 1])
    // The response omits both orders.
    platform.alterNext('batchOrder', ({ status }) => ({ status, envelope: { code: '0', data: [] } }))
    await send('LO-3', [
      {
        ...about(1, 'delete_asset'),
        srcLicenseOrderId: second?.id,
        assets: [{ assetNos: ['GXS8300000002'] }],
      },
    ])
    expect(newAssets().map(({ num }) => num)).toEqual(['GXS8300000001'])
    await expect.poll(() => desk.page.getByTestId('result-row').allInnerTexts()).toHaveLength(1)
    expect(platform.asked('batchOrder')).toHaveLength(3)
  })

  it('return the requested shell numbers once', async () => {
    await open('shell-numbers')
    await desk.at('allocate-count').waitFor()
    await desk.at('allocate-count').focus()
    await desk.press('Control+A')
    await desk.type('12')
    await desk.press('Enter')
    await desk.at('allocate-fact').waitFor()
    await desk.press('Enter')
    await desk.at('batch-count').getByText('12 shell numbers').waitFor()
    expect(platform.world.allocated).toHaveLength(12)
    expect(platform.asked('shellnums')).toHaveLength(1)
    await expectNoRawWords()
  })
})

describe('the activity log', () => {
  it('is readable on every page, in both languages', async () => {
    for (const language of ['en', 'zh'] as const) {
      await desk.setAppearance({ language })
      for (const page of [
        'journal',
        'lending',
        'assets',
        'employees',
        'customers',
        'orders',
        'shell-numbers',
      ]) {
        await open(page)
        await waitForTransitions(desk.page)
        await expectNoRawWords()
      }
    }
  })
})
