import type { TimeZone } from '#shared/model/time-zone'
import { succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { JsonFile } from '../util/files/json-file'
import type { Log } from '../log/log'
import type { Notices } from '../notices/notices'
import type { Credentials } from '../platform/auth/credentials'
import { connectClient } from '../platform/connected-client'
import type { ConnectedClient } from '../platform/connected-client'
import type { ResponseParser } from '../platform/response/response-parser'
import { createMonitor } from '../platform/monitor'
import type { Monitor } from '../platform/monitor'
import { createTransport } from '../platform/transport/transport'
import type { NetworkDeps } from '../platform/transport/transport'
import { createPersistedAssetCache } from '../directory/persisted-asset-cache'
import { createEmployeeDirectory } from '../directory/employee-directory'
import type { EmployeeDirectory } from '../directory/employee-directory'
import { createAssetDirectory } from '../directory/asset-directory'
import type { AssetDirectory } from '../directory/asset-directory'
import { createEnterpriseList } from '../directory/enterprise-list'
import type { EnterpriseList, EnterpriseListContent } from '../directory/enterprise-list'
import type { ChosenPlatform } from '../saved-platforms/choose-platform'
import type { SettingsStore } from '../settings/settings'
import type { ConfirmedTime } from '../util/confirmed-time'
import { createDisposableStore, stopTimeoutsMs } from '../util/disposable-store'
import { tokenEndpointOf, trainingEnterprises } from '../training/training-service'
import { createTrainingConnection } from '../training/training-connection'
import type { TrainingConnection } from '../training/training-connection'
import type { TrainingService } from '../training/training-service'

/** The client of a platform and what is read from it. Switching stops it and opens another; nothing is carried over. */
export interface ConnectedPlatform {
  /** The `platformId`. */
  readonly id: string
  /** Null in training. */
  readonly address: string | null
  readonly training: boolean
  /** Whether no change may be sent to it now. */
  readonly isLookOnly: () => boolean
  /** Null outside training. */
  readonly trainingConnection: TrainingConnection | null
  readonly monitor: Monitor
  readonly register: EnterpriseList
  readonly directory: AssetDirectory
  readonly employees: EmployeeDirectory
  /** The platform's addresses and tokens, for diagnostics; in training, once its service has started. */
  readonly connected: Promise<Outcome<ConnectedClient>>
  readonly credentials: Credentials
  /** Training only: the platform gets a borrowed lock back. Resolves to false if it is not lent. */
  readonly simulateReturn: ((borrowedUsbKey: string) => Promise<boolean>) | null
  stop(): Promise<void>
}

export const connectPlatform = async (
  { platform, credentials, keeper, platformId: id }: ChosenPlatform,
  deps: {
    startTraining: () => TrainingService
    notices: Pick<Notices, 'add' | 'remove'>
    network: NetworkDeps
    /** Whether this computer has a network that can reach the address. */
    hasNetwork: (baseUrl: string | null) => boolean
    responseParser: ResponseParser
    files: { readonly register: JsonFile<EnterpriseListContent> }
    settings: SettingsStore
    /** The zone of the platform's dates. */
    timeZone: () => TimeZone
    isLookOnly: () => boolean
    confirmedTime: ConfirmedTime
    /** The user-data folder. */
    folder: string
    /** Background reads start after the first paint, because loading the HTTP library blocks main for 40 ms. */
    firstPaint: Promise<void>
    log: Log
  },
): Promise<ConnectedPlatform> => {
  const { files, folder, isLookOnly, log, network, notices, responseParser, settings } = deps
  const disposables = createDisposableStore(stopTimeoutsMs.platform)
  const training = platform === null ? disposables.add(deps.startTraining()) : null
  if (training === null) notices.remove('training-unavailable')
  const started = training?.ready.then((outcome) => {
    if (outcome.ok) return succeed({ baseUrl: outcome.value, userCentreUrl: tokenEndpointOf(outcome.value) })
    log.error('training service not available', outcome.error)
    notices.add('training-unavailable', outcome.error.message)
    return outcome
  })
  // The clock of training is this computer's.
  const onServerTime = (time: number, requestedAt: number) => {
    deps.confirmedTime.report(time)
    monitor.reportServerTime(time, requestedAt)
  }
  const trainingConnection = platform === null ? createTrainingConnection(network) : null
  const transport = disposables.add(
    createTransport(trainingConnection?.network ?? { ...network, onServerTime }),
  )
  const connected = connectClient({
    endpoints: started ?? Promise.resolve(succeed(platform ?? { baseUrl: '', userCentreUrl: '' })),
    credentials,
    transport,
    keeper,
    responseParser,
  })
  const monitor = createMonitor({
    training: platform === null,
    isLookOnly,
    hasNetwork: (baseUrl) => trainingConnection?.isCut() !== true && deps.hasNetwork(baseUrl),
    connected,
  })
  const register = createEnterpriseList({ file: files.register, client: monitor.client, platformId: id })
  if (platform === null && register.list().length === 0) {
    await register
      .add(trainingEnterprises)
      .catch((error: unknown) => log.error('enterprise list not saved', { error }))
  }
  const times = () => ({ unit: settings.read().timeUnit, zone: deps.timeZone() })
  const employees = disposables.add(createEmployeeDirectory({ client: monitor.client, times }))
  const directory = disposables.add(
    createAssetDirectory({ client: monitor.client, register, employees, times }),
  )
  // Training data is not persisted: it is made up and its service starts with the app.
  if (platform !== null) {
    disposables.add(
      createPersistedAssetCache({
        userData: folder,
        platformId: id,
        register,
        directory,
        onError: (error) => log.warn('persisted asset cache failed', { error }),
        onLaterVersion: (version) => notices.add('file-newer', `known-records · ${version}`),
      }),
    )
  }
  void deps.firstPaint.then(() => directory.refreshAll())
  return {
    id,
    address: platform?.baseUrl ?? null,
    training: platform === null,
    isLookOnly,
    trainingConnection,
    monitor,
    register,
    directory,
    employees,
    connected,
    credentials,
    simulateReturn: training?.returnLock ?? null,
    stop: disposables.stop,
  }
}
