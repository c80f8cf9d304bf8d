import { join } from 'node:path'
import type { Notice } from '#shared/bridge/app-commands'
import { branchFileSchema, noBranch } from '../branch/branch-file'
import { noRememberedAdmin, rememberedAdminSchema } from '../branch/remembered-admin'
import { loanFactsMigrations, loanFactsSchema, noLoanFacts } from '../changes/loans/loan-facts'
import { emptyQueue, holdAll, queueMigrations, queueSchema } from '../changes/offline-queue/queue-file'
import { draftsSchema, noDrafts } from '../orders/order-drafts'
import {
  savedPlatformsMigrations,
  savedPlatformsSchema,
  noSavedPlatforms,
} from '../saved-platforms/saved-platforms-file'
import { keptListsMigrations, keptListsSchema, noKeptLists } from '../lists/kept-lists'
import { noUnfinishedWork, unfinishedWorkSchema } from '../lists/unfinished-work'
import { confirmedTimeSchema, noConfirmedTime } from '../util/confirmed-time'
import { openJsonFile } from '../util/files/json-file'
import type { OpenedJsonFile } from '../util/files/json-file'
import type { Notices } from '../notices/notices'
import { emptyEnterpriseList, enterpriseListSchema } from '../directory/enterprise-list'
import { lockNamesSchema, noLockNames } from '../directory/lock-names'
import { enabledModelsSchema, noEnabledModels } from '../settings/enabled-models'
import { openPreferences } from '../settings/settings-file'
import type { OpenStore } from '../settings/settings-store'
import { deliveredSchema, nothingDelivered } from '../result-log/delivered'
import { noRemindedLoans, remindedLoansSchema, remindersMigrations } from '../reminders/reminded-loans'
import { migrateUpdateChoices } from '../updates/migrate-update-choices'
import { noSavedViews, savedViewsMigrations, savedViewsSchema } from '../views/saved-views'
import { vaultMigrations } from '../vault/secret-name'
import { emptyVault, vaultSchema } from '../vault/vault-content'
import { noSavedResults, savedResultsSchema } from '../work-orders/saved-results'
import { noSignedOrders, signedOrdersSchema } from '../work-orders/signed-orders'
import { noTrustedKeys, trustedKeysSchema } from '../work-orders/trusted-keys'

type OpenProblems = Pick<OpenedJsonFile<object>, 'quarantinedAs' | 'readOnlyReason'>

/**
 * Opens all single-file stores of the data folder in parallel; the journal and stores with their own folder are
 * opened elsewhere. A broken file adds a notice and does not stop the others.
 */
