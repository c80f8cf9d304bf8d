import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlatformClient } from '../../src-main/platform/client'
import { operationIds } from '../../src-shared/operations'
import type { OperationId, OperationRequest } from '../../src-shared/operations'
import { clientFor } from '../support/client'
import { startPlatformDouble } from '../support/platform-double'
import type { SeenRequest } from '../support/platform-double'

type Double = Awaited<ReturnType<typeof startPlatformDouble>>

interface Expected {
  readonly method: string
  readonly path: string
  readonly query?: Record<string, string>
}

const order = '/order/api/order/v1'
const me = '/me/api/v1/enterprise'
const customer = { crmCustomerId: 'C1', customerName: '北桥', branchName: 'North', address: 'Road 1' }
const employee = {
  userName: 'chenyu',
  departmentId: 7,
  name: '陈宇',
  remark: '',
  passwordMobile: '13800000000',
}
const enterprise = { enterpriseGlobalId: 'E 1' }
const member = { ...enterprise, memberGlobalId: 'M/1' }

/** Written from docs/api.md, sections 4.1 and 4.2, not derived from the table under test. */
const cases: { [Id in OperationId]: readonly [OperationRequest<Id>, Expected] } = {
  'order.bindCustomer': [
    {
      body: {
        channelCode: 'CH',
        channelCustomerId: '42',
        customerName: '北桥',
        branchName: 'North',
        enterpriseName: 'North Bridge',
        passwordMobile: '13800000000',
      },
    },
    { method: 'POST', path: `${order}/enterprise/user/bind` },
  ],
  'order.createEnterprise': [{ body: customer }, { method: 'POST', path: `${order}/enterprise/user/create` }],
  'order.queryCustomers': [
    { query: { channelCode: 'CH', channelCustomerId: '42', defaultCustomer: 'N' } },
    {
      method: 'GET',
      path: `${order}/enterprise/user/query`,
      query: { channelCode: 'CH', channelCustomerId: '42', defaultCustomer: 'N' },
    },
  ],
  'order.updateCustomer': [{ body: customer }, { method: 'POST', path: `${order}/enterprise/user/update` }],
  'order.batchOrder': [
    {
      body: {
        channelCode: 'CH',
        channelOrderId: 'O1',
        syncMode: 'sync',
        orderList: [
          {
            sequence: 1,
            licenseType: 'normal_recover_usbkey',
            orderType: 'new_buy',
            assets: [{ assetNos: ['LD8000000017'], limitEndDate: 1234567890123456789n, products: [] }],
          },
        ],
      },
    },
    { method: 'POST', path: `${order}/licenseOrder/batchOrder`, query: { appKey: 'order-key' } },
  ],
  'order.lockAssets': [
    { body: { assetNums: ['LD8000000017'], operatorIdentity: 'Li Wei' } },
    { method: 'POST', path: `${order}/asset/lock` },
  ],
  'order.unlockAssets': [
    { body: { assetNums: ['LD8000000017'], operatorIdentity: 'Li Wei' } },
    { method: 'POST', path: `${order}/asset/unlock` },
  ],
  'order.listAssets': [
    { path: enterprise, query: { extendCode: 'gxxp' } },
    { method: 'GET', path: `${order}/asset/E%201/list`, query: { extendCode: 'gxxp' } },
  ],
  'order.allocateShellNumbers': [{ body: { size: 3 } }, { method: 'POST', path: `${order}/shellnums` }],
  'member.addEmployees': [
    { path: enterprise, body: { userList: [{ ...employee, password: 'Abc-12345' }] } },
    { method: 'POST', path: `${me}/E%201/member` },
  ],
  'member.editEmployee': [
    { path: member, body: employee },
    { method: 'PUT', path: `${me}/E%201/member/M%2F1` },
  ],
  'member.resetPassword': [
    { path: member, body: { password: 'Abc-12345' } },
    { method: 'PUT', path: `${me}/E%201/member/M%2F1/resetPassword` },
  ],
  'member.deleteEmployee': [{ path: member }, { method: 'DELETE', path: `${me}/E%201/member/M%2F1` }],
  'member.listEmployees': [
    { path: enterprise, query: { departmentId: 7, keyword: '陈', pageNum: 2, pageSize: 50 } },
    {
      method: 'GET',
      path: `${me}/E%201/members`,
      query: { departmentId: '7', keyword: '陈', pageNum: '2', pageSize: '50' },
    },
  ],
  'member.listAssetNumbers': [{ path: enterprise }, { method: 'GET', path: `${me}/E%201/asset/assetNums` }],
  'member.listAssetProducts': [
    { path: { assetId: 'A1' } },
    { method: 'GET', path: `${me}/asset/A1/merchandiseProducts` },
  ],
  'member.listBorrowedLocks': [
    { path: enterprise },
    { method: 'GET', path: `${me}/E%201/asset/borrowUsbKeys` },
  ],
  'member.assignAssets': [
    { path: { memberGlobalId: 'M/1' }, body: { deleteAssets: ['LD1'], addAssets: ['LD2'] } },
    { method: 'POST', path: `${me}/member/M%2F1/privileges` },
  ],
  'member.lendAssets': [
    { path: { memberGlobalId: 'M/1' }, body: { borrowedUsbKey: 'LD8000000021', assetIDs: ['A1'] } },
    { method: 'POST', path: `${me}/member/M%2F1/borrow` },
  ],
}

