import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { addAsset, addBorrowedLock, addEmployee, addEnterprise } from '../support/awkward-platform/seed'
import { startAwkwardPlatform } from '../support/awkward-platform/start'
import type { AwkwardPlatform } from '../support/awkward-platform/start'
import type { Asset, Employee, Enterprise } from '../support/awkward-platform/world'
import { rawWordsOn } from '../support/raw-words'

// Every page of changes against a platform that was written by somebody else, by keyboard.

let platform: AwkwardPlatform
let desk: RunningApp
let enterprise: Enterprise
let anna: Employee
let ben: Employee
let held: Asset
let contested: Asset
let free: Asset
let lock: Asset
const pictures = process.env['LOCK_DESK_PICTURES']

const far = Date.UTC(9999, 11, 31)

beforeAll(async () => {
  platform = await startAwkwardPlatform({ saidLifeSeconds: 6, tokenLifeMs: 8_000 })
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
  held = addAsset(world, enterprise, '8100000001', { holder: anna.globalId, extensions: [['gxxp', 'Y']] })
  contested = addAsset(world, enterprise, '8100000002', { holder: anna.globalId, end: far })
  free = addAsset(world, enterprise, '8100000003', { type: 'a_type_of_tomorrow', status: null })
  for (let number = 10; number < 60; number += 1)
    addAsset(world, enterprise, `81000000${number}`, {
      end: number % 5 === 0 ? Number(2n ** 63n - 1n) : far,
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
  await desk.command('register/add', { by: 'channel', channelCode: 'GL-EAST', channelCustomerId: 'QS-1' })
  await desk.app.evaluate(({ dialog }) => {
    dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false })
  })
  platform.manners.delay = (operation) => (operation === 'borrow' || operation === 'privileges' ? 350 : 5)
})
afterAll(async () => {
  await desk.stop()
  await platform.stop()
})
afterEach(async () => {
  expect(await rawWordsOn(desk.page)).toEqual([])
  expect(platform.faults).toEqual([])
})

const at = (testId: string) => desk.page.getByTestId(testId).first()
const press = async (...keys: readonly string[]) => {
  for (const key of keys) await desk.page.keyboard.press(key)
}
const type = (text: string) => desk.page.keyboard.type(text)
const focused = () =>
  desk.page.evaluate(
    () => document.activeElement?.closest('[data-testid]')?.getAttribute('data-testid') ?? '',
  )
const tabTo = async (testId: string, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
  for (let step = 0; step < 120; step += 1) {
    if ((await focused()) === testId) return
    await press(key)
  }
  throw new Error(`${key} never comes to ${testId}`)
}
const activate = async (testId: string) => {
  await at(testId).waitFor()
  await tabTo(testId)
  await press('Enter')
}
const says = (testId: string, wanted: RegExp) =>
  eventually(async () => wanted.test((await at(testId).innerText()).replace(/\s+/g, ' ')))
const seen = async (name: string) => {
  expect(await rawWordsOn(desk.page)).toEqual([])
  if (pictures !== undefined) await desk.page.screenshot({ path: join(pictures, `${name}.png`) })
}
const chooseEmployee = async (name: string) => {
  await press('Control+a')
  await type(name)
  await eventually(async () => (await desk.page.getByTestId('employee-option').count()) === 1)
  await press('ArrowDown', 'Enter')
}
const open = async (page: string) => {
  await at(`rail-${page}`).focus()
  await press('Enter')
}

