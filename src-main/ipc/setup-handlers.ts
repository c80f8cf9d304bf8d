import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { setupCommands } from '#shared/bridge/setup-commands'
import { succeed } from '#shared/outcome'
import { createLockNames } from '../directory/lock-names'
import type { AppContext } from '../platform-session/app-context'
import { sendsData } from '../locks/reader/try-profile'
import type { PlatformSession } from '../platform-session/open-session'
import { createSetupReader } from '../setup-file/read-in-thread'
import { createSetupFiles } from '../setup-file/setup-files'
import type { HandlersOf } from './ipc-router'

/** Handlers of set-up files. */
export const createSetupHandlers = (
  {
    branchOf,
    confirmAddress,
    desktop,
    savedPlatforms,
    files,
    policy,
    profiles,
    programFolder,
    settings,
  }: Pick<
    AppContext,
    | 'branchOf'
    | 'confirmAddress'
    | 'savedPlatforms'
    | 'files'
    | 'policy'
    | 'profiles'
    | 'programFolder'
    | 'settings'
  > & {
    readonly desktop: Pick<AppContext['desktop'], 'confirmSending' | 'saveFile'>
  },
  { platform: { id, directory, register } }: Pick<PlatformSession, 'platform'>,
): HandlersOf<typeof setupCommands> => {
  const readSetup = createSetupReader(join(programFolder, 'setup-worker.js'))
  const setup = createSetupFiles({
    savedPlatforms,
    files,
    profiles,
    settings,
    isManaged: (setting) => setting in policy.settings,
    // Where the policy cannot be read, no platform is saved either.
    allowsPlatform: (fields) =>
      policy.refuseCommand('connect/save', { fields, secrets: null, anyway: true }) === null,
    open: { platformId: id, register },
    saveNames: async (address, names) => {
      const platform = savedPlatforms.platformIdAt(address)
      const lockNames = createLockNames(files.lockNames, platform, branchOf({ training: false, address }))
      await lockNames.saveAll(names).finally(() => lockNames.stop())
    },
    confirmPlatform: (platform) => confirmAddress(platform),
    confirmProfile: async (profile) => {
      const { id: profileId, match, read } = profile
      const { vendorId, productId } = match
      const isSent = profiles.profiles.some(
        (one) =>
          one.match.vendorId === vendorId &&
          one.match.productId === productId &&
          isDeepStrictEqual(one.read, read),
      )
      if (!sendsData(profile) || isSent) return true
      return desktop.confirmSending({ kind: 'profile', profileId, vendorId, productId }).catch(() => false)
    },
  })

  return {
    'setup/export': async () => {
      const written = setup.write()
      if (!written.ok) return written
      const { bytes, leftOut } = written.value
      const saved = await desktop.saveFile({ name: 'lock-desk', kind: 'lockdesk-setup', bytes })
      if (!saved.ok) return saved
      return succeed(saved.value === null ? null : { ...saved.value, leftOut })
    },
    'setup/preview': async ({ bytes }) => succeed(setup.preview(await readSetup(bytes))),
    'setup/import': async ({ bytes, take }) => {
      const read = await readSetup(bytes)
      const before = register.list().length
      const outcome = await setup.take(read, take)
      // As at the start of the platform. Its result comes as events.
      if (register.list().length > before) void directory.refreshAll().catch(() => undefined)
      return outcome
    },
  }
}
