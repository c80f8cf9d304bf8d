import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/app'
import type { RunningApp } from '../support/app'
import type { TestService } from '../support/service'
import type { ServiceClient } from '../support/service-client'
import { startCounter } from './support/counter'
import { tabTo as pressTabTo } from './support/tab-to'

const pictures = process.env['LOCK_DESK_PICTURES']
let service: TestService
let asking: ServiceClient
let desk: RunningApp

beforeAll(async () => {
  ;({ service, asking, desk } = await startCounter({ register: [], settings: { theme: 'light' } }))
})
afterAll(async () => {
  await desk.stop()
  await service.stop()
})

const at = (testId: string) => desk.page.getByTestId(testId).first()
const press = (key: string) => desk.page.keyboard.press(key)
const type = (text: string) => desk.page.keyboard.type(text)
const tabTo = (testId: string, key?: 'Tab' | 'Shift+Tab') => pressTabTo(desk.page, testId, key)
const activate = async (testId: string) => {
  await tabTo(testId)
  await press('Enter')
}
const picture = async (name: string) => {
  if (pictures !== undefined) await desk.page.screenshot({ path: join(pictures, `${name}.png`) })
}
const registered = async () => {
  const { rows } = await desk.command('register/list', { from: 0, limit: 1000 })
  return rows.map(({ enterpriseGlobalId }) => enterpriseGlobalId)
}
/** Fills a dialog field by field, as Tab goes. */
const fillForm = async (values: Readonly<Record<string, string>>) => {
  await at('customer-review').waitFor()
  for (const [name, text] of Object.entries(values)) {
    await tabTo(`customer-${name}`)
    await type(text)
  }
  await press('Enter')
  await at('customer-send').waitFor()
  await tabTo('customer-send')
  // A hand reads the facts first; keys at a machine's pace may be a scanner's.
  await new Promise((done) => setTimeout(done, 250))
  await press('Enter')
}

