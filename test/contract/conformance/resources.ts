import type { OperationId } from '#shared/operations'
import type { Fields, Type } from './types'

// docs/api.md, section 2, written again and not taken from src-shared: an error there must not be repeated here.

const enterpriseCustomer = {
  customerId: 'String',
  channelCode: 'String',
  channelCustomerId: 'String',
  enterpriseGlobalId: 'String',
  enterpriseName: 'String',
  isDefault: 'bool',
} as const satisfies Fields

const enterpriseCreation = {
  enterpriseGlobalId: 'String',
  defaultType: 'bool',
  members: [{ memberGlobalId: 'String', memberIdentity: 'String' }],
} as const satisfies Fields

const batchResult = { sequence: 'Integer', licenseOrderId: 'String', customerId: 'String' } as const
const lockResult = { assetNum: 'String', status: 'Integer' } as const

const virtualAsset = {
  id: 'String',
  licenseType: 'String',
  assetNum: 'String',
  grantable: 'bool',
  customerId: 'String',
  keyShellNumber: 'String',
  keyChipType: 'Integer',
  locked: 'bool',
  freezing: 'bool',
  createTime: 'Long',
  updateTime: 'Long',
  limitStartTime: 'Long?',
  limitEndTime: 'Long?',
  assignStatus: {
    id: 'String',
    assignStatus: 'String',
    assignMemberId: 'String?',
    createTime: 'String?',
    updateTime: 'undocumented',
  },
  assetLimits: 'undocumented',
  assetExtends: [{ extendCode: 'String', extendValue: 'String' }],
  borrowedUsbKey: 'bool',
} as const satisfies Fields

const addedEmployee = {
  id: 'Long',
  userId: 'Long',
  globalId: 'String',
  enterpriseId: 'Long',
  departmentId: 'Long?',
  departmentName: 'String?',
  userName: 'String',
  name: 'String',
  remark: 'String?',
  deleted: 'bool',
  updateTime: 'Long',
  createTime: 'Long',
} as const satisfies Fields

const employee = {
  id: 'String',
  userId: 'String',
  globalId: 'String',
  enterpriseId: 'String',
  departmentId: 'Long?',
  departmentName: 'String?',
  userName: 'String',
  passwordMobile: 'String?',
  name: 'String',
  assetNums: ['String'],
  borrowNum: 'String?',
  onlineFlag: 'bool',
  remark: 'String?',
  deleted: 'bool',
  updateTime: 'Long',
  createTime: 'Long',
  boundUserInfo: 'undocumented',
} as const satisfies Fields

const page = {
  pageNum: 'Integer',
  pageSize: 'Integer',
  size: 'Integer',
  orderBy: 'String?',
  startRow: 'Integer',
  endRow: 'Integer',
  total: 'Integer',
  pages: 'Integer',
  list: [employee],
  firstPage: 'Integer',
  prePage: 'Integer',
  nextPage: 'Integer',
  lastPage: 'Integer',
  isFirstPage: 'bool',
  isLastPage: 'bool',
  hasPreviousPage: 'bool',
  hasNextPage: 'bool',
  navigatePages: 'Integer',
  navigatepageNums: ['Integer'],
} as const satisfies Fields

const assetNumber = {
  assetNum: 'String',
  assetId: 'String',
  cloudAccountGlobalId: 'String?',
  borrowedFlag: 'bool',
  onlineFlag: 'bool',
} as const satisfies Fields

const borrowedLock = {
  assetId: 'String',
  assetNum: 'String',
  borrowedFlag: 'bool',
  cloudAccountGlobalId: 'String?',
} as const satisfies Fields

const product = {
  id: 'id',
  licenseType: 'String',
  customerId: 'String',
  assetId: 'id',
  assetInsId: 'id?',
  merchandiseInsId: 'id?',
  assetNum: 'String',
  productUri: 'String',
  gmsPid: 'String?',
  appKey: 'String?',
  productName: 'String',
  channelCode: 'String?',
  licenseOrderId: 'id',
  channelOrderId: 'id?',
  limitStartTime: 'Long?',
  limitEndTime: 'Long?',
  limitAmount: 'Integer?',
  limitConcurrent: 'Integer?',
  limitTimeDuration: 'Long?',
  trial: 'Integer',
  trialEndDate: 'Long?',
  limitType: 'String',
  prodDefExtend: 'bool',
  timeDurationExpression: 'String?',
  srcLicenseOrderId: 'String?',
  createTime: 'Long',
  updateTime: 'Long',
  activateFlag: 'bool',
  crmProductId: 'String?',
  productExtendInstanceList: ['undocumented'],
} as const satisfies Fields

const merchandise: Fields = {
  id: 'id',
  licenseType: 'String',
  merchandiseNum: 'String',
  merchandiseName: 'String',
  parentId: 'id?',
  parentMerchandiseNum: 'String?',
  customerId: 'String',
  licenseOrderId: 'id',
  channelOrderId: 'id?',
  createTime: 'Long',
  updateTime: 'Long',
  channelCode: 'String?',
  timeDurationExpression: 'String?',
  srcLicenseOrderId: 'String?',
  children: { orNull: [() => merchandise] },
  productInstanceList: { orNull: [product] },
}

/** `data` of a success by operation (section 4). */
export const dataOf: Readonly<Record<OperationId, Type>> = {
  'order.bindCustomer': enterpriseCustomer,
  'order.createEnterprise': enterpriseCreation,
  'order.queryCustomers': [enterpriseCustomer],
  'order.updateCustomer': 'nothing',
  'order.batchOrder': [batchResult],
  'order.lockAssets': [lockResult],
  'order.unlockAssets': [lockResult],
  'order.listAssets': [virtualAsset],
  'order.allocateShellNumbers': ['String'],
  'member.addEmployees': { succeeded: [addedEmployee], failed: [{ userName: 'String', message: 'String' }] },
  'member.editEmployee': 'nothing',
  'member.resetPassword': 'nothing',
  'member.deleteEmployee': 'nothing',
  'member.listEmployees': page,
  'member.listAssetNumbers': [assetNumber],
  'member.listAssetProducts': { productInstanceList: [product], children: [() => merchandise] },
  'member.listBorrowedLocks': [borrowedLock],
  'member.assignAssets': 'nothing',
  'member.lendAssets': 'nothing',
}
