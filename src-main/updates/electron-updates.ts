import { dirname, join } from 'node:path'
import { app } from 'electron'
import type { UpdateState } from '#shared/update-commands'
import type { JsonFile } from '../files/json-file'
import type { Log } from '../log/log'
import { deliveryOf, readChannel } from './channel'
import { electronUpdateSource } from './electron-update-source'
import { usualChoices } from './update-choices'
import type { UpdateChoicesContent } from './update-choices'
import { createUpdates } from './updates'
import type { Updates } from './updates'

/** The updates of the app as it was installed here. */
export const createAppUpdates = (deps: {
  file: JsonFile<UpdateChoicesContent>
  isBusy: () => boolean
  tell: (state: UpdateState) => void
  log: Log
}): Updates => {
  const { file } = deps
  const channel = readChannel(app.getAppPath())
  const delivery = deliveryOf({
    isPackaged: app.isPackaged,
    platform: process.platform,
    env: process.env,
    publicKey: channel.publicKey,
  })
  return createUpdates({
    ...deps,
    current: app.getVersion(),
    delivery,
    channel,
    source: electronUpdateSource(delivery, channel.publicKey ?? ''),
    choices: () => file.read().choices ?? usualChoices(delivery),
    keep: (choices) => file.update((content) => ({ ...content, choices })),
    now: Date.now,
  })
}

/** Where the package has the notices of what is inside (scripts/package); Chromium's lie where Electron puts them. */
export const noticesFiles = () => ({
  libraries: join(process.resourcesPath, 'THIRD-PARTY-NOTICES.txt'),
  chromium: join(
    process.platform === 'darwin' ? process.resourcesPath : dirname(process.execPath),
    'LICENSES.chromium.html',
  ),
})
