import type { z } from 'zod'
import { draftsSchema, noDrafts } from '../../../src-main/drafts/order-drafts'
import { emptyOutbox, outboxMigrations, outboxSchema } from '../../../src-main/desk/outbox-file'
import { loanFactsSchema, noLoanFacts } from '../../../src-main/desk/loans/loan-facts'
import { environmentsSchema, noEnvironments } from '../../../src-main/environments/environments-file'
import { openJsonFile } from '../../../src-main/files/json-file'
import type { OpenedJsonFile } from '../../../src-main/files/json-file'
import type { Migrations } from '../../../src-main/files/versioned'
import { emptyRegister, registerSchema } from '../../../src-main/register/register'
import { enabledModelsSchema, noEnabledModels } from '../../../src-main/settings/enabled-models'
import { noSettings, settingsFileSchema, settingsMigrations } from '../../../src-main/settings/settings-file'
import { noUpdateChoices, updateChoicesSchema } from '../../../src-main/updates/update-choices'
import { emptyVault, vaultSchema } from '../../../src-main/vault/vault'

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

/** Every JSON file of the user-data folder, as main opens it. */
export const keptFiles: readonly KeptFile[] = [
  kept('environments.json', environmentsSchema, noEnvironments),
  kept('vault.json', vaultSchema, emptyVault),
  kept('settings.json', settingsFileSchema, noSettings, settingsMigrations),
  kept('register.json', registerSchema, emptyRegister),
  kept('loans.json', loanFactsSchema, noLoanFacts),
  kept('lock-models.json', enabledModelsSchema, noEnabledModels),
  kept('drafts.json', draftsSchema, noDrafts),
  kept('queue.json', outboxSchema, emptyOutbox, outboxMigrations),
  kept('updates.json', updateChoicesSchema, noUpdateChoices),
]
