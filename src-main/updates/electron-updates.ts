import { dirname, join } from 'node:path'
import { app } from 'electron'
import type { UpdateChoices, UpdateState } from '#shared/model/app/update'
import type { Log } from '../log/log'
import type { ProxyLogins } from '../platform/transport/proxy-logins'
import type { PolicyRules } from '../policy/policy-rules'
import type { Preferences } from '../settings/settings'
import { readChannel } from './channel'
import { deliveryOf, installationFiles } from './delivery'
import { electronUpdateSource } from './electron-update-source'
import type { ArchiveFacts } from './installed-archive'
import { updateChoices, defaultUpdateChoices } from '../settings/update-choices'
import { createUpdates } from './updates'
import type { Updates } from './updates'

/** Creates the updates for the way this app was installed. */
export const createAppUpdates = (deps: {
  /** A command does not search for updates. */
  hasWindow: boolean
  preferences: Preferences
  policy: Pick<PolicyRules, 'state' | 'updateChoices'>
  /** The policy's proxy. */
  proxy: string | null
  findProxyLogin: ProxyLogins['find']
  isBusy: () => boolean
  emit: (state: UpdateState) => void
  log: Log
}): Updates => {
  const { preferences, policy } = deps
  const chosen = (): UpdateChoices | null =>
    updateChoices.safeParse(preferences.read()['updates']).data ?? null
  const channel = readChannel(app.getAppPath())
  const delivery = deliveryOf({
    isPackaged: app.isPackaged && deps.hasWindow,
    platform: process.platform,
    env: process.env,
    program: process.execPath,
    home: app.getPath('home'),
    files: installationFiles,
    publicKey: channel.publicKey,
  })
  return createUpdates({
    ...deps,
    current: app.getVersion(),
    delivery,
    channel,
    source: electronUpdateSource(delivery, channel.publicKey ?? '', deps),
    choices: () => policy.updateChoices(chosen() ?? defaultUpdateChoices),
    isChosen: () => chosen() !== null || policy.state.policy.updateMode !== undefined,
    saveChoices: (choices) => preferences.write({ updates: choices }),
    now: Date.now,
  })
}

/** Reads the archive of this installation; null if this is no package. */
export const installedArchive = (): ((signal: AbortSignal) => Promise<ArchiveFacts>) | null => {
  if (!app.isPackaged) return null
  const { publicKey } = readChannel(app.getAppPath())
  const installed = { resources: process.resourcesPath, version: app.getVersion(), publicKey }
  return async (signal) => {
    const { readArchive } = await import('./installed-archive')
    return readArchive({ ...installed, signal })
  }
}

/** Paths of the license notices in the package (scripts/package); Chromium's are where Electron puts them. */
export const noticesFiles = () => ({
  libraries: join(process.resourcesPath, 'THIRD-PARTY-NOTICES.txt'),
  chromium: join(
    process.platform === 'darwin' ? process.resourcesPath : dirname(process.execPath),
    'LICENSES.chromium.html',
  ),
})
