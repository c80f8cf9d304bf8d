import { release, type as systemName } from 'node:os'
import type { PreparedBundle } from '../diagnose/bundle/bundle'
import { checks } from '../diagnose/checks'
import { createDiagnosis } from '../diagnose/diagnosis'
import type { DiagnosisRunner } from '../diagnose/diagnosis'
import { createFailureLog } from '../diagnose/failure-log'
import type { DiagnoseParts } from '../diagnose/parts'
import { thisSystem } from '../diagnose/system/this-system'
import type { OpenEnvironment } from '../environments/open-environment'
import type { House } from '../house'
import type { DeviceBench } from '../locks/device-bench'
import { logFolder } from '../log/log'
import { usualSettings } from '../settings/settings'
import { updateFacts } from '../updates/update-facts'

export interface SessionDiagnosis {
  readonly diagnosis: DiagnosisRunner
  readonly prepareBundle: () => Promise<PreparedBundle>
  readonly stop: () => void
}

/** What can be looked at while one platform is open; it begins only when somebody asks. */
export const startDiagnosis = (
  environment: OpenEnvironment,
  house: House,
  { environmentId, bench }: { readonly environmentId: string; readonly bench: DeviceBench },
): SessionDiagnosis => {
  const { monitor, register, records, people, credentials } = environment
  const { diagnosisVerifier: verifier, log, environments, files, profiles, updates } = house
  const failures = createFailureLog(monitor)
  const ids = () => register.list().map(({ enterpriseGlobalId }) => enterpriseGlobalId)
  const parts: DiagnoseParts = {
    platform: process.platform,
    now: Date.now,
    training: environment.training,
    environmentName: environments.find(environmentId)?.name ?? null,
    usb: { health: () => house.usb.health(), system: thisSystem() },
    devices: () => bench.devices(),
    models: () => [...profiles.profiles.map(({ match }) => match), ...files.models.read().models],
    network: house.network,
    connected: environment.connected,
    status: () => monitor.status(),
    credentials,
    enterpriseGlobalId: () => ids()[0] ?? null,
    failures,
    folder: house.folder,
    journal: house.journal,
    journalProblem: house.journalProblem,
    verifyJournal: async (files, signal) => {
      const stop = () => verifier.stop()
      signal.addEventListener('abort', stop)
      try {
        return await verifier.verify(files)
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
    vault: () => house.vault.status(),
    versions: {
      app: house.desktop.version,
      electron: process.versions.electron,
      chromium: process.versions.chrome,
      node: process.versions.node,
      system: `${systemName()} ${release()} ${process.arch}`,
    },
    notices: () => house.notices.list(),
    load: house.desktop.load,
    settings: () => house.settings.read(),
    usualSettings,
    enterprises: () => records.enterprises(),
    logCounts: () => log.counts(),
    update: updates.state().delivery === 'none' ? null : () => updateFacts(updates.state()),
  }
  const diagnosis = createDiagnosis(parts, {
    checks,
    log: (check, error) => log.warn('a check broke off', { check, error }),
  })
  diagnosis.onChange((changed) => house.tell('diagnose/changed', changed))
  return {
    diagnosis,
    prepareBundle: async () => {
      const [{ prepareBundle }, { knownValues }] = await Promise.all([
        import('../diagnose/bundle/bundle'),
        import('../diagnose/bundle/known-values'),
      ])
      return prepareBundle({
        parts,
        diagnosis: () => diagnosis.read(),
        environments: () => environments.list(),
        known: () =>
          knownValues({
            vault: house.vault,
            environments,
            credentials: [credentials, house.launchedCredentials],
            settings: house.settings.read(),
            register: files.register.read(),
            people,
            devices: bench.devices(),
            enterprises: ids(),
          }),
        logFolder: logFolder(house.folder),
        crashFolder: house.desktop.crashFolder,
      })
    },
    stop: () => {
      diagnosis.stop()
      failures.stop()
    },
  }
}
