import {
  assetNumber,
  flag,
  inside,
  integer,
  listOf,
  alwaysNull,
  nullable,
  resource,
  text,
  time,
  undocumented,
} from './fields'
import type { Read } from './fields'

// docs/api.md, section 2.1: the responses of the order module.

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

/**
 * 1 = success, 2 = lock does not exist, 3 = operation failed, 4 = wrong lock type; the same for disable and
 * enable.
 */
export const lockOperationStatus = { success: 1, noSuchLock: 2, failed: 3, wrongType: 4 } as const

export const lockOperationResult = resource({ assetNum: assetNumber, status: integer })
export type LockOperationResult = Read<typeof lockOperationResult>

export const virtualAsset = resource({
  id: text,
  licenseType: text,
  assetNum: assetNumber,
  grantable: flag,
  customerId: text,
  keyShellNumber: text,
  keyChipType: integer,
  locked: flag,
  freezing: flag,
  createTime: time,
  updateTime: time,
  limitStartTime: nullable(time),
  limitEndTime: nullable(time),
  assignStatus: inside(
    nullable(
      resource({
        id: text,
        assignStatus: text,
        assignMemberId: nullable(text),
        createTime: nullable(text),
        updateTime: undocumented,
      }),
    ),
  ),
  assetLimits: undocumented,
  assetExtends: inside(listOf(resource({ extendCode: text, extendValue: text }))),
  borrowedUsbKey: flag,
})
export type VirtualAsset = Read<typeof virtualAsset>

/** The response of an operation whose `data` is missing or null. */
export const noData = alwaysNull
