import type { Stated } from '#shared/model/fields'
import type { enterpriseCustomer } from '#shared/model/order-resources'
import type { Database } from '../store/database'
import type { Rule } from './call'
import { findOrMakeEnterprise } from './enterprises'
import { Refusal } from './refusal'
import { requireTexts } from './required'

const customersWithEnterprise = (db: Database) =>
  db
    .selectFrom('customers')
    .innerJoin('enterprises', 'enterprises.id', 'customers.enterprise_id')
    .select([
      'customers.id',
      'customers.enterprise_id',
      'customers.channel_code',
      'customers.channel_customer_id',
      'customers.is_default',
      'enterprises.global_id',
      'enterprises.name',
    ])
type CustomerRow = Awaited<ReturnType<ReturnType<typeof customersWithEnterprise>['execute']>>[number]

const byChannel = (db: Database, channelCode: string, channelCustomerId: string) =>
  customersWithEnterprise(db)
    .where('customers.channel_code', '=', channelCode)
    .where('customers.channel_customer_id', '=', channelCustomerId)
    .executeTakeFirst()

const stated = (row: CustomerRow): Stated<typeof enterpriseCustomer> => ({
  customerId: String(row.id),
  channelCode: row.channel_code,
  channelCustomerId: row.channel_customer_id,
  enterpriseGlobalId: row.global_id,
  enterpriseName: row.name,
  isDefault: row.is_default,
})

const bindFields = [
  'channelCode',
  'channelCustomerId',
  'customerName',
  'branchName',
  'enterpriseName',
  'passwordMobile',
] as const

/**
 * Operation 1: an authorized customer, bound to the main account of that name. The pair of channel code and channel
 * customer id names one customer: bound already to that account it is returned, to another it is refused (13004).
 */
export const bindCustomer: Rule<'order.bindCustomer'> = async ({ body }, { db, now, record }) => {
  const given = requireTexts(body, bindFields)
  const enterprise = await findOrMakeEnterprise(db, given.enterpriseName, now)
  const hasDefault = await db
    .selectFrom('customers')
    .select('id')
    .where('enterprise_id', '=', enterprise.id)
    .where('is_default', '=', true)
    .executeTakeFirst()

  const made = await db
    .insertInto('customers')
    .values({
      enterprise_id: enterprise.id,
      channel_code: given.channelCode,
      channel_customer_id: given.channelCustomerId,
      crm_customer_id: null,
      name: given.customerName,
      branch_name: given.branchName,
      address: '',
      password_mobile: given.passwordMobile,
      is_default: hasDefault === undefined,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['channel_code', 'channel_customer_id']).doNothing())
    .returning('id')
    .executeTakeFirst()

  const row = await byChannel(db, given.channelCode, given.channelCustomerId)
  if (row === undefined) throw new Error('A customer is not there after it was bound')
  if (row.enterprise_id !== enterprise.id) {
    throw new Refusal('13004', `channelCustomerId: is bound to another main account, ${row.name}`)
  }
  if (made !== undefined) {
    const { customerId, enterpriseGlobalId } = stated(row)
    await record([{ target: customerId, from: null, to: { enterpriseGlobalId, ...given } }])
  }
  return stated(row)
}

/** Operation 3: the customers of the main account that the channel pair's customer belongs to; none is no error. */
export const queryCustomers: Rule<'order.queryCustomers'> = async ({ query }, { db, policy }) => {
  const { channelCode, channelCustomerId } = requireTexts(query, ['channelCode', 'channelCustomerId'])
  const found = await byChannel(db, channelCode, channelCustomerId)
  if (found === undefined) return []
  const wantsAll =
    query.defaultCustomer === undefined ? policy.queryAllCustomersByDefault : query.defaultCustomer === 'N'
  const rows = await customersWithEnterprise(db)
    .where('customers.enterprise_id', '=', found.enterprise_id)
    .$if(!wantsAll, (only) => only.where('customers.is_default', '=', true))
    .orderBy('customers.id')
    .execute()
  return rows.map(stated)
}

/** Operation 4: name, branch and address of the customers linked to a CRM customer; what is left out stays. */
export const updateCustomer: Rule<'order.updateCustomer'> = async ({ body }, { db, now, record }) => {
  const { crmCustomerId } = requireTexts(body, ['crmCustomerId'])
  if (body.customerName !== undefined) requireTexts(body, ['customerName'])
  const before = await db
    .selectFrom('customers')
    .select(['id', 'name', 'branch_name', 'address'])
    .where('crm_customer_id', '=', crmCustomerId)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (before.length === 0) throw new Refusal('13004', 'crmCustomerId: no customer is linked to it')

  const changes = before.map((row) => ({
    id: row.id,
    from: { name: row.name, branchName: row.branch_name, address: row.address },
    to: {
      name: body.customerName ?? row.name,
      branchName: body.branchName ?? row.branch_name,
      address: body.address ?? row.address,
    },
  }))
  for (const { id, to } of changes) {
    await db
      .updateTable('customers')
      .set({ name: to.name, branch_name: to.branchName, address: to.address, updated_at: now })
      .where('id', '=', id)
      .execute()
  }
  await record(changes.map(({ id, from, to }) => ({ target: String(id), from, to })))
  return undefined
}
