import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import { bindBody, bindNew } from './parties'

let service: TestService
let client: ServiceClient
beforeAll(async () => {
  service = await startTestService()
  client = await connectTo(service.url)
})
afterAll(() => service.stop())

const bind = (body: object) => client.succeed('order.bindCustomer', { body })
const query = (channelCode: string, channelCustomerId: string, defaultCustomer?: string) =>
  client.succeed('order.queryCustomers', {
    query: { channelCode, channelCustomerId, ...(defaultCustomer === undefined ? {} : { defaultCustomer }) },
  })

describe('bind', () => {
  it('creates a missing main account, with the customer as its default', async () => {
    const body = bindBody(randomUUID())
    expect(await bind(body)).toMatchObject({
      channelCode: body.channelCode,
      channelCustomerId: body.channelCustomerId,
      enterpriseName: body.enterpriseName,
      isDefault: true,
    })
  })

  it('finds the main account by its name for a second customer', async () => {
    const body = bindBody(randomUUID())
    const first = await bind(body)
    const second = await bind({ ...body, channelCustomerId: randomUUID() })
    expect(second).toMatchObject({ enterpriseGlobalId: first.enterpriseGlobalId, isDefault: false })
    expect(second.customerId).not.toBe(first.customerId)
  })

  it('returns the same result when repeated, and changes nothing', async () => {
    const body = bindBody(randomUUID())
    const first = await bind(body)
    const after = await client.lastEffect()
    expect(await bind(body)).toEqual(first)
    expect(await client.effects(after)).toEqual([])
  })

  it('creates one main account and one customer when requested ten times in parallel', async () => {
    const body = bindBody(randomUUID())
    const answers = await Promise.all(Array.from({ length: 10 }, () => bind(body)))
    expect(new Set(answers.map(({ customerId }) => customerId)).size).toBe(1)
  })

  it('refuses a pair that is bound to another main account, and creates nothing', async () => {
    const body = bindBody(randomUUID())
    await bind(body)
    const { code, message } = await client.refusal('order.bindCustomer', {
      body: { ...body, enterpriseName: `Other ${randomUUID()}` },
    })
    expect([code, message.includes('channelCustomerId')]).toEqual(['13004', true])
  })

  it.each(Object.keys(bindBody('x')))('requires %s', async (field) => {
    for (const value of [undefined, null, ' ']) {
      const { code, message } = await client.refusal('order.bindCustomer', {
        body: { ...bindBody(randomUUID()), [field]: value },
      })
      expect([code, message.includes(field)]).toEqual(['13004', true])
    }
  })
})

describe('create', () => {
  const create = (body: object) => client.succeed('order.createEnterprise', { body })

  it('creates the main account, its customers, the administrator and the employee', async () => {
    const crmCustomerId = randomUUID()
    const made = await create({
      crmCustomerId,
      customerName: '新企业',
      branchName: '东区',
      address: '路 1 号',
    })
    expect(made.defaultType).toBe(true)
    expect(made.members.map(({ memberIdentity }) => memberIdentity)).toEqual(['administrator', 'employee'])
    const path = { enterpriseGlobalId: made.enterpriseGlobalId }
    const { list } = await client.succeed('member.listEmployees', { path })
    expect(list.map(({ globalId }) => globalId)).toEqual(
      made.members.map(({ memberGlobalId }) => memberGlobalId),
    )
    const customers = await query('CRM', crmCustomerId, 'N')
    expect(customers.map(({ isDefault }) => isDefault)).toEqual([true, false])
    // The enterprise counts as bound through its default customer.
    expect(await client.succeed('member.listAssetNumbers', { path })).toEqual([])
  })

  it('creates one main account per CRM customer, also for ten parallel requests', async () => {
    const body = { crmCustomerId: randomUUID(), customerName: '新企业' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(body)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const other = await create({ ...body, crmCustomerId: randomUUID() })
    expect(other.enterpriseGlobalId).not.toBe(answers[0]!.enterpriseGlobalId)
  })

  it('creates a main account that a bind finds by name', async () => {
    const customerName = `企业 ${randomUUID()}`
    const made = await create({ crmCustomerId: randomUUID(), customerName })
    const bound = await bind({ ...bindBody(randomUUID()), enterpriseName: customerName })
    expect(bound).toMatchObject({ enterpriseGlobalId: made.enterpriseGlobalId, isDefault: false })
  })

  it.each(['crmCustomerId', 'customerName'])('requires %s', async (field) => {
    const body = { crmCustomerId: randomUUID(), customerName: 'x', [field]: '' }
    expect((await client.refusal('order.createEnterprise', { body })).message).toContain(field)
  })
})

describe('query', () => {
  it('returns all customers of the pair’s main account, with Y only the default', async () => {
    const body = bindBody(randomUUID())
    const first = await bind(body)
    const second = await bind({ ...body, channelCustomerId: randomUUID() })
    expect(await query(second.channelCode, second.channelCustomerId, 'N')).toEqual([first, second])
    expect(await query(second.channelCode, second.channelCustomerId, 'Y')).toEqual([first])
    expect(await query(second.channelCode, second.channelCustomerId)).toEqual([first, second])
  })

  it('returns nothing for an unknown pair', async () => {
    expect(await query('TEST', randomUUID())).toEqual([])
  })

  it('requires the pair, and Y or N', async () => {
    for (const wrong of [{ channelCode: '' }, { channelCustomerId: '' }, { defaultCustomer: 'yes' }]) {
      const request = { channelCode: 'TEST', channelCustomerId: 'x', ...wrong }
      const { code, message } = await client.refusal('order.queryCustomers', { query: request })
      expect([code, message.includes(Object.keys(wrong)[0]!)]).toEqual(['13004', true])
    }
  })
})

describe('update', () => {
  it('changes name and address of the linked customers, and keeps missing fields', async () => {
    const crmCustomerId = randomUUID()
    await client.succeed('order.createEnterprise', {
      body: { crmCustomerId, customerName: '旧名', branchName: '东区', address: '路 1 号' },
    })
    const after = await client.lastEffect()
    await client.succeed('order.updateCustomer', { body: { crmCustomerId, customerName: '新名' } })
    const effects = await client.effects(after)
    expect(effects).toHaveLength(2)
    expect(effects[0]).toMatchObject({
      from: { name: '旧名', branchName: '东区', address: '路 1 号' },
      to: { name: '新名', branchName: '东区', address: '路 1 号' },
    })
  })

  it('refuses an unknown CRM customer', async () => {
    const body = { crmCustomerId: randomUUID(), customerName: 'x', branchName: '', address: '' }
    expect(await client.refusal('order.updateCustomer', { body })).toMatchObject({ code: '13004' })
    expect(await client.refusal('order.updateCustomer', { body: {} })).toMatchObject({ code: '13004' })
  })

  it('does not change a customer of the channel', async () => {
    const bound = await bindNew(client)
    expect(
      await client.refusal('order.updateCustomer', { body: { crmCustomerId: bound.customerId } }),
    ).toMatchObject({
      code: '13004',
    })
  })
})
