import { z } from 'zod'
import type { BusinessCode } from './model/api/business-codes'
import { listOf, text } from './model/api/fields'
import type { Field, Read, Documented } from './model/api/fields'
import {
  addEmployeesResult,
  assetNumberRecord,
  assetProducts,
  borrowedLock,
  employeePage,
} from './model/api/member-resources'
import { licenseOrder, long } from './model/api/order-requests'
import {
  batchOrderResult,
  enterpriseCreation,
  enterpriseCustomer,
  lockOperationResult,
  noData,
  virtualAsset,
} from './model/api/order-resources'

/** The modules of the API (docs/api.md), each with the header set of section 4.1 or 4.2. */
export type PlatformModule = 'order' | 'member'

interface Operation {
  readonly module: PlatformModule
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to the base URL; `{name}` is a path parameter. */
  readonly path: string
  /** Without `g_nonce`, which the client adds to every request. */
  readonly query: z.ZodObject
  readonly body: z.ZodObject | null
  readonly data: Field
  readonly changesState: boolean
  /** The business codes of section 7 that the operation may return besides success. */
  readonly codes: readonly BusinessCode[]
}

const orderPath = '/order/api/order/v1'
const memberPath = '/me/api/v1/enterprise'

const parameterText = z.string()
/** Every parameter is optional: the API does not say which are required (section 4). */
const parameters = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.object(shape).partial()
const noParameters = parameters({})

const orderCodes = ['13004', '500', '60000', '70001'] as const
const memberCodes = ['60000', '60005', '70001', '500'] as const

const customerBody = parameters({
  crmCustomerId: parameterText,
  customerName: parameterText,
  branchName: parameterText,
  address: parameterText,
})
const lockBody = parameters({ assetNums: z.array(parameterText), operatorIdentity: parameterText })
const employeeChanges = {
  userName: parameterText,
  departmentId: long,
  name: parameterText,
  remark: parameterText,
  passwordMobile: parameterText,
}

/**
 * The 19 operations of the API (docs/api.md, sections 4.1 and 4.2), in its order. The client's methods, the
 * embedded service's routes and the contract tests are derived from this table.
 */
