import { defineStore } from 'pinia'
import { onScopeDispose, ref } from 'vue'
import type { CommandFailure, CommandOutcome } from '#shared/commands'
import type { VaultStatus } from '#shared/model/vault-status'
import { command, onEvent } from '../../bridge'

/** Where secrets are kept, and whether they can be read. The secrets themselves never come here. */
export const useVaultStore = defineStore('vault', () => {
  const status = ref<VaultStatus | null>(null)
  /** Which of the two dialogs is open. */
  const asking = ref<'set' | 'unlock' | null>(null)
  const busy = ref(false)

  type Answering = 'vault/status' | 'vault/check' | 'vault/set-passphrase' | 'vault/forget-passphrase'
  const take = (outcome: CommandOutcome<Answering>): CommandFailure | null => {
    if (!outcome.ok) return outcome.error
    status.value = outcome.value
    return null
  }

  const during = async <Value>(work: Promise<Value>): Promise<Value> => {
    busy.value = true
    try {
      return await work
    } finally {
      busy.value = false
    }
  }

  const load = async (): Promise<void> => {
    take(await command('vault/status'))
  }

  onScopeDispose(onEvent('vault/changed', (told) => (status.value = told)))
  return {
    status,
    asking,
    busy,
    load,
    check: async () => take(await during(command('vault/check'))),
    setPassphrase: async (passphrase: string) =>
      take(await during(command('vault/set-passphrase', { passphrase }))),
    unlock: (passphrase: string) => during(command('vault/unlock', { passphrase })),
    forgetPassphrase: async () => take(await during(command('vault/forget-passphrase'))),
    restart: () => command('app/restart'),
  }
})
