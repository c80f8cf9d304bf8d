import { app } from 'electron'
import { fixedKeysOf } from '#shared/model/app/policy'
import type { Journal } from '../journal/journal'
import { accountRecordPath, thisAccount } from '../policy/account-folder'
import { openAccountRecord } from '../policy/account-record'
import { rememberedJobs } from '../policy/remembered-jobs'
import type { RememberedEnd } from '../work-orders/used-orders'
import type { EarlyServices } from './early-services'

/**
 * What the account remembers of this data folder, for the limit of changes without a work order and for the single use of
 * work orders.
 */
export const openAccountMemory = async (
  { folder, log, policy }: Pick<EarlyServices, 'folder' | 'log' | 'policy'>,
  journal: Pick<Journal, 'jobs'>,
) => {
  const { policy: rules } = policy.state
  const isLimited = rules.maxRowsWithoutWorkOrder !== undefined
  const areKeysFixed = fixedKeysOf(rules) !== null
  const record = await openAccountRecord({
    path: accountRecordPath(thisAccount(app.getPath('home')), folder),
  })
  const onError = (error: unknown) => log.error('the record of the account cannot be written', { error })
  if (isLimited && record.read() === null) {
    // A checkout has a data folder for each try, so an empty one is new there.
    const isNew = !app.isPackaged && journal.jobs().length === 0
    await record.update(() => (isNew ? { since: 0 } : {})).catch(onError)
  }
  const ofUsedOrders = {
    latest: () => Math.max(Date.now(), record.read()?.at ?? 0, journal.jobs().at(-1)?.requestedAt ?? 0),
    isStrict: areKeysFixed,
    remembered: {
      read: () => record.read()?.used ?? null,
      write: (used) =>
        record
          .update(() => ({ used }))
          .catch((error: unknown) => {
            if (areKeysFixed) throw error
            onError(error)
          }),
      canWrite: () =>
        record
          .update(() => ({}))
          .then(
            () => true,
            () => false,
          ),
    } satisfies RememberedEnd,
  }
  return {
    /** A package has one data folder for the account, so that a missing list of used orders was lost. */
    isStrict: app.isPackaged && areKeysFixed,
    ofJobs: isLimited ? rememberedJobs(record) : null,
    ofUsedOrders,
  }
}
