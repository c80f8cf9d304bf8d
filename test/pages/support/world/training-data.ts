import { dayOf } from '#shared/model/calendar-day'
import { groupBy } from '#shared/group-by'
import type { RegisteredEnterprise } from '#shared/bridge/enterprise-commands'
import type { EmployeeRecord } from '#shared/model/employee-record'
import type { LicensedPackage, LicensedProduct, Licenses, LockRecord } from '#shared/model/locks/lock-record'
import { isShellNumber } from '#shared/model/locks/shell-number'
import { chipGeneration } from '#shared/model/api/license-types'
import { shiftsTo } from '../../../../src-service/seed/calendar'
import { buildDemo } from '../../../../src-service/seed/demo'
import { shifted } from '../../../../src-service/seed/rows'
import type { SeedRows } from '../../../../src-service/seed/rows'

export interface TrainingData {
  /** In the order of the register. */
  readonly enterprises: readonly RegisteredEnterprise[]
  readonly records: readonly LockRecord[]
  readonly employees: readonly EmployeeRecord[]
  licenses(assetId: string): Licenses
}

/** Columns are Long or what the database generates; the training data has numbers. */
const timeOf = (value: unknown): number | null => (value == null ? null : Number(value))

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.id, row]))

const recordsOf = (rows: SeedRows, readAt: number): LockRecord[] => {
  const enterprises = byId(rows.enterprises)
  const employees = byId(rows.employees)
  const extensions = groupBy(rows.asset_extends, (row) => row.asset_id)
  return rows.assets
    .toSorted((one, other) => one.id - other.id)
    .map((row) => {
      const enterprise = enterprises.get(row.enterprise_id)
      const holder = employees.get(row.lent_to ?? row.assigned_to ?? 0)
      const number = row.key_shell_number
      return {
        shellNumber: isShellNumber(number) ? number : null,
        assetNum: row.asset_num,
        assetId: String(row.id),
        enterpriseGlobalId: enterprise?.global_id ?? '',
        enterpriseName: enterprise?.name ?? null,
        licenseType: row.license_type,
        chipGeneration: chipGeneration(row.key_chip_type),
        locked: row.locked === true,
        freezing: row.freezing === true,
        borrowedUsbKey: row.borrowed_usb_key === true,
        lent: row.lent_onto !== null || row.lent_to !== null,
        holder: holder === undefined ? null : { memberGlobalId: holder.global_id, name: holder.name },
        limitStart: timeOf(row.limit_start),
        limitEnd: timeOf(row.limit_end),
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        grantable: row.borrowed_usb_key !== true,
        assignStatus: row.assigned_to === null ? 'unassigned' : 'assigned',
        online: row.online === true,
        extensions: (extensions.get(row.id) ?? []).map(({ extend_code, extend_value }) => ({
          code: extend_code,
          value: extend_value,
        })),
        customerId: String(row.customer_id),
        readAt,
      }
    })
}

const employeesOf = (rows: SeedRows, readAt: number): EmployeeRecord[] => {
  const enterprises = byId(rows.enterprises)
  const departments = byId(rows.departments)
  const assets = groupBy(rows.assets, (row) => row.assigned_to)
  return rows.employees.map((row) => ({
    memberGlobalId: row.global_id,
    enterpriseGlobalId: enterprises.get(row.enterprise_id)?.global_id ?? '',
    userName: row.user_name,
    name: row.name,
    departmentId: row.department_id === null ? null : String(row.department_id),
    departmentName: departments.get(row.department_id ?? 0)?.name ?? null,
    passwordMobile: row.password_mobile,
    remark: row.remark,
    assetNums: (assets.get(row.id) ?? []).map(({ asset_num }) => asset_num),
    borrowNum: '0',
    onlineFlag: row.online === true,
    deleted: false,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    readAt,
  }))
}

const licensesIn = (rows: SeedRows) => {
  const products = groupBy(rows.products, (row) => row.merchandise_id ?? `asset ${row.held_by}`)
  const packages = groupBy(rows.merchandises, (row) => row.parent_id ?? `asset ${row.held_by}`)
  return (assetId: string): Licenses => {
    let count = 0
    const productsIn = (key: string | number): LicensedProduct[] =>
      (products.get(key) ?? []).map((row) => {
        count += 1
        return {
          name: row.product_name,
          productUri: row.product_uri,
          gmsPid: row.gms_pid ?? null,
          appKey: null,
          licenseOrderId: String(row.order_id),
          concurrentNodes: timeOf(row.limit_concurrent),
          limitEnd: timeOf(row.limit_end),
          trial: row.trial === 1,
        }
      })
    const packagesIn = (key: string | number): LicensedPackage[] =>
      (packages.get(key) ?? []).map((row) => ({
        name: row.merchandise_name,
        products: productsIn(row.id),
        packages: packagesIn(row.id),
      }))
    const key = `asset ${assetId}`
    return { products: productsIn(key), packages: packagesIn(key), count }
  }
}

const build = (now: number): TrainingData => {
  const rows = shifted(buildDemo(), shiftsTo(now))
  const records = recordsOf(rows, now)
  const enterprises = rows.enterprises.map((row) => {
    const customer = rows.customers.find(({ enterprise_id }) => enterprise_id === row.id)
    return {
      enterpriseGlobalId: row.global_id,
      enterpriseName: row.name,
      channelCode: customer?.channel_code ?? null,
      channelCustomerId: customer?.channel_customer_id ?? null,
      assets: records.filter(({ enterpriseGlobalId }) => enterpriseGlobalId === row.global_id).length,
      readAt: now,
      failure: null,
    }
  })
  return { enterprises, records, employees: employeesOf(rows, now), licenses: licensesIn(rows) }
}

/** The app calls what was read ten minutes ago old, and a busy computer takes longer for a worker's files, ms. */
const newForMs = 5 * 60_000
let built: { readonly data: TrainingData; readonly at: number } | null = null

/** The data of the training service as main would have just read it: the same numbers, names and dates as in the app. */
export const trainingData = (): TrainingData => {
  const now = Date.now()
  if (built === null || dayOf(built.at) !== dayOf(now) || Math.abs(now - built.at) > newForMs) {
    built = { data: build(now), at: now }
  }
  return built.data
}
