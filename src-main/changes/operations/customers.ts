import { z } from 'zod'
import { changeRowSchemas } from '#shared/model/changes/change-rows'
import type { KnownEnterprise } from '../../directory/enterprise-list'
import type { JournaledChange } from '../../journal/journal-index'
import { completed, defineOperation, notInResponse } from './change-operation'

export const bindCustomerOperation = defineOperation({
  operation: 'order.bindCustomer',
  stored: changeRowSchemas['order.bindCustomer'],
  rowsPerRequest: () => 1,
  request: ([row]) => ({ body: row?.stored ?? {} }),
  read: (rows, { channelCustomerId, enterpriseGlobalId, enterpriseName, customerId }) =>
    rows.map(({ stored }) => {
      // The response to another request, for example mixed up by a gateway.
      const isOther = (channelCustomerId ?? stored.channelCustomerId) !== stored.channelCustomerId
      return isOther
        ? notInResponse
        : { ...completed, result: { enterpriseGlobalId, enterpriseName, customerId } }
    }),
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

export const createEnterpriseOperation = defineOperation({
  operation: 'order.createEnterprise',
  isCumulative: true,
  stored: changeRowSchemas['order.createEnterprise'],
  rowsPerRequest: () => 1,
  request: ([row]) => ({ body: row?.stored ?? {} }),
  // The response is the only source of the new enterprise's ID: no operation lists enterprises.
  read: (rows, { enterpriseGlobalId, members }) =>
    rows.map(() => ({
      ...completed,
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

export const updateCustomerOperation = defineOperation({
  operation: 'order.updateCustomer',
  stored: changeRowSchemas['order.updateCustomer'],
  rowsPerRequest: () => 1,
  request: ([row]) => ({ body: row?.stored ?? {} }),
  read: (rows) => rows.map(() => completed),
  // No response contains a customer's name or address.
  readBack: null,
})

const newEnterpriseResponse = z.object({
  enterpriseGlobalId: z.string().min(1),
  enterpriseName: z.string().nullish(),
})
const channelOfRequest = z.object({ channelCode: z.string(), channelCustomerId: z.string() })

/** The enterprise created by binding or creating a customer, as a register entry; null for other changes. */
export const newEnterpriseOf = ({ job, row, state, result }: JournaledChange): KnownEnterprise | null => {
  const { operation } = job.intent
  if (operation !== 'order.bindCustomer' && operation !== 'order.createEnterprise') return null
  const found = newEnterpriseResponse.safeParse(result)
  if (state !== 'done' || !found.success) return null
  const channel = channelOfRequest.safeParse(row.request)
  return {
    enterpriseGlobalId: found.data.enterpriseGlobalId,
    enterpriseName: found.data.enterpriseName ?? row.enterpriseName,
    channelCode: channel.success ? channel.data.channelCode : null,
    channelCustomerId: channel.success ? channel.data.channelCustomerId : null,
  }
}
