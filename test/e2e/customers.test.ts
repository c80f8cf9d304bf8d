import { describe, expect } from 'vitest'
import { eventually } from '../support/app'
import { steps } from '../support/steps'
import { appOnService } from './support/app-on-service'
import { appearances, axeViolations } from './support/axe'

const { serviceClient, desk } = appOnService({
  register: [],
  settings: { theme: 'light' },
})

const activate = async (testId: string) => {
  await desk.tabTo(testId)
  await desk.press('Enter')
}
const registered = async () => {
  const { rows } = await desk.command('enterprises/list', { from: 0, limit: 1000 })
  return rows.map(({ enterpriseGlobalId }) => enterpriseGlobalId)
}
/** Fills a dialog field by field in tab order. */
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

describe('the customers page by keyboard', () => {
  const step = steps()
  step('starts empty with an action, and finds customers by their channel', async () => {
    await desk.press('Control+l')
    await desk.tabTo('rail-customers', 'Shift+Tab')
    await desk.press('Enter')
    await desk.at('customers-empty').waitFor()
    await activate('query-customer')
    await desk.press('Enter')
    await expect.poll(() => desk.at('dialog').innerText()).toContain('Required.')
    await desk.type('CRM-EAST')
    await desk.tabTo('query-customer-id')
    await desk.type('nobody')
    await desk.press('Enter')
    await desk.at('query-none').waitFor()
    await desk.tabTo('query-customer-id', 'Shift+Tab')
    await desk.press('Control+a')
    await desk.type('NB-10017')
    await desk.press('Enter')
    await desk.at('query-row').waitFor()
    const known = await serviceClient.succeed('order.queryCustomers', {
      query: { channelCode: 'CRM-EAST', channelCustomerId: 'NB-10017', defaultCustomer: 'N' },
    })
    await expect.poll(() => desk.page.getByTestId('query-row').count()).toBe(known.length)
    await activate('query-add')
    await desk.at('query-show').waitFor()
    expect(await registered()).toEqual([known[0]?.enterpriseGlobalId])
    await activate('query-show')
    await desk.at('customer-details').waitFor()
    await eventually(async () => /\d+ assets/.test(await desk.at('customer-details').innerText()))
  })

  step('binds a customer, whose enterprise is then registered', async () => {
    const before = await serviceClient.lastEffect()
    await desk.tabTo('customers-more', 'Shift+Tab')
    await desk.press('Enter')
    // The first item of the menu has the focus.
    await desk.press('Enter')
    await desk.press('Enter')
    await expect.poll(() => desk.page.getByText('Required.').count()).toBe(6)
    await fillForm({
      channelCode: 'CRM-EAST',
      channelCustomerId: 'NEW-1',
      customerName: '新客户 One',
      enterpriseName: '新企业 One',
      branchName: '东区',
      passwordMobile: '１３８００００１１１１',
    })
    await desk.at('new-enterprise').waitFor()
    const [bound] = await serviceClient.succeed('order.queryCustomers', {
      query: { channelCode: 'CRM-EAST', channelCustomerId: 'NEW-1', defaultCustomer: 'N' },
    })
    await expect.poll(() => desk.at('new-enterprise-id').innerText()).toBe(bound?.enterpriseGlobalId)
    const effects = await serviceClient.effects(before)
    expect(
      effects.map(({ operation, to }) => [operation, (to as { passwordMobile: string }).passwordMobile]),
    ).toEqual([['order.bindCustomer', '13800001111']])
    await eventually(async () => (await registered()).includes(bound?.enterpriseGlobalId ?? ''))
    await eventually(
      async () => (await desk.at('new-enterprise-registered').getAttribute('data-registered')) === 'true',
    )
    await activate('show-enterprise')
    await eventually(async () => (await desk.at('customer-details').innerText()).includes('新企业 One'))
  })

  step(
    'creates an enterprise, shows its ID and members, and offers to register it again when that was lost',
    async () => {
      await desk.tabTo('customers-more', 'Shift+Tab')
      await desk.press('Enter')
      await desk.press('ArrowDown')
      await desk.press('Enter')
      await fillForm({ crmCustomerId: 'CRM-900', customerName: '建新公司', address: '江苏南京' })
      await desk.at('new-enterprise').waitFor()
      await expect.poll(() => desk.page.getByTestId('new-member').count()).toBe(2)
      const id = await desk.at('new-enterprise-id').innerText()
      expect(await serviceClient.succeed('order.listAssets', { path: { enterpriseGlobalId: id } })).toEqual(
        [],
      )
      await eventually(async () => (await registered()).includes(id))
      await activate('customer-close')
      // As if the app had ended before the enterprise was registered.
      await desk.command('enterprises/remove', { enterpriseGlobalId: id })
      await desk.page.reload()
      await desk.at('add-unlisted').waitFor()
      await expect.poll(() => desk.at('unlisted-enterprises').innerText()).toContain(id)
      await desk.at('add-unlisted').focus()
      await desk.press('Enter')
      await eventually(async () => (await registered()).includes(id))
      await eventually(async () => (await desk.page.getByTestId('unlisted-enterprises').count()) === 0)
    },
  )

  step('updates a customer, and shows that it succeeded', async () => {
    const before = await serviceClient.lastEffect()
    await activate('customers-more')
    await activate('update-customer')
    await fillForm({ crmCustomerId: 'CRM-900', customerName: '建新集团', address: '苏州' })
    await expect.poll(() => desk.at('success-text').innerText()).toBe('Customer updated')
    const effects = await serviceClient.effects(before)
    expect(effects).toHaveLength(2)
    expect(effects[0]?.to).toMatchObject({ name: '建新集团', address: '苏州' })
    expect(await desk.page.getByTestId('undo').count()).toBe(0)
  })

  step('does not repeat an unconfirmed creation', async () => {
    await serviceClient.fault({ operation: 'order.createEnterprise', fault: 'drop-after-commit', times: 1 })
    await activate('customers-more')
    await activate('create-enterprise')
    await fillForm({ crmCustomerId: 'CRM-901', customerName: '不明公司' })
    await desk.at('change-result').waitFor()
    await eventually(async () =>
      (await desk.at('change-result').innerText()).includes('main account may have been created'),
    )
    expect(await desk.page.getByTestId('change-check-result').count()).toBe(0)
    expect(await desk.page.getByTestId('customer-send').count()).toBe(0)
    await activate('customer-close')
  })

  step('reads back a binding with a lost response by the query', async () => {
    await serviceClient.fault({ operation: 'order.bindCustomer', fault: 'drop-after-commit', times: 1 })
    await activate('customers-more')
    await activate('bind-customer')
    await fillForm({
      channelCode: 'CRM-EAST',
      channelCustomerId: 'NEW-2',
      customerName: '二',
      enterpriseName: '二号企业',
      branchName: '西区',
      passwordMobile: '13800001111',
    })
    await activate('change-check-result')
    await eventually(async () => (await desk.at('change-result').innerText()).includes('was linked'), 100_000)
    await activate('customer-close')
    // Closing shows the enterprise, which ends a search.
    await desk.at('dialog').waitFor({ state: 'detached' })
  })

  step('is filtered, and starts an order', async () => {
    await desk.at('find-customer').fill('NB-10017')
    await eventually(async () => (await desk.page.getByTestId('customer-row').count()) === 1)
    await desk.press('Tab')
    await desk.tabTo('customers-table')
    await desk.press('Enter')
    await activate('customer-order')
    await desk.at('order-editor').waitFor()
    await expect.poll(() => desk.at('batch-channel-code').inputValue()).toBe('CRM-EAST')
    await expect.poll(() => desk.at('order-row').innerText()).toContain('北桥')
    await desk.page.getByTestId('rail-customers').click()
  })

  step('has no axe violations', async () => {
    for (const look of appearances) {
      await desk.setAppearance(look)
      await desk.at('customer-row').click()
      expect(await axeViolations(desk.page)).toEqual([])
      await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(960, 640))
      await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1280, 800))
    }
  })

  step('removes an enterprise from this computer, after a question', async () => {
    await desk.setAppearance({ language: 'en', theme: 'light' })
    const before = await registered()
    await desk.at('find-customer').focus()
    await desk.tabTo('customers-table')
    await desk.press('Enter')
    await activate('remove-enterprise')
    // The button that changes nothing has the focus.
    await desk.press('Enter')
    expect(await registered()).toEqual(before)
    await activate('remove-enterprise')
    await activate('confirm-remove')
    await desk.at('customer-details').waitFor({ state: 'detached' })
    await expect.poll(async () => (await registered()).length).toBe(before.length - 1)
  })
})
