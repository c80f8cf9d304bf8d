import { flag, inside, integer, listOf, long, nothing, nullable, resource, text, unshown } from './fields'
import type { Read } from './fields'

// Section 2.1 of the API document: what the order module answers.

export const enterpriseCustomer = resource({
  customerId: text,
  channelCode: text,
  channelCustomerId: text,
  enterpriseGlobalId: text,
  enterpriseName: text,
  isDefault: flag,
})
export type EnterpriseCustomer = Read<typeof enterpriseCustomer>

export const enterpriseCreation = resource({
  enterpriseGlobalId: text,
  defaultType: flag,
  members: inside(listOf(resource({ memberGlobalId: text, memberIdentity: text }))),
})

export const batchOrderResult = resource({ sequence: integer, licenseOrderId: text, customerId: text })

/** 1 = success, 2 = lock does not exist, 3 = operation failed, 4 = wrong lock type; disable and enable alike. */
export const lockOperationStatus = { success: 1, noSuchLock: 2, failed: 3, wrongType: 4 } as const

export const lockOperationResult = resource({ assetNum: text, status: integer })
export type LockOperationResult = Read<typeof lockOperationResult>

export const virtualAsset = resource({
  id: text,
  licenseType: text,
  assetNum: text,
  grantable: flag,
  customerId: text,
  keyShellNumber: text,
  keyChipType: integer,
  locked: flag,
  freezing: flag,
  createTime: long,
  updateTime: long,
  limitStartTime: nullable(long),
  limitEndTime: nullable(long),
  assignStatus: inside(
    nullable(
      resource({
        id: text,
        assignStatus: text,
        assignMemberId: nullable(text),
        createTime: nullable(text),
        updateTime: unshown,
      }),
    ),
  ),
  assetLimits: unshown,
  assetExtends: inside(listOf(resource({ extendCode: text, extendValue: text }))),
  borrowedUsbKey: flag,
})
export type VirtualAsset = Read<typeof virtualAsset>

/** The answer of an operation that has no `data` field, or has null there. */
export const noData = nothing
