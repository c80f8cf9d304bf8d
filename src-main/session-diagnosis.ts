import { release, type as systemName } from 'node:os'
import type { AppDescription, Settings } from '#shared/commands'
import type { Diagnosis } from '#shared/model/diagnosis'
import { prepareBundle } from './diagnose/bundle/bundle'
import type { PreparedBundle } from './diagnose/bundle/bundle'
import { knownValues } from './diagnose/bundle/known-values'
import { checks } from './diagnose/checks'
import { createDiagnosis } from './diagnose/diagnosis'
import type { DiagnosisRunner } from './diagnose/diagnosis'
import { createFailureLog } from './diagnose/failure-log'
import type { DiagnoseParts, UpdateFacts } from './diagnose/parts'
import { thisSystem } from './diagnose/system/this-system'
import type { Environments } from './environments/environments'
import type { OpenEnvironment } from './environments/open-environment'
import type { JsonFile } from './files/json-file'
import type { Journal } from './journal/journal'
import type { Verifier } from './journal/verify-thread'
import type { DeviceBench } from './locks/device-bench'
import type { UsbHealth } from './locks/usb-supervisor'
import { logFolder } from './log/log'
import type { Log, LogCounts } from './log/log'
import type { Credentials } from './platform/credentials'
import type { NetworkSurroundings } from './platform/transport'
import type { RegisterContent } from './register/register'
import type { Vault } from './vault/vault'

export interface DiagnosisHouse {
  readonly environmentId: string
  readonly usb: { health(): UsbHealth }
  readonly bench: DeviceBench
  readonly models: DiagnoseParts['models']
  readonly network: NetworkSurroundings
  readonly environments: Environments
  readonly launchedCredentials: Credentials
  readonly registerFile: JsonFile<RegisterContent>
  readonly vault: Vault
  readonly folder: string
  readonly crashFolder: string
  readonly journal: Journal
  readonly journalProblem: DiagnoseParts['journalProblem']
  /** Not the journal page's: a newer question would end that one's. */
  readonly verifier: Verifier
  readonly settings: () => Settings
  readonly usualSettings: Settings
  readonly notices: () => AppDescription['notices']
  readonly load: DiagnoseParts['load']
  readonly version: string
  readonly log: Log & { counts(): LogCounts }
  readonly update: (() => UpdateFacts) | null
  readonly tell: (diagnosis: Diagnosis) => void
}

export interface SessionDiagnosis {
  readonly diagnosis: DiagnosisRunner
  readonly prepareBundle: () => Promise<PreparedBundle>
  readonly stop: () => void
}

/** What can be looked at while one platform is open; it begins only when somebody asks. */
export const startDiagnosis = (environment: OpenEnvironment, house: DiagnosisHouse): SessionDiagnosis => {
  const { monitor, register, records, people, credentials } = environment
  const { verifier, log, environments } = house
  const failures = createFailureLog(monitor)
  const ids = () => register.list().map(({ enterpriseGlobalId }) => enterpriseGlobalId)
  const parts: DiagnoseParts = {
    platform: process.platform,
    now: Date.now,
    training: environment.training,
    environmentName: environments.find(house.environmentId)?.name ?? null,
    usb: { health: () => house.usb.health(), system: thisSystem() },
    devices: () => house.bench.devices(),
    models: house.models,
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
      app: house.version,
      electron: process.versions.electron,
      chromium: process.versions.chrome,
      node: process.versions.node,
      system: `${systemName()} ${release()} ${process.arch}`,
    },
    notices: house.notices,
    load: house.load,
    settings: house.settings,
    usualSettings: house.usualSettings,
    enterprises: () => records.enterprises(),
    logCounts: () => log.counts(),
    update: house.update,
  }
  const diagnosis = createDiagnosis(parts, {
    checks,
    log: (check, error) => log.warn('a check broke off', { check, error }),
  })
  diagnosis.onChange(house.tell)
  return {
    diagnosis,
    prepareBundle: () =>
      prepareBundle({
        parts,
        diagnosis: () => diagnosis.read(),
        environments: () => environments.list(),
        known: () =>
          knownValues({
            vault: house.vault,
            environments,
            credentials: [credentials, house.launchedCredentials],
            settings: house.settings(),
            register: house.registerFile.read(),
            people,
            devices: house.bench.devices(),
            enterprises: ids(),
          }),
        logFolder: logFolder(house.folder),
        crashFolder: house.crashFolder,
      }),
    stop: () => {
      diagnosis.stop()
      failures.stop()
    },
  }
}
