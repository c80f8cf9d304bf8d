import { join } from 'node:path'
import { createOrderDrafts } from '../drafts/order-drafts'
import type { ChosenEnvironment } from '../environments/open-environment'
import { openEnvironment } from '../environments/open-environment'
import type { Session } from '../environments/session-switch'
import type { House } from '../house'
import type { CommandHandlers } from '../ipc/registrar'
import { launchInUtilityProcess } from '../training/electron-service-process'
import { trainingFolder } from '../training/move-aside'
import { startTrainingService } from '../training/training-service'
import { startDiagnosis } from './diagnosis'
import { createSessionHandlers } from './handlers'
import { startWork } from './work'

export interface OpenSession extends Session {
  readonly handlers: CommandHandlers
}

/** All that belongs to one platform, from its client to the commands that reach it. */
export const openSession = async (
  house: House,
  environmentId: string,
  choice: ChosenEnvironment,
): Promise<OpenSession> => {
  const { log, notices } = house
  const environment = await openEnvironment(choice, {
    startTraining: () =>
      startTrainingService({
        launch: launchInUtilityProcess(join(house.here, 'service.js')),
        dataFolder: trainingFolder(house.folder),
        seed: house.options.trainingSeed,
        after: house.firstPicture,
        onFault: (what) => log.warn(what),
      }),
    onTrainingUnavailable: (why) => notices.add('training-unavailable', why),
    onLaterVersion: (name, version) => notices.add('file-newer', `${name} · ${version}`),
    network: house.network,
    hasNetwork: house.hasNetwork,
    longAnswers: house.longAnswers,
    registerFile: house.files.register,
    settings: house.settings,
    userData: house.folder,
    firstPicture: house.firstPicture,
    log,
  })
  if (!environment.training) notices.remove('training-unavailable')
  const work = startWork(
    environment,
    house,
    () => void house.environments.markVerified(environmentId).catch(() => undefined),
  )
  const searching = startDiagnosis(environment, house, { environmentId, bench: work.bench })
  const orderDrafts = createOrderDrafts(house.files.drafts, environment.id)
  return {
    environmentId,
    handlers: createSessionHandlers({
      house,
      environmentId,
      choice,
      environment,
      work,
      searching,
      orderDrafts,
    }),
    busy: work.busy,
    pauseJobs: work.pauseJobs,
    stop: async () => {
      searching.stop()
      await work.stop()
      await orderDrafts.stop()
    },
  }
}