export const openStores = async (folder: string, notices: Notices, openStore: OpenStore) => {
  const opened = async <Opened extends OpenProblems>(
    name: string,
    /** Null adds no notice: losing a draft loses no record. */
    unreadable: Notice['code'] | null,
    open: (path: string) => Promise<Opened>,
  ): Promise<Opened> => {
    const found = await open(join(folder, name))
    if (found.quarantinedAs !== null && unreadable !== null) notices.add(unreadable, found.quarantinedAs)
    if (found.readOnlyReason?.because === 'newer') {
      notices.add('file-newer', `${name} · ${found.readOnlyReason.version}`)
    }
    if (found.readOnlyReason?.because === 'unreachable') {
      notices.add('file-unreachable', `${name} · ${found.readOnlyReason.message}`)
    }
    return found
  }

  const openSettings = async () => {
    const { preferences, readOnlyReason } = await opened('settings.json', 'settings-unreadable', (path) =>
      openPreferences(path, openStore),
    )
    // Migrates the update choices only if settings can be saved.
    if (readOnlyReason === null) {
      await opened('updates.json', null, (path) => migrateUpdateChoices(path, preferences))
    }
    return preferences
  }

  const [
    environments,
    vault,
    preferences,
    register,
    loans,
    models,
    drafts,
    queue,
    lockNames,
    reminders,
    trustedKeys,
    savedViews,
    delivered,
    confirmedTime,
    lists,
    unfinished,
    signedOrders,
    savedResults,
    branch,
    branchAdmin,
  ] = await Promise.all([
    opened('environments.json', 'environments-unreadable', (path) =>
      openJsonFile(path, savedPlatformsSchema, noSavedPlatforms, savedPlatformsMigrations),
    ),
    opened('vault.json', 'secrets-unreadable', (path) =>
      openJsonFile(path, vaultSchema, emptyVault, vaultMigrations),
    ),
    openSettings(),
    opened('register.json', 'register-unreadable', (path) =>
      openJsonFile(path, enterpriseListSchema, emptyEnterpriseList),
    ),
    opened('loans.json', 'loans-unreadable', (path) =>
      openJsonFile(path, loanFactsSchema, noLoanFacts, loanFactsMigrations),
    ),
    opened('lock-models.json', 'models-unreadable', (path) =>
      openJsonFile(path, enabledModelsSchema, noEnabledModels),
    ),
    opened('drafts.json', null, (path) => openJsonFile(path, draftsSchema, noDrafts)),
    opened('queue.json', 'queue-unreadable', (path) =>
      openJsonFile(path, queueSchema, emptyQueue, queueMigrations),
    ),
    opened('lock-names.json', 'lock-names-unreadable', (path) =>
      openJsonFile(path, lockNamesSchema, noLockNames),
    ),
    // A lost file repeats a notification.
    opened('reminders.json', null, (path) =>
      openJsonFile(path, remindedLoansSchema, noRemindedLoans, remindersMigrations),
    ),
    opened('trusted-keys.json', 'trusted-keys-unreadable', (path) =>
      openJsonFile(path, trustedKeysSchema, noTrustedKeys),
    ),
    opened('saved-views.json', 'views-unreadable', (path) =>
      openJsonFile(path, savedViewsSchema, noSavedViews, savedViewsMigrations),
    ),
    // A lost file delivers the log of results from its first record again.
    opened('result-log.json', null, (path) => openJsonFile(path, deliveredSchema, nothingDelivered)),
    // A lost file delays deletions until a time is confirmed again.
    opened('confirmed-time.json', null, (path) => openJsonFile(path, confirmedTimeSchema, noConfirmedTime)),
    opened('lists.json', null, (path) =>
      openJsonFile(path, keptListsSchema, noKeptLists, keptListsMigrations),
    ),
    opened('unfinished.json', null, (path) => openJsonFile(path, unfinishedWorkSchema, noUnfinishedWork)),
    opened('signed-orders.json', 'signed-orders-unreadable', (path) =>
      openJsonFile(path, signedOrdersSchema, noSignedOrders),
    ),
    // A lost file asks for saved results to be saved again.
    opened('saved-results.json', null, (path) => openJsonFile(path, savedResultsSchema, noSavedResults)),
    opened('branch.json', 'branch-unreadable', (path) => openJsonFile(path, branchFileSchema, noBranch)),
    // A lost file asks the administrator for the address again.
    opened('branch-admin.json', null, (path) => openJsonFile(path, rememberedAdminSchema, noRememberedAdmin)),
  ])
  // A queue restored from an older backup may repeat changes made since, so each item is held for review.
  if (queue.isOlder) await queue.file.update((content) => holdAll(content, Date.now(), 'file-damaged'))
  return {
    environments: environments.file,
    vault: vault.file,
    preferences,
    register: register.file,
    loans: loans.file,
    models: models.file,
    drafts: drafts.file,
    queue: queue.file,
    lockNames: lockNames.file,
    savedViews: savedViews.file,
    reminders: reminders.file,
    trustedKeys: trustedKeys.file,
    delivered: delivered.file,
    confirmedTime: confirmedTime.file,
    lists: lists.file,
    unfinished: unfinished.file,
    signedOrders: signedOrders.file,
    savedResults: savedResults.file,
    branch: branch.file,
    branchAdmin: branchAdmin.file,
  }
}

export type AppStores = Awaited<ReturnType<typeof openStores>>
