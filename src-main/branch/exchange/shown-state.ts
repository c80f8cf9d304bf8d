import type { BranchState } from '#shared/model/branch/branch-view'
import { createEmitter } from '../../util/emitter'
import type { EarlierEvents, OwnEventLog, ReceivedEvents } from '../branch-stores'

/** What people see of the exchange. Listeners hear of it only where it has changed. */
export const createShownState = ({
  own,
  received,
  earlier,
}: {
  readonly own: Pick<OwnEventLog, 'last'>
  readonly received: Pick<ReceivedEvents, 'ownArrived'>
  readonly earlier: Pick<EarlierEvents, 'work'> | null
}) => {
  const changed = createEmitter<BranchState>()
  /** The last own event that the database has, as far as is known. */
  let shared = Math.min(received.ownArrived(), own.last())

  const counted = (): Pick<BranchState, 'notShared' | 'earlier'> => ({
    notShared: own.last() - shared,
    earlier: earlier?.work()?.kind ?? null,
  })
  let state: BranchState = {
    connected: false,
    lastSeenAt: null,
    problem: null,
    restoredAt: null,
    ...counted(),
  }

  /** Without a part, what the files say may have changed. */
  const show = (part: Partial<Omit<BranchState, 'notShared' | 'earlier'>> = {}): void => {
    const next = { ...state, ...part, ...counted() }
    if (JSON.stringify(next) === JSON.stringify(state)) return
    state = next
    changed.emit(state)
  }

  return {
    read: () => state,
    show,
    showShared: (n: number): void => {
      shared = n
      show()
    },
    onChange: changed.add,
    stop: changed.clear,
  }
}
