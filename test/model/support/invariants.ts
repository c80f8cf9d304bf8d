import type { RowOnDisk } from './read-disk'
import { deadlineMs } from './platform-model'
import type { World } from './world'

/** Returns the error in a row's state compared with the platform, or null. */
const violationOf = (row: RowOnDisk, { platform, orphans }: World): string | null => {
  const attempts = platform.attempts.filter(({ rowId }) => rowId === row.rowId)
  const commits = attempts.filter(({ committedAt, isPending }) => committedAt !== null || isPending)
  const isOpen = attempts.some(({ reported }) => reported === 'open') || orphans.has(row.rowId)
  const isUnderWay = attempts.some(({ reported }) => reported === null)
  if (commits.length > 1) return 'was carried out twice'
  const ofLock = platform.history.filter(({ key }) => key === row.key)
  /** The change that set the lock's state when the row's final outcome was written. */
  const lastCommitBefore = ofLock.findLast(({ at }) => at < row.at)
  const isOvertaken = platform.attempts.some(
    ({ rowId, order }) => rowId === lastCommitBefore?.by && order > row.order,
  )
  switch (row.state) {
    case 'intent':
    case 'not-sent':
      if (commits.length > 0) return 'was carried out'
      return attempts.every(({ reported }) => reported === 'not-applied') ? null : 'may have been carried out'
    case 'sent':
      return attempts.length > 0 || isOpen ? null : 'never left'
    case 'unknown':
      return isOpen ? null : isUnderWay ? 'is still in progress' : 'should have been resolved'
    case 'done': {
      // A review states the truth in this test.
      if (row.reason === 'said-by-person') return commits.length === 1 ? null : 'was not carried out'
      if (row.reason === null) {
        return attempts.some(({ reported }) => reported === 'applied')
          ? null
          : 'was not recorded as completed'
      }
      // Read back: the lock was in that state at some time since the sending.
      const sentAt = attempts.at(-1)?.sentAt ?? 0
      const wanted = row.operation === 'order.lockAssets'
      const atSending = ofLock.findLast(({ at }) => at < sentAt)?.locked ?? false
      const since = ofLock.filter(({ at }) => at >= sentAt).map(({ locked }) => locked)
      if (![atSending, ...since].includes(wanted)) return 'was never in that state on the platform'
      return commits.length === 0 && isOvertaken ? 'is the effect of a later change' : null
    }
    case 'failed': {
      if (row.reason !== 'read-back-not-applied') {
        return commits.length === 0 ? null : 'was carried out and is recorded as refused'
      }
      if (attempts.some(({ isPending }) => isPending))
        return 'is still in progress and is recorded as not applied'
      // Where a late commit of an earlier change followed, the state alone cannot tell.
      const isOwnCommit = lastCommitBefore?.by === row.rowId
      return commits.length > 0 && (isOwnCommit || isOvertaken)
        ? 'was carried out and is recorded as not applied'
        : null
    }
  }
}

const appliesToUnconfirmed = (reason: string | null): boolean =>
  reason === 'said-by-person' || reason === 'read-back-applied' || reason === 'read-back-not-applied'

/** Rows resolved by review or read-back, and resolved differently afterwards. */
const changedOutcomes = ({ finalOutcomes }: World, rows: readonly RowOnDisk[]): string[] =>
  rows.flatMap(({ rowId, state, reason }) => {
    const word = `${state} ${reason}`
    const before = finalOutcomes.get(rowId)
    if (before === undefined && appliesToUnconfirmed(reason)) finalOutcomes.set(rowId, word)
    return before === undefined || before === word ? [] : [`${rowId} was ${before} and is ${word}`]
  })

/** Rows whose state in the app differs from what a new start would read. */
const differencesToDisk = (world: World, rows: readonly RowOnDisk[]): string[] => {
  const statesInApp = world.statesInApp()
  return rows.flatMap(({ rowId, state, reason }) => {
    const stateInApp = statesInApp.get(rowId)
    if (stateInApp === `${state} ${reason}`) return []
    // Where a row's “sent” is reverted, the reason is not written again.
    if (stateInApp?.startsWith(`${state} `) === true && (state === 'sent' || state === 'intent')) return []
    return [`${rowId} is ${state} ${reason} on disk, but ${stateInApp ?? 'missing'} in the app`]
  })
}

/** The invariants of every idle state. */
export const violations = (world: World): string[] => [
  ...world.faults,
  ...changedOutcomes(world, world.rows()),
  ...differencesToDisk(world, world.rows()),
  ...world.rows().flatMap((row) => {
    const found = violationOf(row, world)
    return found === null ? [] : [`${row.rowId} (${row.key}, ${row.state}, ${row.reason}) ${found}`]
  }),
]

/** Rows that are still open after everything worked, the lists were read and all time passed. */
export const unfinishedRows = (world: World): string[] => {
  const rows = world.rows()
  return rows.flatMap((row) => {
    const { rowId, state, key, order } = row
    if (state === 'done' || state === 'failed' || state === 'not-sent') return []
    const isOvertaken = rows.some(
      (other) =>
        other.key === key && other.order > order && other.state !== 'not-sent' && other.state !== 'intent',
    )
    return state === 'unknown' && isOvertaken ? [] : [`${rowId} (${key}) is ${state}`]
  })
}

/** Locks whose state differs from the last completed change. */
export const wrongFinalStates = (world: World): string[] => {
  const { platform } = world
  const overridden = (key: string, order: number) => {
    // A request that was given up may be carried out after a later one: the platform guarantees no order.
    const last = platform.history.findLast((one) => one.key === key)
    const of = platform.attempts.find(({ rowId }) => rowId === last?.by)
    return of !== undefined && of.order < order
  }
  return [...platform.locked].flatMap(([key, locked]) => {
    const last = world.rows().findLast((row) => row.key === key && row.state === 'done')
    if (last === undefined || overridden(key, last.order)) return []
    const later = world
      .rows()
      .some((row) => row.key === key && row.order > last.order && row.state === 'unknown')
    const wanted = last.operation === 'order.lockAssets'
    return wanted === locked || later ? [] : [`${key} differs from the result of ${last.rowId}`]
  })
}

export { deadlineMs }
