import type { Database } from '../store/database'
import { idFrom } from './ids'
import type { LicenseOrder, RejectField } from './order-line'

interface Customer {
  readonly id: number
  readonly enterprise_id: number
}

const isFilled = (text: string | null | undefined): text is string => (text ?? '').trim() !== ''

const customers = (db: Database) => db.selectFrom('customers').select(['id', 'enterprise_id'])

const enterpriseNamed = async (
  db: Database,
  order: LicenseOrder,
  reject: RejectField,
): Promise<number | null> => {
  const { enterpriseGlobalId } = order
  if (!isFilled(enterpriseGlobalId)) return null
  const row = await db
    .selectFrom('enterprises')
    .select('id')
    .where('global_id', '=', enterpriseGlobalId)
    .executeTakeFirst()
  return row?.id ?? reject('enterpriseGlobalId', 'enterprise not found')
}

/**
 * Uses the first identifier that the order contains: platform ID, channel customer ID, CRM ID, then its
 * enterprise.
 */
const customerNamed = async (
  db: Database,
  channelCode: string,
  order: LicenseOrder,
  enterpriseId: number | null,
  reject: RejectField,
): Promise<Customer> => {
  const { customerId, channelCustomerId, crmCustomerId } = order
  if (isFilled(customerId)) {
    const found = await customers(db)
      .where('id', '=', idFrom(customerId) ?? -1)
      .executeTakeFirst()
    return found ?? reject('customerId', 'customer not found')
  }
  if (isFilled(channelCustomerId)) {
    const found = await customers(db)
      .where('channel_code', '=', channelCode)
      .where('channel_customer_id', '=', channelCustomerId)
      .executeTakeFirst()
    return found ?? reject('channelCustomerId', 'customer not found under this channelCode')
  }
  if (isFilled(crmCustomerId)) {
    const found = await customers(db)
      .where('crm_customer_id', '=', crmCustomerId)
      .orderBy('is_default', 'desc')
      .orderBy('id')
      .executeTakeFirst()
    return found ?? reject('crmCustomerId', 'customer not found')
  }
  if (enterpriseId !== null) {
    const found = await customers(db)
      .where('enterprise_id', '=', enterpriseId)
      .orderBy('is_default', 'desc')
      .orderBy('id')
      .executeTakeFirst()
    return found ?? reject('enterpriseGlobalId', 'the enterprise has no customer')
  }
  return reject('customerId', 'the order must name a customer')
}

export interface OrderParties {
  readonly customerId: number
  readonly enterpriseId: number
}

/**
 * The customer of an order and the enterprise that owns its assets: the one that `enterpriseGlobalId` names, or
 * the customer's own if it is omitted.
 */
export const findOrderParties = async (
  db: Database,
  channelCode: string,
  order: LicenseOrder,
  reject: RejectField,
): Promise<OrderParties> => {
  const enterpriseId = await enterpriseNamed(db, order, reject)
  const customer = await customerNamed(db, channelCode, order, enterpriseId, reject)
  return { customerId: customer.id, enterpriseId: enterpriseId ?? customer.enterprise_id }
}
