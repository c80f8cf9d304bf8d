import type { EventName, Events } from '#shared/bridge/events'
import type { KeptImports } from '../directory/enterprise-import'
import { createElectronNotifier } from '../reminders/electron-notifier'
import { installedArchive, noticesFiles } from '../updates/electron-updates'
import type { FirstServices } from './first-services'
import { startDevices } from './start-devices'
import { startNetwork } from './start-network'
import { startPlatforms } from './start-platforms'
import { startRecords } from './start-records'
import { startWorkOrders } from './start-work-orders'

/**
 * Starts what may take long and the first paint does not need, in this order. Each part is added to the disposables of the
 * launch, which stop in reverse order.
 */
export const createAppServices = async (
  first: FirstServices,
  /** Whether a job runs: an update is not installed then. */
  isBusy: () => boolean,
) => {
  const { window } = first
  const records = await startRecords(first)
  const network = startNetwork(first, isBusy)
  const devices = await startDevices(first)
  const platforms = startPlatforms(first, records, network)
  const workOrders = startWorkOrders(first, records)
  const enterpriseImports: KeptImports = { byPlatform: new Map(), lastNumber: 0 }

  return {
    ...first,
    ...records,
    ...network,
    ...devices,
    ...platforms,
    ...workOrders,
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
