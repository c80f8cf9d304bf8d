/** The state of the double. Times are ms since 1970; IDs are digits as text, written as the settings require. */
export interface Enterprise {
  readonly id: string
  readonly name: string
  /** Appended to every account. */
  readonly code: string
}

export interface Customer {
  readonly id: string
  readonly enterpriseId: string
  readonly channelCode: string
  readonly channelCustomerId: string
  readonly crmCustomerId: string
  readonly isDefault: boolean
  name: string
  branch: string
  address: string
}

export interface Employee {
  readonly id: string
  readonly globalId: string
  readonly enterpriseId: string
  readonly account: string
  readonly createdAt: number
  departmentId: string
  name: string
  remark: string
  mobile: string
  password: string
  deleted: boolean
  updatedAt: number
}

export interface Product {
  readonly id: string
  readonly orderId: string
  readonly uri: string
  readonly name: string
  readonly nodes: number
  readonly start: number | null
  readonly end: number | null
}

export interface Bundle {
  readonly number: string
  readonly name: string
  readonly products: Product[]
  readonly children: Bundle[]
}

export interface Asset {
  readonly id: string
  readonly enterpriseId: string
  readonly customerId: string
  readonly num: string
  readonly digits: string
  readonly type: string
  readonly isBorrowedLock: boolean
  readonly extensions: readonly (readonly [string, string])[]
  readonly start: number | null
  readonly end: number | null
  readonly createdAt: number
  /** The assignment state, whose values the API does not show. */
  readonly status: string | null
  locked: boolean
  frozen: boolean
  products: Product[]
  bundles: Bundle[]
  /** The employee it is assigned to; for a borrowed lock, who has it. */
  holder: string | null
  /** The borrowed lock that its products were moved onto. */
  lentOnto: string | null
}

export interface Order {
  readonly id: string
  readonly channelOrderId: string
  readonly sequence: number
  readonly type: string
}

export interface World {
  readonly enterprises: Map<string, Enterprise>
  readonly customers: Customer[]
  /** By global ID. */
  readonly employees: Map<string, Employee>
  /** By ID. */
  readonly assets: Map<string, Asset>
  readonly orders: Order[]
  /** Names of departments by ID. */
  readonly departments: Map<string, string>
  readonly allocated: string[]
}

export const emptyWorld = (): World => ({
  enterprises: new Map(),
  customers: [],
  employees: new Map(),
  assets: new Map(),
  orders: [],
  departments: new Map([
    ['7100000000000000011', '结构室'],
    ['7100000000000000012', 'Estimating'],
  ]),
  allocated: [],
})

let lastId = 0n
/** 19 digits, which must stay exact. */
export const newId = (): string => {
  lastId += 1n
  return String(7_300_000_000_000_000_001n + lastId * 104_729n)
}

/** A business refusal. */
export class BusinessException extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly data?: unknown,
  ) {
    super(message)
  }
}

export const employeeOf = (world: World, globalId: string, code: string): Employee => {
  const employee = world.employees.get(globalId)
  if (employee === undefined || employee.deleted) throw new BusinessException(code, `no employee ${globalId}`)
  return employee
}

export const assetsOf = (world: World, enterpriseId: string): Asset[] =>
  [...world.assets.values()].filter((asset) => asset.enterpriseId === enterpriseId)

export const employeesOf = (world: World, enterpriseId: string): Employee[] =>
  [...world.employees.values()].filter((employee) => employee.enterpriseId === enterpriseId)
