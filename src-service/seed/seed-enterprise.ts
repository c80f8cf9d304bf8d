import { noonOf } from './calendar'
import type { SeedEnterprise } from './enterprises'
import { generateEmployees, namedEmployees } from './employees'
import type { Random } from './random'
import type { SeedRows } from './rows'

export interface SeededEnterprise {
  readonly enterprise: SeedEnterprise
  readonly enterpriseId: number
  readonly customerId: number
  readonly employeeIds: readonly number[]
}

const nineteenDigits = (random: Random): string =>
  `5${String(random.between(0, 999_999_999)).padStart(9, '0')}${String(random.between(0, 999_999_999)).padStart(9, '0')}`

/** Adds an enterprise with two customers, its departments and its employees. */
export const addSeedEnterprise = (
  rows: SeedRows,
  enterprise: SeedEnterprise,
  index: number,
  random: Random,
): SeededEnterprise => {
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
  const fixedEmployees = index === 0 ? namedEmployees : []
  const employeeNames = generateEmployees(
    random,
    enterprise.employees,
    enterprise.westernShare,
    fixedEmployees,
  )
  const employeeIds = employeeNames.map((employee, place) => {
    const id = 30_001 + index * 1000 + place
    const joined = noonOf(-random.between(20, 880))
    rows.employees.push({
      id,
      user_id: 50_001 + index * 1000 + place,
      global_id: nineteenDigits(random),
      enterprise_id: enterpriseId,
      department_id: random.pick(departmentIds),
      user_name: employee.account + enterprise.code,
      name: employee.name,
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
