import { join } from 'node:path'
import { createSharedActivity } from '../branch/shared-activity'
import type { SharedActivity } from '../branch/shared-activity'
import { createLockNames } from '../directory/lock-names'
import type { LockNames } from '../directory/lock-names'
import { createKeptLists } from '../lists/kept-lists'
import type { KeptLists } from '../lists/kept-lists'
import { createUnfinishedWork } from '../lists/unfinished-work'
import type { UnfinishedWork } from '../lists/unfinished-work'
import { createOrderDrafts } from '../orders/order-drafts'
import type { OrderDrafts } from '../orders/order-drafts'
import type { ChosenPlatform } from '../saved-platforms/choose-platform'
import { launchInUtilityProcess } from '../training/electron-service-process'
import { trainingFolder } from '../training/reset-training'
import { startTrainingService } from '../training/training-service'
import { createDisposableStore, stopTimeoutsMs } from '../util/disposable-store'
import { createSavedViews } from '../views/saved-views'
import type { SavedViews } from '../views/saved-views'
import type { AppContext } from './app-context'
import { connectPlatform } from './connect-platform'
import type { ConnectedPlatform } from './connect-platform'
import type { SwitchedSession } from './platform-switch'
import { startDiagnosis } from './diagnosis'
import type { SessionDiagnosis } from './diagnosis'
import { startSessionServices } from './session-services'
import type { SessionServices } from './session-services'

/** Everything that belongs to one platform. */
export interface PlatformSession extends SwitchedSession, SessionServices {
  readonly choice: ChosenPlatform
  readonly platform: ConnectedPlatform
  readonly diagnosis: SessionDiagnosis
  readonly orderDrafts: OrderDrafts
  readonly keptLists: KeptLists
  readonly unfinishedWork: UnfinishedWork
  readonly lockNames: LockNames
  readonly sharedActivity: SharedActivity
  readonly savedViews: SavedViews
}

/** Opens the platform and starts its services. */
export const openSession = async (
  { emit, ...shared }: AppContext,
  savedPlatformId: string,
  choice: ChosenPlatform,
): Promise<PlatformSession> => {
  let hasStopped = false
  const disposables = createDisposableStore(stopTimeoutsMs.session)
  const stop = () => {
    hasStopped = true
    return disposables.stop()
  }
  const app: AppContext = {
    ...shared,
    // After the switch, late events of this platform must not reach the page.
    emit: (name, value) => {
      if (!hasStopped) emit(name, value)
    },
  }
  const startTraining = () =>
    startTrainingService({
      launch: launchInUtilityProcess(join(app.programFolder, 'service.js')),
      dataFolder: trainingFolder(app.folder),
      credentials: choice.credentials,
      seed: app.options.trainingSeed,
      after: app.firstPaint,
      onError: (what) => app.log.warn(what),
    })
  const timeZone = () => app.savedPlatforms.find(savedPlatformId)?.timeZone ?? null
  const isLookOnly = () => app.savedPlatforms.lookOnlyOf(savedPlatformId) !== null
  const platform = disposables.add(
    await connectPlatform(choice, { ...app, startTraining, timeZone, isLookOnly }),
  )
  try {
    const orderDrafts = disposables.add(createOrderDrafts(app.files.drafts, platform.id))
    const keptLists = disposables.add(createKeptLists(app.files.lists, platform.id))
    const unfinishedWork = disposables.add(createUnfinishedWork(app.files.unfinished, platform.id))
    const lockNames = disposables.add(
      createLockNames(app.files.lockNames, platform.id, app.branchOf(platform)),
    )
    const sharedActivity = disposables.add(createSharedActivity(app.branchOf(platform)))
    disposables.add(sharedActivity.onChange(() => app.emit('journal/shared-changed', null)))
    const savedViews = createSavedViews(app.files.savedViews, platform.id)
    disposables.add(lockNames.onChange(() => app.emit('locks/names-changed', null)))
    disposables.add(app.claimsOf(platform).onUsed(() => app.emit('work-orders/used', null)))
    const services = startSessionServices(app, platform, savedPlatformId, disposables)
    const { profileTester } = services
    const diagnosis = disposables.add(startDiagnosis(app, platform, { savedPlatformId, profileTester }))
    return {
      ...services,
      savedPlatformId,
      choice,
      platform,
      diagnosis,
      orderDrafts,
      keptLists,
      unfinishedWork,
      lockNames,
      sharedActivity,
      savedViews,
      stop,
    }
  } catch (error) {
    // Stops all parts of a platform that failed to open.
    await stop().catch(() => undefined)
    throw error
  }
}
