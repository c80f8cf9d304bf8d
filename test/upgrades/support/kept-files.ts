import { branchFileSchema, noBranch } from '../../../src-main/branch/branch-file'
import { noRememberedAdmin, rememberedAdminSchema } from '../../../src-main/branch/remembered-admin'
import type { z } from 'zod'
import { draftsSchema, noDrafts } from '../../../src-main/orders/order-drafts'
import { emptyQueue, queueMigrations, queueSchema } from '../../../src-main/changes/offline-queue/queue-file'
import { loanFactsMigrations, loanFactsSchema, noLoanFacts } from '../../../src-main/changes/loans/loan-facts'
import {
  savedPlatformsMigrations,
  savedPlatformsSchema,
  noSavedPlatforms,
} from '../../../src-main/saved-platforms/saved-platforms-file'
import { openJsonFile } from '../../../src-main/util/files/json-file'
import type { OpenedJsonFile } from '../../../src-main/util/files/json-file'
import type { Migrations } from '../../../src-main/util/files/versioned-file'
import { emptyEnterpriseList, enterpriseListSchema } from '../../../src-main/directory/enterprise-list'
import { lockNamesSchema, noLockNames } from '../../../src-main/directory/lock-names'
import { noSavedResults, savedResultsSchema } from '../../../src-main/work-orders/saved-results'
import { noSignedOrders, signedOrdersSchema } from '../../../src-main/work-orders/signed-orders'
import { keptListsMigrations, keptListsSchema, noKeptLists } from '../../../src-main/lists/kept-lists'
import { noUnfinishedWork, unfinishedWorkSchema } from '../../../src-main/lists/unfinished-work'
import { confirmedTimeSchema, noConfirmedTime } from '../../../src-main/util/confirmed-time'
import { deliveredSchema, nothingDelivered } from '../../../src-main/result-log/delivered'
import {
  noRemindedLoans,
  remindedLoansSchema,
  remindersMigrations,
} from '../../../src-main/reminders/reminded-loans'
import { enabledModelsSchema, noEnabledModels } from '../../../src-main/settings/enabled-models'
import { noSavedViews, savedViewsMigrations, savedViewsSchema } from '../../../src-main/views/saved-views'
import { vaultMigrations } from '../../../src-main/vault/secret-name'
import { emptyVault, vaultSchema } from '../../../src-main/vault/vault-content'
import { noTrustedKeys, trustedKeysSchema } from '../../../src-main/work-orders/trusted-keys'

export interface KeptFile {
  readonly name: string
  readonly version: number
  readonly schema: z.ZodType
  readonly open: (path: string) => Promise<OpenedJsonFile<object>>
}

const kept = <Value extends { readonly version: number }>(
  name: string,
  schema: z.ZodType<Value>,
  initial: NoInfer<Value>,
  migrations: Migrations = {},
): KeptFile => ({
  name,
  version: initial.version,
  schema,
  open: async (path) => {
    const { file, ...opened } = await openJsonFile(path, schema, initial, migrations)
    return { ...opened, file: { ...file, update: () => file.update((content) => content) } }
  },
})

/** Every JSON file of the user-data folder as main opens it, except the preferences, which electron-store keeps. */
export const keptFiles: readonly KeptFile[] = [
  kept('environments.json', savedPlatformsSchema, noSavedPlatforms, savedPlatformsMigrations),
  kept('vault.json', vaultSchema, emptyVault, vaultMigrations),
  kept('register.json', enterpriseListSchema, emptyEnterpriseList),
  kept('loans.json', loanFactsSchema, noLoanFacts, loanFactsMigrations),
  kept('lock-models.json', enabledModelsSchema, noEnabledModels),
  kept('drafts.json', draftsSchema, noDrafts),
  kept('queue.json', queueSchema, emptyQueue, queueMigrations),
  kept('lock-names.json', lockNamesSchema, noLockNames),
  kept('saved-views.json', savedViewsSchema, noSavedViews, savedViewsMigrations),
  kept('reminders.json', remindedLoansSchema, noRemindedLoans, remindersMigrations),
  kept('trusted-keys.json', trustedKeysSchema, noTrustedKeys),
  kept('result-log.json', deliveredSchema, nothingDelivered),
  kept('lists.json', keptListsSchema, noKeptLists, keptListsMigrations),
  kept('unfinished.json', unfinishedWorkSchema, noUnfinishedWork),
  kept('signed-orders.json', signedOrdersSchema, noSignedOrders),
  kept('saved-results.json', savedResultsSchema, noSavedResults),
  kept('confirmed-time.json', confirmedTimeSchema, noConfirmedTime),
  kept('branch.json', branchFileSchema, noBranch),
  kept('branch-admin.json', rememberedAdminSchema, noRememberedAdmin),
]
