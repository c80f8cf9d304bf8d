import { newId } from './world'
import type { Asset, Employee, Enterprise, World } from './world'

const day = 86_400_000

export const addEnterprise = (
  world: World,
  { name, code, channelCustomerId }: { name: string; code: string; channelCustomerId: string },
): Enterprise => {
  const enterprise = { id: newId(), name, code }
  world.enterprises.set(enterprise.id, enterprise)
  world.customers.push({
    id: newId(),
    enterpriseId: enterprise.id,
    channelCode: 'GL-EAST',
    channelCustomerId,
    crmCustomerId: `CRM-${channelCustomerId}`,
    isDefault: true,
    name,
    branch: '',
    address: '',
  })
  return enterprise
}

export const addEmployee = (
  world: World,
  enterprise: Enterprise,
  part: Partial<Employee> & { readonly account: string; readonly name: string },
): Employee => {
  const [departmentId = ''] = world.departments.keys()
  const at = Date.now() - 30 * day
  const employee: Employee = {
    id: newId(),
    globalId: newId(),
    enterpriseId: enterprise.id,
    departmentId,
    remark: '',
    mobile: '13900000000',
    password: 'first-password',
    deleted: false,
    createdAt: at,
    updatedAt: at,
    ...part,
    account: part.account + enterprise.code,
  }
  world.employees.set(employee.globalId, employee)
  return employee
}

/** An asset with one product of 3 nodes; its number has letters before the digits. */
export const addAsset = (
  world: World,
  enterprise: Enterprise,
  digits: string,
  part: Partial<Asset> = {},
): Asset => {
  const at = Date.now() - 200 * day
  const end = Date.now() + 90 * day
  const product = { id: newId(), orderId: 'LO-SEED', uri: `uri-${digits}`, name: `算量 ${digits}`, nodes: 3 }
  const asset: Asset = {
    id: newId(),
    enterpriseId: enterprise.id,
    customerId: world.customers.find((one) => one.enterpriseId === enterprise.id)?.id ?? newId(),
    num: `GXS${digits}`,
    digits,
    type: 'normal_recover_usbkey',
    isBorrowedLock: false,
    extensions: [],
    start: at,
    end,
    createdAt: at,
    status: 'ASSIGN_STATUS_OF_TOMORROW',
    locked: false,
    frozen: false,
    products: [{ ...product, start: at, end }],
    bundles: [],
    holder: null,
    lentOnto: null,
    ...part,
  }
  world.assets.set(asset.id, asset)
  return asset
}

export const addBorrowedLock = (
  world: World,
  enterprise: Enterprise,
  digits: string,
  part: Partial<Asset> = {},
): Asset => addAsset(world, enterprise, digits, { isBorrowedLock: true, products: [], end: null, ...part })
