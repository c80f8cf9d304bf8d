import { join } from 'node:path'
import { fixedKeysOf } from '#shared/model/app/policy'
import { createProfileSignatures } from '../work-orders/profile-signature'
import { createSavedResults } from '../work-orders/saved-results'
import { createSignedOrders } from '../work-orders/signed-orders'
import { createSigningKeys } from '../work-orders/signing-key'
import { createTrustedKeys } from '../work-orders/trusted-keys'
import { createUsedOrders } from '../work-orders/used-orders'
import { createWorkOrders } from '../work-orders/work-orders'
import type { EarlyServices } from './early-services'
import type { Records } from './start-records'

/** Keys, signed work orders, and which of them were used. */
export const startWorkOrders = (
  { disposables, files, folder, policy, vault }: EarlyServices,
  { accountMemory, journal }: Records,
) => {
  const keys = createSigningKeys(vault, () => files.branch.read().joined !== null)
  const trusted = createTrustedKeys(files.trustedKeys, Date.now, fixedKeysOf(policy.state.policy))
  const used = disposables.add(
    createUsedOrders({
      path: join(folder, 'used-orders.log'),
      hasHistory: () =>
        accountMemory.isStrict ||
        files.trustedKeys.read().keys.length > 0 ||
        journal.jobs().some(({ intent }) => intent.workOrder !== undefined),
      now: Date.now,
      ...accountMemory.ofUsedOrders,
    }),
  )
  // Where a missing list was lost, it begins with the first start and not with the first order.
  if (accountMemory.isStrict) void used.find('')
  return {
    signingKeys: keys,
    usedOrders: used,
    workOrders: createWorkOrders({ keys, trusted, used, journal }),
    signedOrders: disposables.add(createSignedOrders(files.signedOrders, join(folder, 'signed-orders'))),
    savedResults: disposables.add(createSavedResults(files.savedResults)),
    profileSignatures: createProfileSignatures({ keys, trusted }),
  }
}
