import { sharedResultsIn } from '#shared/model/branch/shared-results'
import type { SharedResult } from '#shared/model/branch/shared-results'
import { sliceOf } from '#shared/model/slices'
import type { Slice } from '#shared/model/slices'
import { createEmitter } from '../util/emitter'
import type { PlatformBranch } from '../util/folded-list'

/** What the other desks of the branch changed on one platform. */
export const createSharedActivity = (branch: PlatformBranch) => {
  const changes = createEmitter<null>()
  let version = 1
  let rows: readonly SharedResult[] | null = null
  const unsubscribe = branch.onChange((fields) => {
    if (!fields.has('change.result')) return
    rows = null
    version += 1
    changes.emit(null)
  })
  const read = (): readonly SharedResult[] => {
    const now = branch.current()
    return now === null ? [] : (rows ??= sharedResultsIn(now.registers, now.computer, now.names))
  }

  return {
    /** The last first. */
    list: (from: number, limit: number): Slice<SharedResult> & { readonly isInBranch: boolean } => ({
      ...sliceOf(read(), version, from, limit),
      isInBranch: branch.current() !== null,
    }),
    onChange: changes.add,
    stop: (): Promise<void> => {
      unsubscribe()
      changes.clear()
      return Promise.resolve()
    },
  }
}
export type SharedActivity = ReturnType<typeof createSharedActivity>
