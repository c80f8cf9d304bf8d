import { z } from 'zod'
import {
  assetNumber,
  flag,
  inside,
  integer,
  listOf,
  long,
  nullable,
  numericId,
  resource,
  shapeOf,
  text,
  time,
  undocumented,
  untypedId,
} from './fields'
import type { Read } from './fields'

// docs/api.md, section 2.2: the responses of the member center.

export const addedEmployee = resource({
  id: numericId,
  userId: numericId,
  globalId: text,
  enterpriseId: numericId,
  departmentId: nullable(numericId),
  departmentName: nullable(text),
  userName: text,
  name: text,
  remark: nullable(text),
  deleted: flag,
  updateTime: time,
  createTime: time,
})

export const addFailure = resource({ userName: text, message: text })

export const addEmployeesResult = resource({
  succeeded: inside(listOf(addedEmployee)),
  failed: inside(listOf(addFailure)),
})

export const employee = resource({
  id: text,
  userId: text,
  globalId: text,
  enterpriseId: text,
  departmentId: nullable(numericId),
  departmentName: nullable(text),
  userName: text,
  passwordMobile: nullable(text),
  name: text,
  assetNums: inside(nullable(listOf(assetNumber))),
  borrowNum: nullable(text),
  onlineFlag: nullable(flag),
  remark: nullable(text),
  deleted: flag,
  updateTime: time,
  createTime: time,
  boundUserInfo: undocumented,
})
export type Employee = Read<typeof employee>

export const employeePage = resource({
  pageNum: integer,
  pageSize: integer,
  size: integer,
  orderBy: nullable(text),
  startRow: integer,
  endRow: integer,
  total: integer,
  pages: integer,
  list: inside(listOf(employee)),
  firstPage: integer,
  prePage: integer,
  nextPage: integer,
  lastPage: integer,
  isFirstPage: flag,
  isLastPage: flag,
  hasPreviousPage: flag,
  hasNextPage: flag,
  navigatePages: integer,
  navigatepageNums: inside(listOf(integer)),
})

export const assetNumberRecord = resource({
  assetNum: assetNumber,
  assetId: text,
  cloudAccountGlobalId: nullable(text),
  borrowedFlag: flag,
  onlineFlag: flag,
})
export type AssetNumberRecord = Read<typeof assetNumberRecord>

export const borrowedLock = resource({
  assetId: text,
  assetNum: assetNumber,
  borrowedFlag: flag,
  cloudAccountGlobalId: nullable(text),
})
export type BorrowedLock = Read<typeof borrowedLock>

export const productInstance = resource({
  id: untypedId,
  licenseType: text,
  customerId: text,
  assetId: untypedId,
  assetInsId: nullable(untypedId),
  merchandiseInsId: nullable(untypedId),
  assetNum: assetNumber,
  productUri: text,
  gmsPid: nullable(text),
  appKey: nullable(text),
  productName: text,
  channelCode: nullable(text),
  licenseOrderId: untypedId,
  channelOrderId: nullable(untypedId),
  limitStartTime: nullable(time),
  limitEndTime: nullable(time),
  limitAmount: nullable(integer),
  limitConcurrent: nullable(integer),
  limitTimeDuration: nullable(long),
  trial: nullable(integer),
  trialEndDate: nullable(time),
  limitType: nullable(text),
  prodDefExtend: nullable(flag),
  timeDurationExpression: nullable(text),
  srcLicenseOrderId: nullable(text),
  createTime: time,
  updateTime: nullable(time),
  activateFlag: nullable(flag),
  crmProductId: nullable(text),
  productExtendInstanceList: undocumented,
})
export type ProductInstance = Read<typeof productInstance>

const merchandiseFields = {
  id: untypedId,
  licenseType: text,
  merchandiseNum: text,
  merchandiseName: text,
  parentId: nullable(untypedId),
  parentMerchandiseNum: nullable(text),
  customerId: text,
  licenseOrderId: untypedId,
  channelOrderId: nullable(untypedId),
  createTime: time,
  updateTime: nullable(time),
  channelCode: nullable(text),
  timeDurationExpression: nullable(text),
  srcLicenseOrderId: nullable(text),
  productInstanceList: inside(nullable(listOf(productInstance))),
}

// Packages contain packages; `children` is null at the lowest level. TypeScript cannot infer a recursive type,
// hence the two interfaces.
const documentedFields = z.looseObject(shapeOf(merchandiseFields, 'documented'))
const readFields = z.looseObject(shapeOf(merchandiseFields, 'read'))

type StatedMerchandise = z.output<typeof documentedFields> & { children: StatedMerchandise[] | null }
export type MerchandiseInstance = z.output<typeof readFields> & { children: MerchandiseInstance[] | null }

const documentedMerchandise: z.ZodType<StatedMerchandise> = z.lazy(() =>
  documentedFields.extend({ children: z.array(documentedMerchandise).nullable() }),
)
const readMerchandise: z.ZodType<MerchandiseInstance> = z.lazy(() =>
  readFields.extend({
    children: z
      .array(readMerchandise)
      .nullish()
      .transform((children) => children ?? null)
      .catch(null),
  }),
)

export const merchandiseInstance = { documented: documentedMerchandise, read: readMerchandise }

export const assetProducts = resource({
  productInstanceList: inside(nullable(listOf(productInstance))),
  children: inside(nullable(listOf(merchandiseInstance))),
})
export type AssetProducts = Read<typeof assetProducts>
