import { createRows } from '../seed/rows'
import type { SeedRows } from '../seed/rows'
import type { OrderMerchandise, OrderProduct } from '../handlers/order-line'
import { productColumns } from '../handlers/purchases'
import type { ImportFile, ImportedAsset, ImportedEnterprise } from './import-file'

/** Returns a new id at each call. */
export type NextId = () => number

interface Target {
  readonly rows: SeedRows
  readonly nextId: NextId
  readonly now: number
}

/** The asset and order of products and packages, and the asset on which they can be used now. */
interface ProductPlace {
  readonly assetId: number
  readonly heldBy: number
  readonly orderId: number
}

const addProduct = (
  product: OrderProduct,
  place: ProductPlace,
  merchandiseId: number | null,
  to: Target,
): void => {
  to.rows.products.push({
    id: to.nextId(),
    merchandise_id: merchandiseId,
    asset_id: place.assetId,
    held_by: place.heldBy,
    order_id: place.orderId,
    ...productColumns(product),
    activated: false,
    created_at: to.now,
    updated_at: to.now,
  })
}

const addMerchandise = (
  merchandise: OrderMerchandise,
  parent: { readonly id: number; readonly num: string } | null,
  place: ProductPlace,
  to: Target,
): void => {
  const id = to.nextId()
  const num = merchandise.merchandiseNum ?? ''
  to.rows.merchandises.push({
    id,
    parent_id: parent?.id ?? null,
    asset_id: place.assetId,
    held_by: place.heldBy,
    order_id: place.orderId,
    merchandise_num: num,
    merchandise_name: merchandise.merchandiseName ?? num,
    parent_merchandise_num: merchandise.parentMerchandiseNum ?? parent?.num ?? null,
    time_duration_expression: merchandise.timeDurationExpression ?? null,
    src_license_order_id: null,
    created_at: to.now,
    updated_at: to.now,
  })
  for (const product of merchandise.licenseOrderProductList ?? []) addProduct(product, place, id, to)
  for (const child of merchandise.children ?? []) addMerchandise(child, { id, num }, place, to)
}

interface Customer {
  readonly id: number
  readonly channelCode: string
}
/**
 * Finds a customer by channel code and channel customer ID. An asset can refer to another enterprise's
 * customer.
 */
export type FindCustomer = (channelCode: string, channelCustomerId: string) => Customer | undefined

const addCustomers = (enterprise: ImportedEnterprise, enterpriseId: number, to: Target): Customer[] => {
  const isNamed = enterprise.customers.some(({ isDefault }) => isDefault)
  return enterprise.customers.map((customer, index) => {
    const id = to.nextId()
    to.rows.customers.push({
      id,
      enterprise_id: enterpriseId,
      channel_code: customer.channelCode,
      channel_customer_id: customer.channelCustomerId,
      crm_customer_id: customer.crmCustomerId ?? null,
      name: customer.name,
      branch_name: customer.branchName,
      address: customer.address,
      password_mobile: customer.passwordMobile,
      is_default: isNamed ? customer.isDefault : index === 0,
      created_at: to.now,
      updated_at: to.now,
    })
    return { id, channelCode: customer.channelCode }
  })
}

/** @returns the employee ids by account */
const addEmployees = (
  enterprise: ImportedEnterprise,
  enterpriseId: number,
  to: Target,
): Map<string, number> => {
  const ids = new Map<string, number>()
  for (const employee of enterprise.employees) {
    const id = to.nextId()
    ids.set(employee.userName, id)
    to.rows.employees.push({
      id,
      user_id: to.nextId(),
      global_id: employee.globalId,
      enterprise_id: enterpriseId,
      department_id: employee.departmentId ?? null,
      user_name: employee.userName,
      name: employee.name,
      remark: employee.remark,
      password_mobile: employee.passwordMobile,
      password_hash: null,
      identity: employee.identity,
      online: employee.online,
      created_at: to.now,
      updated_at: to.now,
    })
  }
  return ids
}

/** Creates one order per asset, so that a revocation order can name it. */
const addOrder = (asset: ImportedAsset, enterpriseId: number, customer: Customer, to: Target): number => {
  const [id, batchId] = [to.nextId(), to.nextId()]
  to.rows.order_batches.push({
    id: batchId,
    channel_code: customer.channelCode,
    channel_order_id: `IMPORT-${batchId}`,
    application_key: '',
    body_hash: '',
    pending_body: null,
    result: '[]',
    failure: null,
    created_at: to.now,
  })
  to.rows.license_orders.push({
    id,
    batch_id: batchId,
    sequence: 1,
    customer_id: customer.id,
    enterprise_id: enterpriseId,
    license_type: asset.licenseType,
    order_type: 'new_buy',
    src_license_order_id: null,
    created_at: to.now,
  })
  return id
}

