import { randomUUID } from 'node:crypto'
import type { ServiceClient } from '../support/service-client'

export const bindBody = (name: string) => ({
  channelCode: 'TEST',
  channelCustomerId: `C-${name}`,
  customerName: `${name} 客户`,
  branchName: '东区 East',
  enterpriseName: `${name} 公司`,
  passwordMobile: '13800001111',
})

/** Creates an enterprise with one customer for a test. */
export const bindNew = async (client: ServiceClient) => {
  const name = randomUUID().slice(0, 8)
  return client.succeed('order.bindCustomer', { body: bindBody(name) })
}
type Bound = Awaited<ReturnType<typeof bindNew>>

export const product = (uri = 'gms-test', more: Record<string, unknown> = {}) => ({
  productUri: uri,
  productName: `产品 ${uri}`,
  limitStartDate: 1_700_000_000_000,
  limitEndDate: 1_900_000_000_000,
  limitConcurrent: 5,
  ...more,
})

/** An order of one asset; `asset` and `more` extend or override it. */
export const order = (
  bound: Bound,
  asset: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
) => ({
  sequence: 1,
  customerId: bound.customerId,
  enterpriseGlobalId: bound.enterpriseGlobalId,
  licenseType: 'normal_recover_usbkey',
  orderType: 'new_buy',
  assets: [{ products: [product()], ...asset }],
  ...more,
})

export const batch = (orderList: unknown[], more: Record<string, unknown> = {}) => ({
  channelCode: 'TEST',
  channelOrderId: randomUUID(),
  syncMode: 'sync',
  orderList,
  ...more,
})

/** Orders one asset and returns its record from the list. */
export const buy = async (
  client: ServiceClient,
  bound: Bound,
  asset: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
) => {
  const path = { enterpriseGlobalId: bound.enterpriseGlobalId }
  const before = new Set((await client.succeed('order.listAssets', { path })).map(({ id }) => id))
  const [placed] = await client.succeed('order.batchOrder', { body: batch([order(bound, asset, more)]) })
  const after = await client.succeed('order.listAssets', { path })
  return { placed: placed!, asset: after.find(({ id }) => !before.has(id))! }
}
