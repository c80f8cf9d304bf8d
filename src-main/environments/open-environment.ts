import { succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { JsonFile } from '../files/json-file'
import type { Log } from '../log/log'
import type { Credentials } from '../platform/credentials'
import { connect } from '../platform/environment'
import type { Connected, Endpoints } from '../platform/environment'
import type { LongAnswers } from '../platform/long-answers'
import { createMonitor } from '../platform/monitor'
import type { Monitor } from '../platform/monitor'
import type { RefreshTokenKeeper } from '../platform/tokens'
import { createTransport } from '../platform/transport'
import type { NetworkSurroundings } from '../platform/transport'
import { keepKnownRecords } from '../register/known-records'
import { createPeople } from '../register/people'
import type { People } from '../register/people'
import { createRecords } from '../register/records'
import type { Records } from '../register/records'
import { createRegister } from '../register/register'
import type { Register, RegisterContent } from '../register/register'
import type { SettingsStore } from '../settings/settings'
import { tokenEndpointOf } from '../training/training-service'
import type { TrainingService } from '../training/training-service'
import { trainingRegister } from '../training/training-register'

/** How training goes by in the journal, the register and the vault; a platform goes by its base URL. */
export const trainingId = 'training'

/** Where a client goes and as whom: training's own service, or a platform of the person's. */
export interface ChosenEnvironment {
  /** Null is training; its address is known only when its service has started. */
  readonly platform: Endpoints | null
  readonly credentials: Credentials
  readonly keeper: RefreshTokenKeeper
}

/** One platform with all that hangs on it. A switch stops it and opens another; nothing of it is carried over. */
export interface OpenEnvironment {
  readonly id: string
  readonly training: boolean
  readonly monitor: Monitor
  readonly register: Register
  readonly records: Records
  readonly people: People
  /** Its addresses and tokens, for whoever looks for a cause; of training once its service has started. */
  readonly connected: Promise<Outcome<Connected>>
  readonly credentials: Credentials
  stop(): Promise<void>
}

export const openEnvironment = async (
  { platform, credentials, keeper }: ChosenEnvironment,
  deps: {
    startTraining: () => TrainingService
    onTrainingUnavailable: (why: string) => void
    /** A later version of the app wrote what is kept under this name; it is left as it is. */
    onLaterVersion: (name: string, version: number) => void
    network: NetworkSurroundings
    /** Whether this computer is on a network that leads to an address. */
    hasNetwork: (baseUrl: string | null) => boolean
    longAnswers: LongAnswers
    registerFile: JsonFile<RegisterContent>
    settings: SettingsStore
    /** Where the app keeps its files. */
    userData: string
    /** What is read of the platform on its own account waits for it: the network's library holds main for 40 ms. */
    firstPicture: Promise<void>
    log: Log
  },
): Promise<OpenEnvironment> => {
  const { network, longAnswers, registerFile, settings, log } = deps
  const id = platform?.baseUrl ?? trainingId
  const training = platform === null ? deps.startTraining() : null
  const started = training?.ready.then((outcome) => {
    if (outcome.ok) return succeed({ baseUrl: outcome.value, userCentreUrl: tokenEndpointOf(outcome.value) })
    log.error('training is not to be had', outcome.error)
    deps.onTrainingUnavailable(outcome.error.message)
    return outcome
  })
  const transport = createTransport(network)
  const connected = connect({
    endpoints: started ?? Promise.resolve(succeed(platform ?? { baseUrl: '', userCentreUrl: '' })),
    credentials,
    transport,
    keeper,
    longAnswers,
  })
  const monitor = createMonitor({ training: platform === null, hasNetwork: deps.hasNetwork, connected })
  const register = createRegister({ file: registerFile, client: monitor.client, platform: id })
  if (platform === null && register.list().length === 0) {
    await register.add(trainingRegister).catch((error: unknown) => log.error('register not saved', { error }))
  }
  const timeUnit = () => settings.read().timeUnit
  const people = createPeople({ client: monitor.client, timeUnit })
  const records = createRecords({
    client: monitor.client,
    register,
    people,
    timeUnit,
  })
  // Training's records are made up, and its service starts with the app.
  const known =
    platform === null
      ? null
      : keepKnownRecords({
          userData: deps.userData,
          environment: id,
          register,
          records,
          onFault: (error) => log.warn('known records', { error }),
          onLaterVersion: (version) => deps.onLaterVersion('known-records', version),
        })
  void deps.firstPicture.then(() => records.refreshAll())
  return {
    id,
    training: platform === null,
    monitor,
    register,
    records,
    people,
    connected,
    credentials,
    stop: async () => {
      await known?.stop()
      records.stop()
      people.stop()
      await transport.stop()
      await training?.stop()
    },
  }
}
