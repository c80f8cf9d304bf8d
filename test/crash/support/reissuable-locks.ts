import { licenseTypes } from '#shared/model/api/license-types'
import { trainingEnterprises } from '../../../src-main/training/training-service'
import type { ServiceClient } from '../../support/service-client'
import type { LockToChange } from './crash-run'

/** Every lock of the training data that can be disabled and enabled; all are enabled first. */
export const reissuableLocks = async (client: ServiceClient): Promise<LockToChange[]> => {
  const locks: LockToChange[] = []
  for (const { enterpriseGlobalId } of trainingEnterprises) {
    const assets = await client.succeed('order.listAssets', { path: { enterpriseGlobalId } })
    for (const { assetNum, licenseType } of assets) {
      if (licenseTypes[licenseType as keyof typeof licenseTypes].reissuable) {
        locks.push({ assetNum, enterpriseGlobalId })
      }
    }
  }
  const assetNums = locks.map(({ assetNum }) => assetNum)
  await client.succeed('order.unlockAssets', { body: { assetNums, operatorIdentity: 'crash test' } })
  return locks
}