const withBody = new Set(['POST', 'PUT'])

describe('platform client', () => {
  let double: Double
  let client: PlatformClient
  beforeAll(async () => {
    double = await startPlatformDouble(() => ({
      body: JSON.stringify({ code: 0, message: 'success', data: [] }),
    }))
    client = clientFor(double)
  })
  afterAll(async () => {
    await client.stop()
    await double.stop()
  })

  const send = async (id: OperationId): Promise<SeenRequest> => {
    const before = double.calls.length
    await client.call<OperationId>(id, cases[id][0] as OperationRequest<OperationId>)
    expect(double.calls.length).toBe(before + 1)
    return double.calls[before]!
  }

  it.each(operationIds)('sends %s as in the API', async (id) => {
    const [request, expected] = cases[id]
    const seen = await send(id)
    const { g_nonce: nonce, ...query } = seen.query
    expect({ method: seen.method, path: seen.path, query }).toEqual({ query: {}, ...expected })
    expect(nonce).toMatch(/^\w{16,}$/)
    const written =
      'body' in request
        ? JSON.stringify(request.body, (_key, value: unknown) =>
            typeof value === 'bigint' ? `${value}n` : value,
          ).replace(/"(\d+)n"/g, '$1')
        : ''
    expect(seen.body).toBe(written)
  })

  it.each(operationIds)('sends the headers of its module with %s', async (id) => {
    const { headers, method } = await send(id)
    expect(headers.authorization).toMatch(/^Bearer application-token-\d+$/)
    if (id.startsWith('order.')) {
      expect(headers['content-type']).toBe('application/json')
      expect([headers['clienttoken'], headers['usertoken']]).toEqual([undefined, undefined])
    } else {
      expect(headers['content-type']).toBe(withBody.has(method) ? 'application/json' : undefined)
      expect(`Bearer ${String(headers['clienttoken'])}`).toBe(headers.authorization)
      expect(headers['usertoken']).toMatch(/^user-token-\d+$/)
    }
  })

  it('uses each nonce once', () => {
    const nonces = double.calls.map(({ query }) => query['g_nonce'])
    expect(new Set(nonces).size).toBe(nonces.length)
  })

  it('requests one token per application and one for the user, and keeps them', () => {
    expect(double.tokenRequests.map((fields) => [fields.get('grant_type'), fields.get('client_id')])).toEqual(
      [
        ['client_credentials', 'order-key'],
        ['client_credentials', 'member-key'],
        ['password', 'member-key'],
      ],
    )
  })
})
