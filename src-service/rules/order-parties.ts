import type { Database } from '../store/database'
import { idFrom } from './ids'
import type { LicenseOrder, RefuseField } from './order-line'

interface Customer {
  readonly id: number
  readonly enterprise_id: number
}

const filled = (text: string | null | undefined): text is string => (text ?? '').trim() !== ''

const customers = (db: Database) => db.selectFrom('customers').select(['id', 'enterprise_id'])

const enterpriseNamed = async (
  db: Database,
  order: LicenseOrder,
  refuse: RefuseField,
): Promise<number | null> => {
  const { enterpriseGlobalId } = order
  if (!filled(enterpriseGlobalId)) return null
  const row = await db
    .selectFrom('enterprises')
    .select('id')
    .where('global_id', '=', enterpriseGlobalId)
    .executeTakeFirst()
  return row?.id ?? refuse('enterpriseGlobalId', 'no such enterprise')
}

/** By platform id, channel or CRM number; the first of them that the order gives decides, and failing all its enterprise. */
const customerNamed = async (
  db: Database,
  channelCode: string,
  order: LicenseOrder,
  enterpriseId: number | null,
  refuse: RefuseField,
): Promise<Customer> => {
  const { customerId, channelCustomerId, crmCustomerId } = order
  if (filled(customerId)) {
    const found = await customers(db)
      .where('id', '=', idFrom(customerId) ?? -1)
      .executeTakeFirst()
    return found ?? refuse('customerId', 'no such customer')
  }
  if (filled(channelCustomerId)) {
    const found = await customers(db)
      .where('channel_code', '=', channelCode)
      .where('channel_customer_id', '=', channelCustomerId)
      .executeTakeFirst()
    return found ?? refuse('channelCustomerId', 'no customer is bound to it under this channelCode')
  }
  if (filled(crmCustomerId)) {
    const found = await customers(db)
      .where('crm_customer_id', '=', crmCustomerId)
      .orderBy('is_default', 'desc')
      .orderBy('id')
      .executeTakeFirst()
    return found ?? refuse('crmCustomerId', 'no customer is linked to it')
  }
  if (enterpriseId !== null) {
    const found = await customers(db)
      .where('enterprise_id', '=', enterpriseId)
      .orderBy('is_default', 'desc')
      .orderBy('id')
      .executeTakeFirst()
    return found ?? refuse('enterpriseGlobalId', 'the enterprise has no customer')
  }
  return refuse('customerId', 'the order names no customer')
}

export interface OrderParties {
  readonly customerId: number
  readonly enterpriseId: number
}

/**
 * Whose order it is, and whose its assets are: those of the enterprise that `enterpriseGlobalId` names, where it is
 * left out the customer's own.
 */
export const partiesOf = async (
  db: Database,
  channelCode: string,
  order: LicenseOrder,
  refuse: RefuseField,
): Promise<OrderParties> => {
  const named = await enterpriseNamed(db, order, refuse)
  const customer = await customerNamed(db, channelCode, order, named, refuse)
  return { customerId: customer.id, enterpriseId: named ?? customer.enterprise_id }
}
