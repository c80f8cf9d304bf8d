import { join } from 'node:path'
import { createSavedPlatforms } from '../../../src-main/saved-platforms/saved-platforms'
import { createLockNames } from '../../../src-main/directory/lock-names'
import { createEnterpriseList } from '../../../src-main/directory/enterprise-list'
import { openStores } from '../../../src-main/app/open-stores'
import { openProfileRepository } from '../../../src-main/locks/profiles/profile-repository'
import { createNotices } from '../../../src-main/notices/notices'
import { createSettings } from '../../../src-main/settings/settings'
import type { PlatformClient } from '../../../src-main/platform/client'
import type { Vault } from '../../../src-main/vault/vault'
import { readSetup } from '../../../src-main/setup-file/read-setup'
import { createSetupFiles } from '../../../src-main/setup-file/setup-files'
import type { SetupDeps } from '../../../src-main/setup-file/setup-files'
import { openTestStore } from '../../support/settings-store'

const noVault = { has: () => false, read: () => Promise.resolve(null) } as unknown as Vault

/** The files of a data folder, as the app opens them, and its set-up files. */
export const openComputer = async (folder: string, deps: Partial<SetupDeps> = {}) => {
  const notices = createNotices()
  const files = await openStores(folder, notices, openTestStore)
  const savedPlatforms = createSavedPlatforms({
    file: files.environments,
    vault: noVault,
    isOpen: () => 'training',
    launched: null,
    known: () => Object.keys(files.register.read().platforms),
    isLookOnlyByPolicy: () => false,
  })
  const profiles = await openProfileRepository(join(folder, 'lock-profiles'))
  const settings = createSettings(files.preferences, '')
  const register = createEnterpriseList({
    file: files.register,
    client: {} as PlatformClient,
    platformId: 'training',
  })
  const setup = createSetupFiles({
    savedPlatforms,
    files,
    profiles,
    settings,
    isManaged: () => false,
    allowsPlatform: () => true,
    open: { platformId: 'training', register },
    saveNames: (address, names) =>
      createLockNames(files.lockNames, savedPlatforms.platformIdAt(address)).saveAll(names),
    confirmPlatform: () => Promise.resolve(true),
    confirmProfile: () => Promise.resolve(true),
    ...deps,
  })
  const takeAll = (bytes: Uint8Array) => {
    const read = readSetup(bytes)
    const preview = setup.preview(read)
    const keys = preview.state === 'read' ? preview.items.map(({ key }) => key) : []
    return setup.take(read, keys)
  }
  return { notices, files, savedPlatforms, profiles, settings, setup, takeAll }
}
