import { z } from 'zod'
import type { JournaledChange } from '../../journal/book'
import type { KnownEnterprise } from '../../register/register'

const given = z.object({ enterpriseGlobalId: z.string().min(1), enterpriseName: z.string().nullish() })
const asked = z.object({ channelCode: z.string(), channelCustomerId: z.string() })

/** The enterprise that binding or creating a customer has led to, as the register keeps it; null of other changes. */
export const newEnterpriseOf = ({ job, row, state, result }: JournaledChange): KnownEnterprise | null => {
  const { operation } = job.intent
  if (operation !== 'order.bindCustomer' && operation !== 'order.createEnterprise') return null
  const found = given.safeParse(result)
  if (state !== 'done' || !found.success) return null
  const channel = asked.safeParse(row.request)
  return {
    enterpriseGlobalId: found.data.enterpriseGlobalId,
    enterpriseName: found.data.enterpriseName ?? row.enterpriseName,
    channelCode: channel.success ? channel.data.channelCode : null,
    channelCustomerId: channel.success ? channel.data.channelCustomerId : null,
  }
}
