import { limits } from '#shared/model/api/limits'
import type { Database } from '../store/database'
import type { Handler } from './request-context'
import { newGlobalId, nextId } from './ids'
import { requireTexts } from './required'

interface Enterprise {
  readonly id: number
  readonly global_id: string
}

/** Appended to the accounts of the enterprise's employees. */
const codeOf = (enterpriseId: number): string => `@e${enterpriseId}`

/**
 * Finds the main account by `name` or creates it. The row stays locked until the transaction ends, so that only
 * one of several concurrent binds creates the default customer.
 */
export const findOrCreateEnterprise = async (
  db: Database,
  name: string,
  now: number,
): Promise<Enterprise> => {
  const id = await nextId(db)
  await db
    .insertInto('enterprises')
    .values({
      id,
      global_id: newGlobalId(),
      name,
      name_key: name,
      code: codeOf(id),
      created_at: now,
      crm_customer_id: null,
    })
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .execute()
  return db
    .selectFrom('enterprises')
    .select(['id', 'global_id'])
    .where('name_key', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

const findByCrmId = (db: Database, crmCustomerId: string) =>
  db
    .selectFrom('enterprises')
    .select(['id', 'global_id'])
    .where('crm_customer_id', '=', crmCustomerId)
    .executeTakeFirst()

const membersOf = async (db: Database, { id, global_id }: Enterprise) => {
  const employees = await db
    .selectFrom('employees')
    .select(['global_id', 'identity'])
    .where('enterprise_id', '=', id)
    .where('deleted', '=', false)
    .orderBy('id')
    .execute()
  return {
    enterpriseGlobalId: global_id,
    defaultType: true,
    members: employees.map((employee) => ({
      memberGlobalId: employee.global_id,
      memberIdentity: employee.identity,
    })),
  }
}

/**
 * Operation 2: creates the main account of a CRM customer with its default customer, its industry customer, the
 * industry administrator and the matching employee. A CRM customer has one main account; a repeated request
 * returns the existing one.
 */
export const createEnterprise: Handler<'order.createEnterprise'> = async (
  { body },
  { db, now, policy, record },
) => {
  const { crmCustomerId, customerName } = requireTexts(body, ['crmCustomerId', 'customerName'])
  const id = await nextId(db)
  const inserted = await db
    .insertInto('enterprises')
    .values({
      id,
      global_id: newGlobalId(),
      name: customerName,
      name_key: null,
      code: codeOf(id),
      crm_customer_id: crmCustomerId,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('crm_customer_id').doNothing())
    .returning(['id', 'global_id'])
    .executeTakeFirst()
  if (inserted === undefined) {
    const existing = await findByCrmId(db, crmCustomerId)
    if (existing === undefined) throw new Error('The main account is missing after its creation')
    return membersOf(db, existing)
  }

  await claimName(db, id, customerName)
  const customer = {
    enterprise_id: id,
    channel_customer_id: crmCustomerId,
    crm_customer_id: crmCustomerId,
    name: customerName,
    branch_name: body.branchName ?? '',
    address: body.address ?? '',
    password_mobile: '',
    created_at: now,
    updated_at: now,
  }
  await db
    .insertInto('customers')
    .values([
      { ...customer, channel_code: policy.crmChannelCode, is_default: true },
      { ...customer, channel_code: policy.crmIndustryChannelCode, is_default: false },
    ])
    .execute()
  const employee = {
    enterprise_id: id,
    department_id: null,
    remark: '',
    password_mobile: '',
    password_hash: null,
    created_at: now,
    updated_at: now,
  }
  await db
    .insertInto('employees')
    .values(
      ['administrator', 'employee'].map((identity) => ({
        ...employee,
        global_id: newGlobalId(),
        user_name: `${identity}${codeOf(id)}`,
        name: Array.from(customerName).slice(0, limits.employeeName).join(''),
        identity,
      })),
    )
    .execute()
  const result = await membersOf(db, inserted)
  await record([{ target: inserted.global_id, from: null, to: { crmCustomerId, customerName } }])
  return result
}

/** Binds find the first main account with a name. */
const claimName = (db: Database, id: number, name: string) =>
  db
    .updateTable('enterprises')
    .set({ name_key: name })
    .where('id', '=', id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('enterprises as other').select('other.id').where('other.name_key', '=', name),
        ),
      ),
    )
    .execute()
