import type { EventName, Events } from '#shared/bridge/events'
import type { KeptImports } from '../directory/kept-import'
import { createElectronNotifier } from '../reminders/electron-notifier'
import { installedArchive, noticesFiles } from '../updates/electron-updates'
import type { EarlyServices } from './early-services'
import { startBranch } from './start-branch'
import { startDevices } from './start-devices'
import { startNetwork } from './start-network'
import { startPlatforms } from './start-platforms'
import { startRecords } from './start-records'
import { startSharedResults } from './start-shared-results'
import { startWorkOrders } from './start-work-orders'

/**
 * Starts what may take long and the first paint does not need, in this order. Each part is added to the disposables of the
 * launch, which stop in reverse order.
 */
export const createAppServices = async (early: EarlyServices) => {
  const { window } = early
  const records = await startRecords(early)
  const network = startNetwork(early)
  const devices = await startDevices(early)
  const platforms = startPlatforms(early, records, network)
  const workOrders = startWorkOrders(early, records)
  const branch = startBranch(early, records, workOrders)
  startSharedResults(early, records, branch)
  const enterpriseImports: KeptImports = { byPlatform: new Map(), lastNumber: 0 }

  return {
    ...early,
    ...records,
    ...network,
    ...devices,
    ...platforms,
    ...workOrders,
    ...branch,
    enterpriseImports,
    notifier: createElectronNotifier(),
    noticesFiles: noticesFiles(),
    archive: installedArchive(),
    /** Resolves when the window has drawn the page for the first time. */
    firstPaint: window.firstPaint,
    emit: <Name extends EventName>(name: Name, value: Events[Name]): void => window.emit(name, value),
  }
}

export type AppServices = Awaited<ReturnType<typeof createAppServices>>
