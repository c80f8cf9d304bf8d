import { createAddressCheck } from '../saved-platforms/address-check'
import { createConnectDrafts } from '../saved-platforms/connect-draft'
import { followRemovals } from '../saved-platforms/saved-platforms'
import { journalMarks } from '../saved-platforms/look-only'
import { createPlatformData } from '../saved-platforms/platform-data'
import type { EarlyServices } from './early-services'
import type { Network } from './start-network'
import type { Records } from './start-records'

/** The saved platforms: their data on this computer, and connecting another one. */
export const startPlatforms = (
  { desktop, disposables, savedPlatforms, files, folder, log, unsentSecrets, vault, window }: EarlyServices,
  { journal }: Records,
  { network }: Network,
) => {
  const platformData = createPlatformData({
    folder,
    files,
    journal,
    unsentSecrets,
    onError: (error) => log.warn('data of a platform', { error }),
  })
  disposables.add(followRemovals(savedPlatforms, platformData.forget))
  disposables.add(
    journalMarks(savedPlatforms, {
      journal,
      onError: (error) => log.error('a look-only mark is not in the journal', { error }),
    }),
  )
  const drafts = createConnectDrafts({
    savedPlatforms,
    vault,
    network,
    enterpriseOf: (platformId) =>
      files.register.read().platforms[platformId]?.[0]?.enterpriseGlobalId ?? null,
    dataOf: platformData.dataOf,
    confirmMove: desktop.confirmMove,
    confirmKeyLoss: (platform) => desktop.confirmDestruction({ kind: 'replace-keys', ...platform }),
    onSteps: (steps) => window.emit('connect/steps', steps),
  })
  return {
    platformData,
    drafts,
    /** Asks for confirmation in a system dialog before a request goes to an address of no saved platform. */
    confirmAddress: createAddressCheck({
      saved: () => savedPlatforms.all(),
      confirm: desktop.confirmAddress,
    }),
  }
}
