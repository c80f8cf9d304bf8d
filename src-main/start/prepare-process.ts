import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { app, crashReporter } from 'electron'
import { credentialsFrom, parseCredentialVariables } from '../platform/auth/credentials'
import type { Credentials } from '../platform/auth/credentials'
import { declareAppScheme } from '../window/app-protocol'
import { lockDownContents, turnOffDnsPrefetch } from '../window/lock-down'
import type { LaunchFacts, PlanOf } from './plan-launch'
import { exitWithParent } from './relaunch-without-secrets'
import { claimUserData } from './user-data-folder'

export interface PreparedProcess {
  readonly credentials: Credentials
  /** Why the data folder cannot be used, in a language; null if it can. */
  readonly unusable: ReturnType<typeof claimUserData>
}

/** Does what must happen before Electron is ready: the data folder, its rights, and the protections of every page. */
export const prepareProcess = (
  { options, dataFolder }: PlanOf<'command' | 'window'>,
  keys: LaunchFacts['keys'],
): PreparedProcess => {
  const credentials = credentialsFrom(
    options.keysFromStdin ? parseCredentialVariables(readFileSync(0, 'utf8')) : keys,
  )
  if (options.hasLifeline) exitWithParent()
  if (dataFolder !== null) app.setPath('userData', resolve(dataFolder))
  const unusable = claimUserData(app.getPath('userData'))
  if (unusable !== null) {
    // Chromium writes into its folder even to show a dialog.
    const emptyFolder = mkdtempSync(join(tmpdir(), 'lock-desk-'))
    app.setPath('userData', emptyFolder)
    app.on('quit', () => rmSync(emptyFolder, { recursive: true, force: true }))
  }
  // Files outside the data folder, such as downloaded updates, are written by the user alone too.
  process.umask(process.umask(0o077) | 0o022)
  turnOffDnsPrefetch(app)
  // Crash dumps stay in the data folder (diagnose/crash-dumps.ts).
  if (unusable === null) crashReporter.start({ uploadToServer: false })
  declareAppScheme()
  lockDownContents(app)
  return { credentials, unusable }
}
