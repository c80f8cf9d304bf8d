// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, it } from 'vitest'
import type { CustomerRecord } from '#shared/model/customer-record'
import type { CommandOutcome } from '#shared/bridge/commands'
import { fail, succeed } from '#shared/outcome'
import CustomerDialog from '../../../../src-renderer/features/customers/CustomerDialog.vue'
import QueryDialog from '../../../../src-renderer/features/customers/QueryDialog.vue'
import { rowOf } from '../../../../src-renderer/features/customers/customer-forms'
import { mountComponent, withBridge } from '../../support/mount-component'
import { registerSlice, unreachable } from '../../support/samples'

afterEach(() => {
  document.body.innerHTML = ''
})

const customer: CustomerRecord = {
  customerId: '7',
  channelCode: 'GX-EAST',
  channelCustomerId: 'C-1',
  enterpriseGlobalId: 'E-1',
  enterpriseName: 'North Bridge',
  isDefault: true,
}

it('what was looked up goes when another customer is typed, and a late response is ignored', async () => {
  let respond = (): void => undefined
  withBridge({
    'enterprises/list': () => succeed(registerSlice([])),
    'customers/query': async () => {
      await new Promise<void>((done) => (respond = done))
      return succeed([customer])
    },
  })
  const page = mountComponent(QueryDialog, {
    prefilled: { channelCode: 'GX-EAST', channelCustomerId: 'C-1' },
  })
  const rows = async () => {
    respond()
    await flushPromises()
    return page.findAll('[data-testid=query-row]').length
  }
  expect(await rows()).toBe(1)
  await page.get('[data-testid=query-customer-id]').setValue('C-2')
  expect(await rows()).toBe(0)
  await page.get('form').trigger('submit')
  await page.get('[data-testid=query-customer-id]').setValue('C-3')
  expect(await rows()).toBe(0)
})

it('why a look-up failed stays shown where the one before it ends later', async () => {
  const answers: ((answer: CommandOutcome<'customers/query'>) => void)[] = []
  withBridge({
    'enterprises/list': () => succeed(registerSlice([])),
    'customers/query': () => new Promise((done) => void answers.push(done)),
  })
  const page = mountComponent(QueryDialog, {
    prefilled: { channelCode: 'GX-EAST', channelCustomerId: 'C-1' },
  })
  await page.get('[data-testid=query-customer-id]').setValue('C-2')
  await page.get('form').trigger('submit')
  expect(answers).toHaveLength(2)
  answers[1]!(fail(unreachable))
  await flushPromises()
  expect(page.find('[data-testid=query-failure]').exists()).toBe(true)
  answers[0]!(succeed([customer]))
  await flushPromises()
  expect(page.find('[data-testid=query-failure]').exists()).toBe(true)
  expect(page.find('[data-testid=query-row]').exists()).toBe(false)
})

it('a look-up with one part alone has the other one typed next', async () => {
  withBridge({ 'enterprises/list': () => succeed(registerSlice([])) })
  const page = mountComponent(QueryDialog, { prefilled: { channelCode: '', channelCustomerId: '' } })
  await page.get('[data-testid=query-channel-code]').setValue('CRM-EAST')
  await page.get('form').trigger('submit')
  await flushPromises()
  expect(document.activeElement).toBe(page.get('[data-testid=query-customer-id]').element)
})

it('a customer that was not found is bound with what was typed', async () => {
  withBridge({
    'enterprises/list': () => succeed(registerSlice([])),
    'customers/query': () => succeed([]),
  })
  const page = mountComponent(QueryDialog, {
    prefilled: { channelCode: 'GX-EAST', channelCustomerId: 'C-9' },
  })
  await flushPromises()
  await page.get('[data-testid=query-bind]').trigger('click')
  const [given] = page.emitted('bind')?.[0] as [Record<string, string>]
  expect(given).toEqual({ channelCode: 'GX-EAST', channelCustomerId: 'C-9' })
  const form = mountComponent(CustomerDialog, { action: 'bind-customer', given })
  const valueOf = (name: string) => form.get<HTMLInputElement>(`[data-testid=customer-${name}]`).element.value
  expect([valueOf('channelCode'), valueOf('channelCustomerId'), valueOf('customerName')]).toEqual([
    'GX-EAST',
    'C-9',
    '',
  ])
})

it.each([
  ['12', true],
  ['13800138000', false],
])('the review warns of the mobile number %s: %s', async (mobile, warns) => {
  withBridge({ 'enterprises/list': () => succeed(registerSlice([])) })
  const page = mountComponent(CustomerDialog, { action: 'bind-customer' })
  for (const name of [
    'channelCode',
    'channelCustomerId',
    'customerName',
    'enterpriseName',
    'branchName',
    'passwordMobile',
  ])
    await page.get(`[data-testid=customer-${name}]`).setValue(name === 'passwordMobile' ? mobile : 'x')
  await page.get('#customer-form').trigger('submit')
  await flushPromises()
  expect(page.get('[data-testid=customer-facts]').text()).toContain(mobile)
  expect(page.find('[data-testid=customer-warning]').exists()).toBe(warns)
})

it.each([
  ['update-customer', 'Empty. The platform may clear it.'],
  ['create-enterprise', 'None'],
] as const)('the review of %s says what a field without text means', async (action, meaning) => {
  withBridge({ 'enterprises/list': () => succeed(registerSlice([])) })
  const page = mountComponent(CustomerDialog, { action })
  await page.get('[data-testid=customer-crmCustomerId]').setValue('CRM-1')
  await page.get('[data-testid=customer-customerName]').setValue('North Bridge')
  await page.get('#customer-form').trigger('submit')
  await flushPromises()
  const lines = page.findAll('[data-testid=customer-facts] tr').map((line) => line.text())
  expect(lines).toContain(`Branch${meaning}`)
  expect(lines).toContain(`Address${meaning}`)
})

it('full-width codes are sent as the platform writes them', async () => {
  const asked: unknown[] = []
  withBridge({
    'enterprises/list': () => succeed(registerSlice([])),
    'customers/query': (input: unknown) => {
      asked.push(input)
      return succeed([])
    },
  })
  const query = mountComponent(QueryDialog, {
    prefilled: { channelCode: 'ＧＸ－ＥＡＳＴ', channelCustomerId: ' Ｃ－１\u200b' },
  })
  await flushPromises()
  expect(asked).toEqual([expect.objectContaining({ channelCode: 'GX-EAST', channelCustomerId: 'C-1' })])
  query.unmount()

  const values = {
    channelCode: 'ＧＸ－ＥＡＳＴ',
    channelCustomerId: 'Ｃ－１',
    customerName: '陈氏（集团）',
    enterpriseName: '陈氏（集团）',
    branchName: 'x',
    passwordMobile: '１３８００００００００',
  }
  const sent = { ...values, channelCode: 'GX-EAST', channelCustomerId: 'C-1', passwordMobile: '13800000000' }
  expect(rowOf('bind-customer', values)).toEqual(sent)
  // The review shows what is sent.
  const page = mountComponent(CustomerDialog, { action: 'bind-customer', given: values })
  await page.get('#customer-form').trigger('submit')
  await flushPromises()
  for (const text of Object.values(sent))
    expect(page.get('[data-testid=customer-facts]').text()).toContain(text)
})