describe('the customers page, by keyboard', () => {
  it('is empty with a gesture that fills it, and finds customers by their channel', async () => {
    await press('Control+l')
    await tabTo('rail-customers', 'Shift+Tab')
    await press('Enter')
    await at('customers-empty').waitFor()
    await picture('customers-empty-en-light')
    await activate('query-customer')
    await press('Enter')
    expect(await at('dialog').innerText()).toContain('It must be filled in.')
    await type('CRM-EAST')
    await tabTo('query-customer-id')
    await type('nobody')
    await press('Enter')
    await at('query-none').waitFor()
    await tabTo('query-customer-id', 'Shift+Tab')
    await press('Control+a')
    await type('NB-10017')
    await press('Enter')
    await at('query-row').waitFor()
    const known = await asking.succeed('order.queryCustomers', {
      query: { channelCode: 'CRM-EAST', channelCustomerId: 'NB-10017', defaultCustomer: 'N' },
    })
    expect(await desk.page.getByTestId('query-row').count()).toBe(known.length)
    await picture('customers-query-en-light')
    await activate('query-add')
    await at('query-show').waitFor()
    expect(await registered()).toEqual([known[0]?.enterpriseGlobalId])
    await activate('query-show')
    await at('customer-details').waitFor()
    await eventually(async () => /\d+ assets/.test(await at('customer-details').innerText()))
    await picture('customers-en-light')
  })

  it('binds a customer, and the register has its enterprise', async () => {
    const before = await asking.lastEffect()
    await tabTo('bind-customer', 'Shift+Tab')
    await press('Enter')
    await press('Enter')
    expect(await desk.page.getByText('It must be filled in.').count()).toBe(6)
    await fillForm({
      channelCode: 'CRM-EAST',
      channelCustomerId: 'NEW-1',
      customerName: '新客户 One',
      enterpriseName: '新企业 One',
      branchName: '东区',
      passwordMobile: '１３８００００１１１１',
    })
    await at('new-enterprise').waitFor()
    const [bound] = await asking.succeed('order.queryCustomers', {
      query: { channelCode: 'CRM-EAST', channelCustomerId: 'NEW-1', defaultCustomer: 'N' },
    })
    expect(await at('new-enterprise-id').innerText()).toBe(bound?.enterpriseGlobalId)
    const effects = await asking.effects(before)
    expect(
      effects.map(({ operation, to }) => [operation, (to as { passwordMobile: string }).passwordMobile]),
    ).toEqual([['order.bindCustomer', '13800001111']])
    await eventually(async () => (await registered()).includes(bound?.enterpriseGlobalId ?? ''))
    await eventually(
      async () => (await at('new-enterprise-registered').getAttribute('data-registered')) === 'true',
    )
    await picture('customers-bound-en-light')
    await activate('show-made')
    await eventually(async () => (await at('customer-details').innerText()).includes('新企业 One'))
  })

  it('creates an enterprise; its id and members are shown, and offered again where the register lost them', async () => {
    await tabTo('create-enterprise', 'Shift+Tab')
    await press('Enter')
    await fillForm({ crmCustomerId: 'CRM-900', customerName: '建新公司', address: '江苏南京' })
    await at('new-enterprise').waitFor()
    expect(await desk.page.getByTestId('new-member').count()).toBe(2)
    const id = await at('new-enterprise-id').innerText()
    expect(await asking.succeed('order.listAssets', { path: { enterpriseGlobalId: id } })).toEqual([])
    await eventually(async () => (await registered()).includes(id))
    await picture('customers-created-en-light')
    await activate('customer-close')
    // As if the app had died before the register was written.
    await desk.command('register/remove', { enterpriseGlobalId: id })
    await desk.page.reload()
    await at('add-lost').waitFor()
    await picture('customers-lost-en-light')
    expect(await at('lost-enterprises').innerText()).toContain(id)
    await at('add-lost').focus()
    await press('Enter')
    await eventually(async () => (await registered()).includes(id))
    await eventually(async () => (await desk.page.getByTestId('lost-enterprises').count()) === 0)
  })

  it('changes a customer, and says that nothing reads it back', async () => {
    const before = await asking.lastEffect()
    await at('update-customer').focus()
    await press('Enter')
    await fillForm({ crmCustomerId: 'CRM-900', customerName: '建新集团', address: '苏州' })
    await at('not-read-back').waitFor()
    const effects = await asking.effects(before)
    expect(effects).toHaveLength(2)
    expect(effects[0]?.to).toMatchObject({ name: '建新集团', address: '苏州' })
    await activate('customer-close')
  })

  it('leaves a creation of which nobody knows alone', async () => {
    await asking.fault({ operation: 'order.createEnterprise', fault: 'drop-after-commit', times: 1 })
    await at('create-enterprise').focus()
    await press('Enter')
    await fillForm({ crmCustomerId: 'CRM-901', customerName: '不明公司' })
    await at('change-outcome').waitFor()
    await eventually(async () => (await at('change-outcome').innerText()).includes('not known'))
    expect(await desk.page.getByTestId('change-settle').count()).toBe(0)
    expect(await desk.page.getByTestId('customer-send').count()).toBe(0)
    await activate('customer-close')
  })

  it('finds a binding of which the answer was lost, by the query', async () => {
    await asking.fault({ operation: 'order.bindCustomer', fault: 'drop-after-commit', times: 1 })
    await at('bind-customer').focus()
    await press('Enter')
    await fillForm({
      channelCode: 'CRM-EAST',
      channelCustomerId: 'NEW-2',
      customerName: '二',
      enterpriseName: '二号企业',
      branchName: '西区',
      passwordMobile: '13800001111',
    })
    await activate('change-settle')
    await eventually(async () => /was made|is bound/.test(await at('change-outcome').innerText()), 100_000)
    await activate('customer-close')
  })

  it('is filtered, and hands over to an order', async () => {
    await at('find-customer').fill('NB-10017')
    await eventually(async () => (await desk.page.getByTestId('customer-row').count()) === 1)
    await press('Tab')
    await tabTo('customers-table')
    await press('Enter')
    await activate('customer-order')
    await at('order-editor').waitFor()
    expect(await at('batch-channel-code').inputValue()).toBe('CRM-EAST')
    expect(await at('order-sentence').innerText()).toContain('北桥建设集团')
    await desk.page.getByTestId('rail-customers').click()
  })

  it.each([
    ['en', 'light'],
    ['zh', 'dark'],
  ] as const)('has nothing for axe to find, in %s and %s', async (language, theme) => {
    await desk.command('settings/change', { language, theme })
    await at('customer-row').click()
    const { violations } = await new AxeBuilder({ page: desk.page }).setLegacyMode(true).analyze()
    expect(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    await picture(`customers-${language}-${theme}`)
    await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(960, 640))
    await picture(`customers-narrow-${language}-${theme}`)
    await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1280, 800))
  })
})