export const operations = {
  'order.bindCustomer': {
    module: 'order',
    method: 'POST',
    path: `${orderPath}/enterprise/user/bind`,
    query: noParameters,
    body: parameters({
      channelCode: parameterText,
      channelCustomerId: parameterText,
      customerName: parameterText,
      branchName: parameterText,
      enterpriseName: parameterText,
      passwordMobile: parameterText,
    }),
    data: enterpriseCustomer,
    changesState: true,
    codes: orderCodes,
  },
  'order.createEnterprise': {
    module: 'order',
    method: 'POST',
    path: `${orderPath}/enterprise/user/create`,
    query: noParameters,
    body: customerBody,
    data: enterpriseCreation,
    changesState: true,
    codes: orderCodes,
  },
  'order.queryCustomers': {
    module: 'order',
    method: 'GET',
    path: `${orderPath}/enterprise/user/query`,
    query: parameters({
      channelCode: parameterText,
      channelCustomerId: parameterText,
      defaultCustomer: z.enum(['Y', 'N']),
    }),
    body: null,
    data: listOf(enterpriseCustomer),
    changesState: false,
    codes: orderCodes,
  },
  'order.updateCustomer': {
    module: 'order',
    method: 'POST',
    path: `${orderPath}/enterprise/user/update`,
    query: noParameters,
    body: customerBody,
    data: noData,
    changesState: true,
    codes: orderCodes,
  },
  'order.batchOrder': {
    module: 'order',
    method: 'POST',
    path: `${orderPath}/licenseOrder/batchOrder`,
    /** The integrator's appKey; by default the client fills in its own. */
    query: parameters({ appKey: parameterText }),
    body: parameters({
      channelCode: parameterText,
      channelOrderId: parameterText,
      syncMode: z.enum(['sync', 'async']),
      orderList: z.array(licenseOrder),
    }),
    data: listOf(batchOrderResult),
    changesState: true,
    codes: orderCodes,
  },
  'order.lockAssets': {
    module: 'order',
    method: 'POST',
    path: `${orderPath}/asset/lock`,
    query: noParameters,
    body: lockBody,
    data: listOf(lockOperationResult),
    changesState: true,
    codes: orderCodes,
  },
  'order.unlockAssets': {
    module: 'order',
    method: 'POST',
    path: `${orderPath}/asset/unlock`,
    query: noParameters,
    body: lockBody,
    data: listOf(lockOperationResult),
    changesState: true,
    codes: orderCodes,
  },
  'order.listAssets': {
    module: 'order',
    method: 'GET',
    path: `${orderPath}/asset/{enterpriseGlobalId}/list`,
    query: parameters({ extendCode: parameterText }),
    body: null,
    data: listOf(virtualAsset),
    changesState: false,
    codes: orderCodes,
  },
  'order.allocateShellNumbers': {
    module: 'order',
    method: 'POST',
    path: `${orderPath}/shellnums`,
    query: noParameters,
    body: parameters({ size: z.int() }),
    data: listOf(text),
    changesState: true,
    codes: orderCodes,
  },
  'member.addEmployees': {
    module: 'member',
    method: 'POST',
    path: `${memberPath}/{enterpriseGlobalId}/member`,
    query: noParameters,
    body: parameters({ userList: z.array(parameters({ ...employeeChanges, password: parameterText })) }),
    data: addEmployeesResult,
    changesState: true,
    codes: [
      ...memberCodes,
      '80001',
      '40000',
      '40021',
      '60013',
      '40008',
      '40001',
      '40009',
      '40022',
      '50003',
      '30002',
      '30003',
      '10003',
      '10004',
      '40006',
      '60009',
      '60027',
    ],
  },
  'member.editEmployee': {
    module: 'member',
    method: 'PUT',
    path: `${memberPath}/{enterpriseGlobalId}/member/{memberGlobalId}`,
    query: noParameters,
    body: parameters(employeeChanges),
    data: noData,
    changesState: true,
    codes: [...memberCodes, '80001', '60002', '40000', '30002', '30003'],
  },
  'member.resetPassword': {
    module: 'member',
    method: 'PUT',
    path: `${memberPath}/{enterpriseGlobalId}/member/{memberGlobalId}/resetPassword`,
    query: noParameters,
    body: parameters({ password: parameterText }),
    data: noData,
    changesState: true,
    codes: [...memberCodes, '80001', '60002', '40000', '40001', '50003'],
  },
  'member.deleteEmployee': {
    module: 'member',
    method: 'DELETE',
    path: `${memberPath}/{enterpriseGlobalId}/member/{memberGlobalId}`,
    query: noParameters,
    body: null,
    data: noData,
    changesState: true,
    codes: [...memberCodes, '80001', '60002'],
  },
  'member.listEmployees': {
    module: 'member',
    method: 'GET',
    path: `${memberPath}/{enterpriseGlobalId}/members`,
    query: parameters({ departmentId: long, keyword: parameterText, pageNum: z.int(), pageSize: z.int() }),
    body: null,
    data: employeePage,
    changesState: false,
    codes: [...memberCodes, '80001', '40000'],
  },
  'member.listAssetNumbers': {
    module: 'member',
    method: 'GET',
    path: `${memberPath}/{enterpriseGlobalId}/asset/assetNums`,
    query: noParameters,
    body: null,
    data: listOf(assetNumberRecord),
    changesState: false,
    codes: [...memberCodes, '60017'],
  },
  'member.listAssetProducts': {
    module: 'member',
    method: 'GET',
    path: `${memberPath}/asset/{assetId}/merchandiseProducts`,
    query: noParameters,
    body: null,
    data: assetProducts,
    changesState: false,
    codes: [...memberCodes, '60017', '60024'],
  },
  'member.listBorrowedLocks': {
    module: 'member',
    method: 'GET',
    path: `${memberPath}/{enterpriseGlobalId}/asset/borrowUsbKeys`,
    query: noParameters,
    body: null,
    data: listOf(borrowedLock),
    changesState: false,
    codes: [...memberCodes, '60017'],
  },
  'member.assignAssets': {
    module: 'member',
    method: 'POST',
    path: `${memberPath}/member/{memberGlobalId}/privileges`,
    query: noParameters,
    body: parameters({ deleteAssets: z.array(parameterText), addAssets: z.array(parameterText) }),
    data: noData,
    changesState: true,
    codes: [...memberCodes, '60024', '60023', '60025', '60026', '60028'],
  },
  'member.lendAssets': {
    module: 'member',
    method: 'POST',
    path: `${memberPath}/member/{memberGlobalId}/borrow`,
    query: noParameters,
    body: parameters({ borrowedUsbKey: parameterText, assetIDs: z.array(parameterText) }),
    data: noData,
    changesState: true,
    codes: [...memberCodes, '40000', '60026', '33006', '33003', '33007', '33008', '33018', '33009'],
  },
} as const satisfies Record<string, Operation>

export type OperationId = keyof typeof operations
export const operationIds = Object.keys(operations) as OperationId[]
export const isOperationId = (name: string): name is OperationId => Object.hasOwn(operations, name)

/** The names in a path's braces: `'/a/{x}/b/{y}'` → `'x' | 'y'`. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never

export const pathParametersOf = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')

type Table = typeof operations
type BodyOf<Id extends OperationId> = Table[Id]['body'] extends z.ZodType
  ? { readonly body: z.input<Table[Id]['body']> }
  : { readonly body?: undefined }
type PathOf<Id extends OperationId> = [PathParameter<Table[Id]['path']>] extends [never]
  ? { readonly path?: undefined }
  : { readonly path: Readonly<Record<PathParameter<Table[Id]['path']>, string>> }

/** The request a caller passes; the client adds nonce and headers. */
export type OperationRequest<Id extends OperationId> = PathOf<Id> &
  BodyOf<Id> & { readonly query?: z.input<Table[Id]['query']> }

/** `data` of a success, as the client reads it. */
export type OperationData<Id extends OperationId> = Read<Table[Id]['data']>
/** `data` of a success, as the API states it and the embedded service returns it. */
export type DocumentedData<Id extends OperationId> = Documented<Table[Id]['data']>

export type ChangingOperationId = {
  [Id in OperationId]: Table[Id]['changesState'] extends true ? Id : never
}[OperationId]
export const changingOperationIds = operationIds.filter(
  (id): id is ChangingOperationId => operations[id].changesState,
)