describe('lending', () => {
  it('moves the products once, reads them back, and has a note to sign', async () => {
    await open('lending')
    await activate('lend-new')
    await desk.page.locator('[data-testid=lend-employee]:focus').waitFor()
    await chooseEmployee('annaqs')
    await tabTo(`lend-tick-${held.num}`)
    await press('Space')
    await tabTo(`lend-onto-${lock.num}`)
    await press('Space')
    await at('lend-sentence').waitFor()
    await seen('lend')
    await activate('lend-send')
    await desk.page.locator('[data-testid=lend-outcome][data-state=done]').waitFor()
    await desk.page.locator('[data-testid=lend-read-back][data-shown=yes]').waitFor()
    await seen('lent')
    expect([held.lentOnto, lock.holder]).toEqual([lock.id, anna.globalId])
    expect(platform.asked('borrow').map(({ body }) => body)).toEqual([
      { borrowedUsbKey: lock.num, assetIDs: [held.id] },
    ])
    await activate('lend-to-loan')
    await at('loan-details').waitFor()
    await seen('loan')
    await activate('loan-handover')
    await at('handover-paper').waitFor()
    await seen('handover')
    await activate('handover-back')
  })

  it('says who has the asset that was given away meanwhile', async () => {
    const other = addBorrowedLock(platform.world, enterprise, '8200000002')
    await desk.command('register/refresh')
    await activate('lend-new')
    await tabTo('lend-employee')
    await chooseEmployee('annaqs')
    await tabTo(`lend-tick-${contested.num}`)
    await press('Space')
    // She has a lock already, which is offered first; the keys go to a list that is complete.
    await at(`lend-onto-${other.num}`).waitFor()
    await tabTo(`lend-onto-${lock.num}`)
    await press('ArrowDown')
    await desk.page.locator(`[data-testid=lend-onto-${other.num}]:checked`).waitFor()
    await at('lend-sentence').waitFor()
    platform.meanwhile('borrow', () => (contested.holder = ben.globalId))
    await activate('lend-send')
    await desk.page.locator('[data-testid=lend-outcome][data-state=failed]').waitFor()
    await says('lend-outcome', /is held by Ben Ode now/)
    await seen('lend-refused')
    expect(platform.asked('borrow')).toHaveLength(2)
    expect(other.holder).toBeNull()
  })

  it('names the product whose nodes were taken meanwhile', async () => {
    const spare = addAsset(platform.world, enterprise, '8100000005', { holder: anna.globalId })
    await desk.command('register/refresh')
    await at(`lend-tick-${spare.num}`).waitFor()
    await tabTo(`lend-tick-${spare.num}`)
    await press('Space')
    await at('lend-sentence').waitFor()
    platform.meanwhile('borrow', () => {
      spare.products = spare.products.map((product) => ({ ...product, nodes: 0 }))
    })
    await activate('lend-send')
    await desk.page.locator('[data-testid=lend-outcome][data-state=failed]').waitFor()
    await says('lend-outcome', /8100 000 005 has no node left of 算量 8100000005/)
    await seen('lend-no-nodes')
  })
})

describe('assets', () => {
  it('stand once each, with details nobody has to decode', async () => {
    await open('assets')
    const all = [...platform.world.assets.values()].length
    await eventually(async () => (await at('asset-count').getAttribute('data-count')) === String(all))
    await seen('assets')
    await at('asset-search').focus()
    await type(contested.digits)
    await eventually(async () => (await at('asset-count').getAttribute('data-count')) === '1')
    await press('Enter', 'Home', 'Enter')
    await at('products').waitFor()
    await seen('asset')
    await says('asset-details', /Ben Ode/)
    await press('Escape')
  })

  it('go to somebody and are taken back, one request each', async () => {
    const find = async (number: string) => {
      await at('asset-search').fill(number)
      await eventually(async () => (await at('asset-count').getAttribute('data-count')) === '1')
      await at('asset-search').press('Enter')
      await press('Home', 'Enter')
      await at('asset-details').waitFor()
    }
    await find(free.digits)
    await seen('asset-tomorrow')
    await activate('details-assign')
    await at('assign-to').waitFor()
    await chooseEmployee('benqs')
    await at('assign-consequence').waitFor()
    await press('Enter')
    await at('assign-summary').waitFor()
    expect(free.holder).toBe(ben.globalId)
    expect(platform.asked('privileges')).toHaveLength(1)
    await seen('assigned')
    await press('Enter')
    await find(free.digits)
    await activate('details-withdraw')
    await at('confirm-assign').waitFor()
    await press('Enter')
    await at('assign-summary').waitFor()
    expect(free.holder).toBeNull()
    expect(platform.asked('privileges')).toHaveLength(2)
    await press('Enter')
  })
})

