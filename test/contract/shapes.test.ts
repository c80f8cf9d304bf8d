import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationIds, operations } from '#shared/operations'
import type { OperationId } from '#shared/operations'
import { buildDemo } from '../../src-service/seed/demo'
import register from '../../resources/training/register.json'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { Request, ServiceClient } from '../support/service-client'

const [first] = register
const { enterpriseGlobalId, channelCode, channelCustomerId } = first!
const unique = randomUUID()
/** Chen Yu, and an employee of the second enterprise. */
const demo = buildDemo()
const member = { enterpriseGlobalId, memberGlobalId: demo.employees[0]!.global_id }
const anotherMember = {
  enterpriseGlobalId: register[1]!.enterpriseGlobalId,
  memberGlobalId: demo.employees[70]!.global_id,
}

/** A call of each operation that succeeds on the training data. */
const examples: Record<OperationId, Request> = {
  'order.bindCustomer': {
    body: {
      channelCode: 'SHAPE',
      channelCustomerId: unique,
      customerName: '客户',
      branchName: '东区',
      enterpriseName: `企业 ${unique}`,
      passwordMobile: '13800001111',
    },
  },
  'order.createEnterprise': {
    body: { crmCustomerId: unique, customerName: '客户', branchName: '东区', address: '1 Road' },
  },
  'order.queryCustomers': { query: { channelCode, channelCustomerId, defaultCustomer: 'N' } },
  'order.updateCustomer': {
    body: {
      crmCustomerId: `CRM-${channelCustomerId}`,
      customerName: '新名',
      branchName: '',
      address: '2 Road',
    },
  },
  'order.batchOrder': {
    query: { appKey: 'lock-desk' },
    body: {
      channelCode,
      channelOrderId: unique,
      syncMode: 'sync',
      orderList: [
        {
          sequence: 1,
          channelCustomerId,
          enterpriseGlobalId,
          licenseType: 'softkey',
          orderType: 'new_buy',
          assets: [{ products: [{ productUri: 'gms-test', limitConcurrent: 1 }] }],
        },
      ],
    },
  },
  'order.lockAssets': { body: { assetNums: ['LD8000000024', 'nothing'], operatorIdentity: 'Li Wei' } },
  'order.unlockAssets': { body: { assetNums: ['LD8000000024', 'nothing'], operatorIdentity: 'Li Wei' } },
  'order.listAssets': { path: { enterpriseGlobalId } },
  'order.allocateShellNumbers': { body: { size: 3 } },
  'member.addEmployees': {
    path: { enterpriseGlobalId },
    body: { userList: [{ userName: 'shape1', password: 'secret-1', departmentId: 10101, name: '新员工' }] },
  },
  'member.editEmployee': { path: member, body: { name: '陈宇 Chen Yu', remark: '' } },
  'member.resetPassword': { path: member, body: { password: 'secret-2' } },
  // An employee of another enterprise, so that the lists below keep their length.
  'member.deleteEmployee': { path: anotherMember },
  'member.listEmployees': { path: { enterpriseGlobalId }, query: { pageSize: 100 } },
  'member.listAssetNumbers': { path: { enterpriseGlobalId } },
  // LD8000000018 has products and nested packages.
  'member.listAssetProducts': { path: { assetId: '1000002' } },
  'member.listBorrowedLocks': { path: { enterpriseGlobalId } },
  'member.assignAssets': {
    path: member,
    body: { deleteAssets: ['LD8000000017'], addAssets: ['LD8000000025'] },
  },
  // LD8000000025 was assigned just before.
  'member.lendAssets': { path: member, body: { borrowedUsbKey: 'LD8000000022', assetIDs: ['1000008'] } },
}

describe('a successful response', () => {
  let service: TestService
  let client: ServiceClient
  beforeAll(async () => {
    service = await startTestService()
    client = await connectTo(service.url)
  })
  afterAll(() => service.stop())

  it.each(operationIds)('of %s has the data that the API states', async (id) => {
    const answer = await client.send(id, examples[id])
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.json).toMatchObject({ code: 0, message: 'success' })
    const parsed = operations[id].data.documented.safeParse(answer.json.data)
    expect(parsed.error).toBeUndefined()
  })

  it('has rows wherever the training data has some', async () => {
    const path = { enterpriseGlobalId }
    expect(await client.succeed('order.listAssets', { path })).toHaveLength(1001)
    expect((await client.succeed('member.listEmployees', { path })).list).toHaveLength(20)
    expect(await client.succeed('member.listAssetNumbers', { path })).toHaveLength(1001)
    expect((await client.succeed('member.listBorrowedLocks', { path })).length).toBeGreaterThan(2)
  })

  it('of a customer update has no data field', async () => {
    const { json } = await client.send('order.updateCustomer', examples['order.updateCustomer'])
    expect(Object.keys(json)).toEqual(['code', 'message'])
  })
})
