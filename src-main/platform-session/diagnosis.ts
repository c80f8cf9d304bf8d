import { release, type as systemName } from 'node:os'
import { defaultSettings } from '#shared/model/app/settings'
import type { UpdateState } from '#shared/model/app/update'
import type { PreparedBundle } from '../diagnose/bundle/bundle'
import { checks } from '../diagnose/checks'
import { createDiagnosis } from '../diagnose/diagnosis'
import type { DiagnosisRunner } from '../diagnose/diagnosis'
import { createFailureLog } from '../diagnose/failure-log'
import type { DiagnosisSources, UpdateFacts } from '../diagnose/sources'
import { linuxUsb } from '../diagnose/system/linux-usb'
import { macUsb } from '../diagnose/system/mac-usb'
import { querySystem } from '../diagnose/system/query-system'
import type { SystemUsb } from '../diagnose/system/system-usb'
import { windowsUsb } from '../diagnose/system/windows-usb'
import type { ProfileTester } from '../locks/profile-tester'
import { logFolder } from '../log/log'
import { windowsFolder } from '../util/system-program'
import type { ConnectedPlatform } from './connect-platform'
import type { AppContext } from './app-context'

const systemUsb = (): SystemUsb => {
  if (process.platform === 'win32') return windowsUsb(querySystem, windowsFolder())
  return process.platform === 'darwin' ? macUsb(querySystem) : linuxUsb()
}

/** The update state for diagnostics. */
const updateFacts = (state: UpdateState): UpdateFacts => {
  const { progress, current, choices } = state
  if (progress.step === 'failed') return { state: 'failed', message: progress.detail }
  if ('offer' in progress) return { state: 'waiting', version: progress.offer.version }
  if (choices.mode === 'off') return { state: 'off' }
  return { state: 'current', version: current }
}

export interface SessionDiagnosis {
  readonly diagnosis: DiagnosisRunner
  readonly prepareBundle: () => Promise<PreparedBundle>
  readonly stop: () => void
}

/** Creates the diagnostics of the open platform; nothing runs until a check is requested. */
export const startDiagnosis = (
  app: AppContext,
  platform: ConnectedPlatform,
  {
    savedPlatformId,
    profileTester,
  }: { readonly savedPlatformId: string; readonly profileTester: ProfileTester },
): SessionDiagnosis => {
  const { monitor, register, directory, employees, credentials } = platform
  const { diagnosisVerifier: verifier, log, savedPlatforms, files, profiles, updates } = app
  const failures = createFailureLog(monitor)
  const ids = () => register.list().map(({ enterpriseGlobalId }) => enterpriseGlobalId)
  const sources: DiagnosisSources = {
    platform: process.platform,
    now: Date.now,
    training: platform.training,
    platformName: savedPlatforms.find(savedPlatformId)?.name ?? null,
    usb: { health: () => app.usb.health(), system: systemUsb() },
    devices: () => profileTester.devices(),
    models: () => [...profiles.profiles.map(({ match }) => match), ...files.models.read().models],
    network: app.network,
    connected: platform.connected,
    status: () => monitor.status(),
    credentials,
    enterpriseGlobalId: () => ids()[0] ?? null,
    failures,
    folder: app.folder,
    journal: app.journal,
    journalProblem: app.journalProblem,
    verifyJournal: async (files, signal) => {
      const stop = () => verifier.stop()
      signal.addEventListener('abort', stop)
      try {
        return await verifier.verify(files)
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
    vault: () => app.vault.status(),
    resultLog: () => app.resultLog.state(),
    versions: {
      app: app.desktop.version,
      electron: process.versions.electron,
      chromium: process.versions.chrome,
      node: process.versions.node,
      system: `${systemName()} ${release()} ${process.arch}`,
    },
    notices: () => app.notices.list(),
    load: app.desktop.load,
    settings: () => app.settings.read(),
    defaultSettings,
    enterprises: () => directory.enterprises(),
    notifications: app.notifier.state,
    logCounts: () => log.counts(),
    archive: app.archive,
    update: updates.state().delivery === 'none' ? null : () => updateFacts(updates.state()),
  }
  const diagnosis = createDiagnosis(sources, {
    checks,
    log: (check, error) => log.warn('a check failed', { check, error }),
  })
  diagnosis.onChange((changed) => app.emit('diagnose/changed', changed))
  return {
    diagnosis,
    prepareBundle: async () => {
      const [{ prepareBundle }, { knownValues }] = await Promise.all([
        import('../diagnose/bundle/bundle'),
        import('../diagnose/bundle/known-values'),
      ])
      return prepareBundle({
        diagnosisSources: sources,
        diagnosis: () => diagnosis.read(),
        savedPlatforms: () => savedPlatforms.list(),
        known: () =>
          knownValues({
            vault: app.vault,
            savedPlatforms,
            credentials: [credentials, app.launchedCredentials],
            proxyPasswords: app.network.proxyLogins.passwords(),
            settings: app.settings.read(),
            register: files.register.read(),
            employees,
            devices: profileTester.devices(),
            enterprises: ids(),
          }),
        logFolder: logFolder(app.folder),
        crashFolder: app.desktop.crashFolder,
        crashes: () => app.crashes.list(),
      })
    },
    stop: () => {
      diagnosis.stop()
      failures.stop()
    },
  }
}
