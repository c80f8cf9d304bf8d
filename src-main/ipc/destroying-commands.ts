import type { CommandInput, CommandName } from '#shared/bridge/commands'
import type { AppContext } from '../platform-session/app-context'
import type { ConfirmDestruction, Destruction } from '../window/dialogs/confirm-destruction'

type Destroying = {
  readonly [Name in CommandName]?: (input: CommandInput<Name>) => Destruction | null
}

/**
 * The commands that destroy what this app cannot restore (secrets, keys, trust, signatures, data of a platform), and the
 * one that allows changes again. The router asks in a system dialog before each, so that no page does it by itself. Null if nothing would be lost;
 * then the handler alone decides.
 */
export const destroyingCommands = (
  app: Pick<
    AppContext,
    | 'branch'
    | 'savedPlatforms'
    | 'openPlatform'
    | 'platformData'
    | 'policy'
    | 'settings'
    | 'signatures'
    | 'vault'
    | 'workOrders'
  >,
): Destroying => {
  const { savedPlatforms, settings, vault, workOrders } = app
  const hasPassphrase = () => vault.status().state.startsWith('passphrase')
  const platform = (id: string) => savedPlatforms.all().find((one) => one.id === id)

  return {
    // A page that sets one locks the person out of what is saved later.
    'vault/set-passphrase': () => (hasPassphrase() ? null : { kind: 'set-passphrase' }),
    'vault/delete-passphrase': () =>
      hasPassphrase() ? { kind: 'delete-passphrase', secrets: vault.status().kept } : null,
    // It takes a new join file to come back.
    'branch/leave': () => {
      const joined = app.branch.view()
      if (joined === null) return null
      const { access, state } = joined
      return { kind: 'leave-branch', computer: access.computer.name, notShared: state.notShared }
    },
    'signatures/remove': () => ({ kind: 'delete-signature' }),
    'work-orders/replace-key': () => ({ kind: 'replace-key' }),
    'work-orders/withdraw': ({ key }) => {
      const found = workOrders.trustedKeys().find((one) => one.key === key && one.withdrawnAt === null)
      return found === undefined || workOrders.areKeysFixed
        ? null
        : { kind: 'withdraw-trust', name: found.name }
    },
    'environments/remove': ({ id }) => {
      const found = platform(id)
      if (found === undefined || id === app.openPlatform.id) return null
      const { name, baseUrl: address, platformId } = found
      const isShared = savedPlatforms.all().some((one) => one.id !== id && one.platformId === platformId)
      return {
        kind: 'remove-platform',
        name,
        address,
        data: isShared ? null : app.platformData.dataOf(platformId),
      }
    },
    'environments/set-look-only': ({ id, lookOnly }) => {
      const found = platform(id)
      // One of the policy stays; the handler says so.
      if (lookOnly || found?.lookOnly !== true || savedPlatforms.lookOnlyOf(id) === 'policy') return null
      return { kind: 'end-look-only', name: found.name, address: found.baseUrl }
    },
    'environments/sign-out': ({ id, forgetKeys }) => {
      const found = forgetKeys ? platform(id) : undefined
      return found === undefined ? null : { kind: 'delete-keys', name: found.name, address: found.baseUrl }
    },
    'settings/change': ({ signatureDays: days = 0 }) => {
      const before = settings.read().signatureDays
      const isShorter = days > 0 && (before === 0 || days < before)
      if (!isShorter || app.policy.settings.signatureDays !== undefined) return null
      return { kind: 'delete-signatures', days, count: app.signatures.countOlderThan(days) }
    },
  }
}

/**
 * Whether a command may run: true unless it would destroy something and the user declines. A second click of a hand sends
 * the same command once more while its dialog is open: that one does not run, because its dialog would come after the first.
 */
export const createDestructionCheck = (commands: Destroying, confirm: ConfirmDestruction) => {
  const open = new Set<string>()
  return async (name: CommandName, input: unknown): Promise<boolean> => {
    const describe = commands[name] as ((input: unknown) => Destruction | null) | undefined
    const destruction = describe?.(input) ?? null
    if (destruction === null) return true
    const question = JSON.stringify([name, input])
    if (open.has(question)) return false
    open.add(question)
    try {
      return await confirm(destruction)
    } finally {
      open.delete(question)
    }
  }
}