describe('employees', () => {
  const named = (account: string) =>
    [...platform.world.employees.values()].find((one) => one.account === `${account}qs`)
  const find = async (account: string) => {
    await at('employee-search').fill(account)
    await eventually(async () => (await desk.page.getByTestId('employee-row').count()) === 1)
    await tabTo('employee-table')
    await press('Enter')
    await at('employee-details').waitFor()
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

  it('are all read though pages repeat and no total is said', async () => {
    await open('employees')
    await at('employee-row').waitFor()
    await says('employee-count', /^(89|92) employees$/)
    await seen('employees')
  })

  it('are imported, 250 of them; who fails is told why, corrected, and sent alone', async () => {
    platform.manners.failedNames = 'whole'
    await activate('open-import')
    const path = join(desk.saves, 'staff.csv')
    const rows = Array.from({ length: 250 }, (_one, index) => {
      const account = index === 120 ? 'ben' : `import${index}`
      return `${account},导入 ${index},结构室,13800138000,${index === 7 ? 'short' : 'Password-1'}`
    })
    await writeFile(path, ['账号,姓名,部门,手机号,初始密码', ...rows].join('\r\n'))
    // Somebody takes an account between the look and the sending.
    platform.meanwhile('addMembers', () => {
      addEmployee(platform.world, enterprise, { account: 'import9', name: 'Rival' })
    })
    await desk.page.getByTestId('import-file').setInputFiles(path)
    await at('column-choice').waitFor()
    await activate('take-column')
    await at('import-chips').waitFor()
    await seen('import')
    await activate('send-import')
    await press('Enter')
    await at('import-summary').waitFor()
    await eventually(async () => (await chips())['failed'] === 3)
    expect((await chips())['done']).toBe(247)
    expect(platform.asked('addMembers').map(({ body }) => (body['userList'] as unknown[]).length)).toEqual([
      100, 100, 50,
    ])
    expect(named('import8')?.password).toBe('Password-1')
    await at('chip-failed').focus()
    await press('Enter')
    await seen('import-failed')
    await tabTo('import-table')
    await press('Home', 'Enter')
    await at('cell-input-password').waitFor()
    await tabTo('cell-input-password')
    await type('Long-enough-1')
    await press('Enter')
    await activate('send-import')
    await press('Enter')
    await eventually(async () => (await chips())['done'] === 248)
    expect(named('import7')?.password).toBe('Long-enough-1')
    expect(platform.asked('addMembers')).toHaveLength(4)
    await at('clear-import').click()
    await at('import-back').click()
  })

  it('are edited, have new passwords, and are deleted; once each', async () => {
    await find('ben')
    await activate('edit-employee')
    await at('employee-form').waitFor()
    await seen('employee-edit')
    await at('employee-remark').fill('三楼')
    await at('employee-remark').focus()
    await press('Enter')
    await eventually(async () => (await desk.page.getByTestId('employee-form').count()) === 0)
    expect(ben).toMatchObject({ remark: '三楼', name: 'Ben Ode', mobile: '13900000000' })
    await activate('reset-password')
    await at('password-form').waitFor()
    await activate('confirm')
    await at('hand-over').waitFor()
    expect(ben.password).not.toBe('first-password')
    await activate('copy-secret')
    await press('Escape')
    await activate('delete-employee')
    await at('delete-form').waitFor()
    await seen('employee-delete')
    await activate('confirm')
    await at('deletion-summary').waitFor()
    expect(ben.deleted).toBe(true)
    expect(
      ['editMember', 'resetPassword', 'deleteMember'].map((one) => platform.asked(one as never).length),
    ).toEqual([1, 1, 1])
    await at('close-deletion').click()
  })
})

describe('customers', () => {
  const fillForm = async (values: Readonly<Record<string, string>>) => {
    await at('customer-review').waitFor()
    for (const [name, text] of Object.entries(values)) {
      await tabTo(`customer-${name}`)
      await type(text)
    }
    await press('Enter')
    await at('customer-send').waitFor()
    await tabTo('customer-send')
    await new Promise((done) => setTimeout(done, 250))
    await press('Enter')
  }

  it('are found, bound, created and changed, with ids that are kept whole', async () => {
    await open('customers')
    await activate('query-customer')
    await type('GL-EAST')
    await tabTo('query-customer-id')
    await type('QS-1')
    await press('Enter')
    await at('query-row').waitFor()
    await seen('query')
    await press('Escape')
    await at('bind-customer').focus()
    await press('Enter')
    await fillForm({
      channelCode: 'GL-EAST',
      channelCustomerId: 'NEW-1',
      customerName: '新客户',
      enterpriseName: '新企业',
      branchName: '东区',
      passwordMobile: '13800001111',
    })
    await at('new-enterprise').waitFor()
    const bound = [...platform.world.enterprises.values()].find(({ name }) => name === '新企业')
    expect(await at('new-enterprise-id').innerText()).toBe(bound?.id)
    await seen('bound')
    await activate('customer-close')
    await at('create-enterprise').focus()
    await press('Enter')
    await fillForm({ crmCustomerId: 'CRM-900', customerName: '建新公司', address: '江苏南京' })
    await at('new-enterprise').waitFor()
    const created = [...platform.world.enterprises.values()].find(({ name }) => name === '建新公司')
    expect(await at('new-enterprise-id').innerText()).toBe(created?.id)
    await seen('created')
    await activate('customer-close')
    await at('update-customer').focus()
    await press('Enter')
    await fillForm({ crmCustomerId: 'CRM-900', customerName: '建新集团' })
    await at('not-read-back').waitFor()
    await seen('updated')
    await activate('customer-close')
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
    await at('to-review').waitFor()
    await eventually(async () => (await at('batch-order-number').inputValue()) === channelOrderId)
    await at('to-review').focus()
    await press('Enter')
    await at('review').waitFor()
    await seen(`review-${channelOrderId}`)
    // What takes away opens on Back, what only sells on its button.
    await tabTo('send-orders')
    await press('Enter')
    await desk.page.locator('[data-testid=order-result][data-state=done]').waitFor()
    await seen(`result-${channelOrderId}`)
  }
  const about = (sequence: number, orderType: string) => ({
    sequence,
    orderType,
    licenseType: 'normal_recover_usbkey',
    enterpriseGlobalId: enterprise.id,
  })
  const product = { productUri: 'bridge-3d', productName: 'Bridge 3D', limitConcurrent: 2 }

  it('sell, take a product and take a lock away, with a result for each sequence', async () => {
    await open('orders')
    await at('orders-empty').waitFor()
    await send('LO-1', [
      { ...about(1, 'new_buy'), assets: [{ assetNos: ['GXS8300000001'], products: [product] }] },
      { ...about(2, 'new_buy'), assets: [{ assetNos: ['GXS8300000002'], products: [product] }] },
    ])
    const [first, second] = platform.world.orders
    const results = await desk.page.getByTestId('result-row').allInnerTexts()
    expect(results).toHaveLength(2)
    expect(results[0]).toContain(first?.id)
    expect(results[1]).toContain(second?.id)
    const bought = () => [...platform.world.assets.values()].filter(({ digits }) => digits.startsWith('83'))
    expect(bought().map(({ products }) => products.length)).toEqual([1, 1])

    await send('LO-2', [
      {
        ...about(1, 'delete_product'),
        srcLicenseOrderId: first?.id,
        assets: [{ assetNos: ['GXS8300000001'], products: [{ ...product, strictMatchWhenDelete: false }] }],
      },
    ])
    expect(bought().map(({ products }) => products.length)).toEqual([0, 1])
    // Both orders of the answer are lacking: it says nothing of them.
    platform.meddle('batchOrder', ({ status }) => ({ status, envelope: { code: '0', data: [] } }))
    await send('LO-3', [
      {
        ...about(1, 'delete_asset'),
        srcLicenseOrderId: second?.id,
        assets: [{ assetNos: ['GXS8300000002'] }],
      },
    ])
    expect(bought().map(({ num }) => num)).toEqual(['GXS8300000001'])
    expect(await desk.page.getByTestId('result-row').allInnerTexts()).toHaveLength(1)
    expect(platform.asked('batchOrder')).toHaveLength(3)
  })

  it('brings the shell numbers that were asked for, once', async () => {
    await open('shell-numbers')
    await at('allocate-count').waitFor()
    await at('allocate-count').focus()
    await press('Control+A')
    await type('12')
    await press('Enter')
    await at('allocate-fact').waitFor()
    await press('Enter')
    await at('batch-count').getByText('12 shell numbers').waitFor()
    expect(platform.world.allocated).toHaveLength(12)
    expect(platform.asked('shellnums')).toHaveLength(1)
    await seen('numbers')
  })
})

describe('what was done', () => {
  it('is told in words on every page, in both languages', async () => {
    for (const language of ['en', 'zh'] as const) {
      await desk.command('settings/change', { language })
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
        await desk.page.waitForTimeout(150)
        await seen(`${page}-${language}`)
      }
    }
  })
})