const addAssets = (
  enterprise: ImportedEnterprise,
  enterpriseId: number,
  employees: ReadonlyMap<string, number>,
  customerOf: (asset: ImportedAsset) => Customer,
  to: Target,
): void => {
  const ids = new Map(enterprise.assets.map(({ assetNum }) => [assetNum, to.nextId()]))
  const borrowers = new Map(enterprise.assets.map(({ lentOnto, assignedTo }) => [lentOnto, assignedTo]))
  for (const asset of enterprise.assets) {
    const id = ids.get(asset.assetNum) ?? 0
    const customer = customerOf(asset)
    const orderId = addOrder(asset, enterpriseId, customer, to)
    const assignedTo = employees.get(asset.assignedTo ?? '') ?? null
    const lentOnto = ids.get(asset.lentOnto ?? '') ?? null
    to.rows.assets.push({
      id,
      asset_num: asset.assetNum,
      key_shell_number: asset.assetNum.replace(/\D/g, ''),
      license_type: asset.licenseType,
      customer_id: customer.id,
      enterprise_id: enterpriseId,
      order_id: orderId,
      key_chip_type: asset.keyChipType,
      locked: asset.locked,
      freezing: asset.freezing,
      online: asset.online,
      borrowed_usb_key: asset.borrowedUsbKey,
      locking_fails: asset.lockingFails,
      limit_start: asset.limitStartDate,
      limit_end: asset.limitEndDate,
      assigned_to: assignedTo,
      assigned_at: assignedTo === null ? null : to.now,
      lent_onto: lentOnto,
      lent_to: employees.get(borrowers.get(asset.assetNum) ?? '') ?? null,
      created_at: to.now,
      updated_at: to.now,
    })
    for (const { extendCode, extendValue } of asset.assetExtendList) {
      to.rows.asset_extends.push({ asset_id: id, extend_code: extendCode, extend_value: extendValue })
    }
    const place = { assetId: id, heldBy: lentOnto ?? id, orderId }
    for (const product of asset.products) addProduct(product, place, null, to)
    for (const merchandise of asset.merchandises) addMerchandise(merchandise, null, place, to)
  }
}

/** Converts the enterprises of a validated file to rows. Throws if the customer of an asset does not exist. */
export const importedRows = (
  { enterprises }: ImportFile,
  nextId: NextId,
  now: number,
  findCustomer: FindCustomer,
): SeedRows => {
  const to: Target = { rows: createRows(), nextId, now }
  const customersByKey = new Map<string, Customer>()
  const entered = enterprises.map((enterprise) => {
    const id = nextId()
    to.rows.enterprises.push({
      id,
      global_id: enterprise.globalId,
      name: enterprise.name,
      name_key: null,
      code: enterprise.code,
      crm_customer_id: enterprise.crmCustomerId ?? null,
      trial: enterprise.trial,
      created_at: now,
    })
    const customers = addCustomers(enterprise, id, to)
    enterprise.customers.forEach(({ channelCode, channelCustomerId }, customerIndex) => {
      const customer = customers[customerIndex]
      if (customer) customersByKey.set(`${channelCode}\t${channelCustomerId}`, customer)
    })
    for (const department of enterprise.departments) {
      to.rows.departments.push({ ...department, enterprise_id: id })
    }
    const chosen = Math.max(
      enterprise.customers.findIndex(({ isDefault }) => isDefault),
      0,
    )
    return { enterprise, id, usual: customers[chosen] }
  })
  for (const { enterprise, id, usual } of entered) {
    const employees = addEmployees(enterprise, id, to)
    const customerOf = ({ assetNum, customer }: ImportedAsset): Customer => {
      const { channelCode = '', channelCustomerId = '' } = customer ?? {}
      const found =
        customer === undefined
          ? usual
          : (customersByKey.get(`${channelCode}\t${channelCustomerId}`) ??
            findCustomer(channelCode, channelCustomerId))
      if (found === undefined) throw new Error(`No customer for ${assetNum}`)
      return found
    }
    addAssets(enterprise, id, employees, customerOf, to)
  }
  // Borrowed locks first, because lent assets reference them.
  to.rows.assets.sort((one, other) => Number(other.borrowed_usb_key) - Number(one.borrowed_usb_key))
  return to.rows
}
