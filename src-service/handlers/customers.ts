import type { Documented } from '#shared/model/api/fields'
import type { enterpriseCustomer } from '#shared/model/api/order-resources'
import type { Database } from '../store/database'
import type { Handler } from './request-context'
import { findOrCreateEnterprise } from './enterprises'
import { BusinessException } from './business-exception'
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

const toCustomer = (row: CustomerRow): Documented<typeof enterpriseCustomer> => ({
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
 * Operation 1: creates an authorized customer and binds it to the main account of that name. Channel code and
 * channel customer ID identify one customer: the same binding again returns it, another main account is
 * rejected (13004).
 */
export const bindCustomer: Handler<'order.bindCustomer'> = async ({ body }, { db, now, record }) => {
  const names = requireTexts(body, bindFields)
  const enterprise = await findOrCreateEnterprise(db, names.enterpriseName, now)
  const hasDefault = await db
    .selectFrom('customers')
    .select('id')
    .where('enterprise_id', '=', enterprise.id)
    .where('is_default', '=', true)
    .executeTakeFirst()

  const inserted = await db
    .insertInto('customers')
    .values({
      enterprise_id: enterprise.id,
      channel_code: names.channelCode,
      channel_customer_id: names.channelCustomerId,
      crm_customer_id: null,
      name: names.customerName,
      branch_name: names.branchName,
      address: '',
      password_mobile: names.passwordMobile,
      is_default: hasDefault === undefined,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['channel_code', 'channel_customer_id']).doNothing())
    .returning('id')
    .executeTakeFirst()

  const row = await byChannel(db, names.channelCode, names.channelCustomerId)
  if (row === undefined) throw new Error('The customer is missing after the bind')
  if (row.enterprise_id !== enterprise.id) {
    throw new BusinessException('13004', `channelCustomerId: already bound to the main account ${row.name}`)
  }
  if (inserted !== undefined) {
    const { customerId, enterpriseGlobalId } = toCustomer(row)
    await record([{ target: customerId, from: null, to: { enterpriseGlobalId, ...names } }])
  }
  return toCustomer(row)
}

/**
 * Operation 3: the customers of the main account to which the channel customer belongs. An unknown pair returns
 * an empty list.
 */
export const queryCustomers: Handler<'order.queryCustomers'> = async ({ query }, { db, policy }) => {
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
  return rows.map(toCustomer)
}

/**
 * Operation 4: updates name, branch and address of the customers linked to a CRM customer. Omitted fields stay
 * unchanged.
 */
export const updateCustomer: Handler<'order.updateCustomer'> = async ({ body }, { db, now, record }) => {
  const { crmCustomerId } = requireTexts(body, ['crmCustomerId'])
  if (body.customerName !== undefined) requireTexts(body, ['customerName'])
  const before = await db
    .selectFrom('customers')
    .select(['id', 'name', 'branch_name', 'address'])
    .where('crm_customer_id', '=', crmCustomerId)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (before.length === 0) throw new BusinessException('13004', 'crmCustomerId: customer not found')

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
