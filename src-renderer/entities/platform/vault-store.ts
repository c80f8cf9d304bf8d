import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { CommandFailure, CommandOutcome } from '#shared/bridge/commands'
import type { VaultStatus } from '#shared/model/app/vault-status'
import { command, onEvent } from '../../bridge'

/** Where secrets are stored and whether they are readable. The secrets themselves never enter the renderer. */
export const useVaultStore = defineStore('vault', () => {
  const status = ref<VaultStatus | null>(null)
  /** Which of the two dialogs is open. */
  const passphraseDialog = ref<'set' | 'unlock' | null>(null)
  const busy = ref(false)

  type VaultCommand = 'vault/status' | 'vault/check' | 'vault/set-passphrase' | 'vault/delete-passphrase'
  const applyStatus = (outcome: CommandOutcome<VaultCommand>): CommandFailure | null => {
    if (!outcome.ok) return outcome.error
    status.value = outcome.value
    return null
  }

  const whileBusy = async <Value>(work: Promise<Value>): Promise<Value> => {
    busy.value = true
    try {
      return await work
    } finally {
      busy.value = false
    }
  }

  const load = async (): Promise<void> => {
    applyStatus(await command('vault/status'))
  }

  onEvent('vault/changed', (update) => (status.value = update))
  return {
    status,
    passphraseDialog,
    busy,
    load,
    check: async () => applyStatus(await whileBusy(command('vault/check'))),
    setPassphrase: async (passphrase: string) =>
      applyStatus(await whileBusy(command('vault/set-passphrase', { passphrase }))),
    unlock: (passphrase: string) => whileBusy(command('vault/unlock', { passphrase })),
    deletePassphrase: async () => applyStatus(await whileBusy(command('vault/delete-passphrase'))),
    restart: () => command('app/restart'),
  }
})
