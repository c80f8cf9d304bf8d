import { randomBytes } from 'node:crypto'
import { dataOf } from './client.mjs'

const order = '/order/api/order/v1'
const member = '/me/api/v1/enterprise'
const assetCount = 2000
const employeeCount = 100

/**
 * An enterprise and the addresses of its lists and changes.
 * @typedef {{ enterprise: string, assetNums: string[], list: string, members: string, lock: string, unlock:
 * string }} BenchEnterprise
 */

/**
 * Creates an enterprise of 2,000 re-issuable locks, a third of them with a gxxp extension, and 100 employees,
 * over the API.
 * @param {string} url
 * @param {import('./client.mjs').Tokens} tokens
 * @returns {Promise<BenchEnterprise>}
 */
export async function createBenchEnterprise(url, tokens) {
  const name = randomBytes(6).toString('hex')
  const bound = /** @type {{ enterpriseGlobalId: string, customerId: string }} */ (
    await dataOf(`${url}${order}/enterprise/user/bind`, tokens, {
      channelCode: 'BENCH',
      channelCustomerId: name,
      customerName: name,
      branchName: 'bench',
      enterpriseName: `bench ${name}`,
      passwordMobile: '13800001111',
    })
  )
  const { enterpriseGlobalId: enterprise, customerId } = bound
  const assetNums = Array.from(
    { length: assetCount },
    (_, index) => `BN${name}${String(index).padStart(5, '0')}`,
  )
  const products = [{ productUri: 'gms-bench', productName: 'Bench', limitConcurrent: 1 }]
  const orders = [
    {
      sequence: 1,
      assets: [
        {
          assetNos: assetNums.slice(0, 700),
          products,
          assetExtendList: [{ extendCode: 'gxxp', extendValue: '1' }],
        },
      ],
    },
    { sequence: 2, assets: [{ assetNos: assetNums.slice(700), products }] },
  ].map((one) => ({
    ...one,
    customerId,
    enterpriseGlobalId: enterprise,
    licenseType: 'normal_recover_usbkey',
    orderType: 'new_buy',
  }))
  await dataOf(`${url}${order}/licenseOrder/batchOrder`, tokens, {
    channelCode: 'BENCH',
    channelOrderId: name,
    syncMode: 'sync',
    orderList: orders,
  })
  await dataOf(`${url}${member}/${enterprise}/member`, tokens, {
    userList: Array.from({ length: employeeCount }, (_, index) => ({
      userName: `${name}${index}`,
      password: 'secret-1',
      departmentId: 1,
      name: `Bench ${index}`,
    })),
  })
  return { enterprise, assetNums, ...addresses(url, enterprise) }
}

/**
 * @param {string} url
 * @param {string} enterprise
 */
export function addresses(url, enterprise) {
  return {
    list: `${url}${order}/asset/${enterprise}/list`,
    members: `${url}${member}/${enterprise}/members?pageNum=1&pageSize=100`,
    lock: `${url}${order}/asset/lock`,
    unlock: `${url}${order}/asset/unlock`,
  }
}

/**
 * The large enterprise of the seed `scale`.
 * @param {string} url
 * @param {import('./client.mjs').Tokens} tokens
 * @returns {Promise<string>} its global ID
 */
export async function largeEnterprise(url, tokens) {
  const query = 'channelCode=SCALE&channelCustomerId=S-079&defaultCustomer=Y'
  const found = /** @type {{ enterpriseGlobalId: string }[]} */ (
    await dataOf(`${url}${order}/enterprise/user/query?${query}`, tokens)
  )
  const [customer] = found
  if (customer === undefined) throw new Error('The seed scale has no enterprise S-079')
  return customer.enterpriseGlobalId
}
