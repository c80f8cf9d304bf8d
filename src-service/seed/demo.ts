import { licenseTypes } from '#shared/model/license-types'
import { createAssetWriter } from './asset-writer'
import type { AssetPlan } from './asset-writer'
import { noonOf } from './calendar'
import { seedEnterprises } from './enterprises'
import type { SeedEnterprise } from './enterprises'
import { lendLocks } from './lending'
import { makePeople, namedPeople } from './people'
import { planAsset } from './asset-plan'
import { createRandom } from './random'
import type { Random } from './random'
import { createRows } from './rows'
import type { SeedRows } from './rows'
import { trainingLocks } from './training-locks'

/** Changing it changes all the training data. */
const drawnFrom = 20250101

export interface Household {
  readonly enterprise: SeedEnterprise
  readonly enterpriseId: number
  readonly customerId: number
  readonly employeeIds: readonly number[]
}

const nineteenDigits = (random: Random): string =>
  `5${String(random.between(0, 999_999_999)).padStart(9, '0')}${String(random.between(0, 999_999_999)).padStart(9, '0')}`

const addHousehold = (
  rows: SeedRows,
  enterprise: SeedEnterprise,
  index: number,
  random: Random,
): Household => {
  const enterpriseId = 1001 + index
  const customerId = 2001 + index * 10
  const createdAt = noonOf(-900 - index * 40)
  rows.enterprises.push({
    id: enterpriseId,
    global_id: enterprise.globalId,
    name: enterprise.name,
    name_key: enterprise.name,
    code: enterprise.code,
    crm_customer_id: `CRM-${enterprise.channelCustomerId}`,
    trial: enterprise.isTrial,
    created_at: createdAt,
  })
  const customer = {
    enterprise_id: enterpriseId,
    crm_customer_id: `CRM-${enterprise.channelCustomerId}`,
    name: enterprise.name,
    branch_name: enterprise.branch,
    address: enterprise.address,
    password_mobile: `138${String(random.between(0, 99_999_999)).padStart(8, '0')}`,
    created_at: createdAt,
    updated_at: createdAt,
  }
  const { channelCode, channelCustomerId } = enterprise
  rows.customers.push(
    {
      ...customer,
      id: customerId,
      channel_code: channelCode,
      channel_customer_id: channelCustomerId,
      is_default: true,
    },
    {
      ...customer,
      id: customerId + 1,
      channel_code: channelCode,
      channel_customer_id: `${channelCustomerId}-I`,
      is_default: false,
    },
  )
  const departmentIds = enterprise.departments.map((name, place) => {
    const id = 10_000 * (index + 1) + 101 + place
    rows.departments.push({ id, enterprise_id: enterpriseId, name })
    return id
  })
  const named = index === 0 ? namedPeople : []
  const people = makePeople(random, enterprise.employees, enterprise.westernShare, named)
  const employeeIds = people.map((person, place) => {
    const id = 30_001 + index * 1000 + place
    const joined = noonOf(-random.between(20, 880))
    rows.employees.push({
      id,
      user_id: 50_001 + index * 1000 + place,
      global_id: nineteenDigits(random),
      enterprise_id: enterpriseId,
      department_id: random.pick(departmentIds),
      user_name: person.account + enterprise.code,
      name: person.name,
      remark: random.chance(0.12)
        ? random.pick(['驻场 On site', '实习 Intern', '项目经理 Project manager'])
        : '',
      password_mobile: `13${random.between(0, 9)}${String(random.between(0, 99_999_999)).padStart(8, '0')}`,
      password_hash: null,
      identity: place === 0 ? 'administrator' : 'employee',
      online: random.chance(0.2),
      created_at: joined,
      updated_at: joined,
    })
    return id
  })
  return { enterprise, enterpriseId, customerId, employeeIds }
}

/** Licence types as often as a company of the field has them; every one occurs in each of the larger ones. */
const weights: Readonly<Record<keyof typeof licenseTypes, number>> = {
  normal_recover_usbkey: 28,
  normal_recover_lan_usbkey: 13,
  normal_unrecover_usbkey: 12,
  normal_unrecover_lan_usbkey: 6,
  identity_usbkey: 3,
  identity_lan_usbkey: 2,
  softkey: 8,
  lan_softkey: 5,
  product_entity: 3,
  cloud_account: 9,
  cloud_customer: 2,
  cloud_personal: 3,
  lk_product_usbkey: 3,
  lk_auth_usbkey: 3,
}

/**
 * The training data: enterprises, their people and their assets, the same at every call. The first locks are those
 * of the tray of simulated locks (training-locks.ts); 8000009999 is on none, so that there is one to show as
 * unknown.
 */
export const buildDemo = (): SeedRows => {
  const random = createRandom(drawnFrom)
  const rows = createRows()
  const write = createAssetWriter(rows, random)
  const nextSerial = { '8': 27, '6': 12 }

  for (const [index, enterprise] of seedEnterprises.entries()) {
    const household = addHousehold(rows, enterprise, index, random)
    const first: AssetPlan[] = trainingLocks(index, household)
    const rest = enterprise.assets - first.length
    const plans = Array.from({ length: rest }, (): AssetPlan => {
      const digits = enterprise.region + String(nextSerial[enterprise.region]++).padStart(9, '0')
      return planAsset(digits, random.weighted(weights), household, random)
    })
    write(household, [...first, ...plans])
  }
  lendLocks(rows, random)
  // Borrowed locks first: a lent asset points at one.
  rows.assets.sort((one, other) => Number(other.borrowed_usb_key) - Number(one.borrowed_usb_key))
  return rows
}
