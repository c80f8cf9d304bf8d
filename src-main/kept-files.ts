import { join } from 'node:path'
import type { Notice } from '#shared/commands'
import { loanFactsSchema, noLoanFacts } from './desk/loans/loan-facts'
import { emptyOutbox, holdAll, outboxMigrations, outboxSchema } from './desk/outbox-file'
import { draftsSchema, noDrafts } from './drafts/order-drafts'
import { environmentsSchema, noEnvironments } from './environments/environments-file'
import { openJsonFile } from './files/json-file'
import type { OpenedJsonFile } from './files/json-file'
import type { Notices } from './notices/notices'
import { emptyRegister, registerSchema } from './register/register'
import { enabledModelsSchema, noEnabledModels } from './settings/enabled-models'
import { openPreferences } from './settings/settings-file'
import { noUpdateChoices, updateChoicesSchema } from './updates/update-choices'
import { emptyVault, vaultSchema } from './vault/vault'

type Trouble = Pick<OpenedJsonFile<object>, 'putAside' | 'leftAlone'>

/**
 * Opens every file that is kept in the data folder, all at once; the journal and what lies in folders of its own has
 * its own doors. What is wrong with one is told in the notices, and the others open all the same.
 */
export const openKeptFiles = async (folder: string, notices: Notices) => {
  const opened = async <Opened extends Trouble>(
    name: string,
    /** Null where nobody need be told: a draft is no record. */
    unreadable: Notice['code'] | null,
    open: (path: string) => Promise<Opened>,
  ): Promise<Opened> => {
    const found = await open(join(folder, name))
    if (found.putAside !== null && unreadable !== null) notices.add(unreadable, found.putAside)
    if (found.leftAlone?.because === 'newer') {
      notices.add('file-newer', `${name} · ${found.leftAlone.version}`)
    }
    if (found.leftAlone?.because === 'unreachable') {
      notices.add('file-unreachable', `${name} · ${found.leftAlone.message}`)
    }
    return found
  }

  const [environments, vault, settings, updates, register, loans, models, drafts, queue] = await Promise.all([
    opened('environments.json', 'environments-unreadable', (path) =>
      openJsonFile(path, environmentsSchema, noEnvironments),
    ),
    opened('vault.json', 'secrets-unreadable', (path) => openJsonFile(path, vaultSchema, emptyVault)),
    opened('settings.json', 'settings-unreadable', openPreferences),
    opened('updates.json', null, (path) => openJsonFile(path, updateChoicesSchema, noUpdateChoices)),
    opened('register.json', 'register-unreadable', (path) =>
      openJsonFile(path, registerSchema, emptyRegister),
    ),
    opened('loans.json', 'loans-unreadable', (path) => openJsonFile(path, loanFactsSchema, noLoanFacts)),
    opened('lock-models.json', 'models-unreadable', (path) =>
      openJsonFile(path, enabledModelsSchema, noEnabledModels),
    ),
    opened('drafts.json', null, (path) => openJsonFile(path, draftsSchema, noDrafts)),
    opened('queue.json', 'queue-unreadable', (path) =>
      openJsonFile(path, outboxSchema, emptyOutbox, outboxMigrations),
    ),
  ])
  // What was to be sent later may be older than what happened since: a person looks at it first.
  if (queue.isOlder) await queue.file.update((content) => holdAll(content, Date.now(), 'file-damaged'))
  return {
    environments: environments.file,
    vault: vault.file,
    preferences: settings.preferences,
    updates: updates.file,
    register: register.file,
    loans: loans.file,
    models: models.file,
    drafts: drafts.file,
    queue: queue.file,
  }
}

export type KeptFiles = Awaited<ReturnType<typeof openKeptFiles>>
