import { normalizeAddress } from '#shared/model/app/saved-platform'
import { sayChanges } from '../branch/say-changes'
import type { ChangeService } from '../changes/change-service'
import type { AppContext } from './app-context'
import type { ConnectedPlatform } from './connect-platform'

/** Notices of the branch about locks of this platform, in both directions. Training is not shared. */
export const shareChanges = (
  { branch, journal, emit }: Pick<AppContext, 'branch' | 'journal' | 'emit'>,
  { training, address }: Pick<ConnectedPlatform, 'training' | 'address'>,
  { jobs }: Pick<ChangeService, 'jobs'>,
): readonly (() => void)[] => {
  if (training || address === null) return []
  const platform = normalizeAddress(address)
  return [
    jobs.onChange(sayChanges({ branch, journal, address, now: Date.now })),
    branch.onChanging((changing) =>
      emit(
        'branch/changing',
        changing
          .filter((one) => one.platform === platform)
          .map(({ computer, operator, assets, forMs }) => ({
            computer,
            operatorIdentity: operator,
            assetNums: assets,
            forMs,
          })),
      ),
    ),
  ]
}
