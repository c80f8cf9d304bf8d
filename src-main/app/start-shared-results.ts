import { messageOf } from '#shared/error-message'
import { createSharedResults } from '../branch/share-results'
import type { EarlyServices } from './early-services'
import { platformsOf } from './start-branch'
import type { startBranch } from './start-branch'
import type { Records } from './start-records'

/** States to the branch how changes of locks ended, from the first paint on. */
export const startSharedResults = (
  early: EarlyServices,
  { journal }: Records,
  { branch, branchOf }: ReturnType<typeof startBranch>,
): void => {
  const { disposables, files, hasWindow, log, window } = early
  if (!hasWindow) return
  const results = disposables.add(
    createSharedResults({
      journal,
      file: files.delivered,
      joined: () => {
        const { joined } = files.branch.read()
        return joined === null ? null : { computer: joined.access.computer.id, at: joined.at }
      },
      branchOf: (platformId) => {
        const found = platformsOf(early).find((one) => one.platformId === platformId)
        return found === undefined ? null : branchOf({ training: false, address: found.baseUrl })
      },
      onError: (error) => log.warn(`branch: results are not stated: ${messageOf(error)}`),
    }),
  )
  branch.onChange(results.share)
  void window.firstPaint.then(results.share)
}
