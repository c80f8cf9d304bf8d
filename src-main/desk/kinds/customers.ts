import { changeRows } from '#shared/model/change-rows'
import { defineKind, done } from './kind'

export const bindingCustomer = defineKind({
  operation: 'order.bindCustomer',
  stored: changeRows['order.bindCustomer'],
  rowsPerCall: () => 1,
  request: ([row]) => ({ body: row?.stored ?? {} }),
  read: (rows, { enterpriseGlobalId, enterpriseName, customerId }) =>
    rows.map(() => ({ ...done, result: { enterpriseGlobalId, enterpriseName, customerId } })),
  readBack: async ({ stored }, { client }) => {
    const { channelCode, channelCustomerId } = stored
    const answer = await client.call('order.queryCustomers', {
      query: { channelCode, channelCustomerId, defaultCustomer: 'N' },
    })
    if (!answer.ok) return 'not-read'
    const numbers = answer.value.map((customer) => customer.channelCustomerId)
    if (numbers.includes(channelCustomerId)) return 'applied'
    return numbers.includes(null) ? 'not-visible' : 'not-applied'
  },
})

export const creatingEnterprise = defineKind({
  operation: 'order.createEnterprise',
  addsUp: true,
  stored: changeRows['order.createEnterprise'],
  rowsPerCall: () => 1,
  request: ([row]) => ({ body: row?.stored ?? {} }),
  // The answer is the only handle on the new enterprise: no operation lists enterprises.
  read: (rows, { enterpriseGlobalId, members }) =>
    rows.map(() => ({
      ...done,
      result: {
        enterpriseGlobalId,
        members: (members ?? []).map(({ memberGlobalId, memberIdentity }) => ({
          memberGlobalId,
          memberIdentity,
        })),
      },
    })),
  readBack: null,
})

export const updatingCustomer = defineKind({
  operation: 'order.updateCustomer',
  stored: changeRows['order.updateCustomer'],
  rowsPerCall: () => 1,
  request: ([row]) => ({ body: row?.stored ?? {} }),
  read: (rows) => rows.map(() => done),
  // No answer carries a customer's name or address.
  readBack: null,
})
