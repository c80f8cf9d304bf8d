import type { RowOnDisk } from './disk-story'
import { deadlineMs } from './platform-model'
import type { World } from './desk-world'

/** What is wrong with the state of a row, given what the platform did in truth; null where nothing is. */
const objection = (row: RowOnDisk, { platform, orphans }: World): string | null => {
  const attempts = platform.attempts.filter(({ rowId }) => rowId === row.rowId)
  const commits = attempts.filter(({ committedAt, isPending }) => committedAt !== null || isPending)
  const isOpen = attempts.some(({ told }) => told === 'open') || orphans.has(row.rowId)
  const isUnderWay = attempts.some(({ told }) => told === null)
  if (commits.length > 1) return 'was carried out twice'
  const ofLock = platform.history.filter(({ key }) => key === row.key)
  /** Whose doing the lock's record was when the row's last word was written. */
  const lastBefore = ofLock.findLast(({ at }) => at < row.at)
  const isOvertaken = platform.attempts.some(
    ({ rowId, order }) => rowId === lastBefore?.by && order > row.order,
  )
  switch (row.state) {
    case 'intent':
    case 'not-sent':
      if (commits.length > 0) return 'was carried out'
      return attempts.every(({ told }) => told === 'not-applied') ? null : 'may have been carried out'
    case 'sent':
      return attempts.length > 0 || isOpen ? null : 'never left'
    case 'unknown':
      return isOpen ? null : isUnderWay ? 'is under way still' : 'could have been known'
    case 'done': {
      // Whoever found out says no more than what is so.
      if (row.reason === 'said-by-person') return commits.length === 1 ? null : 'was not carried out'
      if (row.reason === null) {
        return attempts.some(({ told }) => told === 'applied') ? null : 'was not said to be done'
      }
      // Read back: the record was so, at some time since it was sent.
      const sentAt = attempts.at(-1)?.sentAt ?? 0
      const wanted = row.operation === 'order.lockAssets'
      const atSending = ofLock.findLast(({ at }) => at < sentAt)?.locked ?? false
      const since = ofLock.filter(({ at }) => at >= sentAt).map(({ locked }) => locked)
      if (![atSending, ...since].includes(wanted)) return 'was never so on the platform'
      return commits.length === 0 && isOvertaken ? 'is what a later change did' : null
    }
    case 'failed': {
      if (row.reason !== 'read-back-not-applied') {
        return commits.length === 0 ? null : 'was carried out and is called refused'
      }
      if (attempts.some(({ isPending }) => isPending)) return 'is still on its way and is called not applied'
      // Where a late commit of an earlier change came after it, the record alone cannot tell.
      const isItsOwn = lastBefore?.by === row.rowId
      return commits.length > 0 && (isItsOwn || isOvertaken)
        ? 'was carried out and is called not applied'
        : null
    }
  }
}

const isWordOnUnknown = (reason: string | null): boolean =>
  reason === 'said-by-person' || reason === 'read-back-applied' || reason === 'read-back-not-applied'

/** What a person or a look-up settled, and was settled otherwise afterwards. */
const overruled = ({ lastWords }: World, rows: readonly RowOnDisk[]): string[] =>
  rows.flatMap(({ rowId, state, reason }) => {
    const word = `${state} ${reason}`
    const before = lastWords.get(rowId)
    if (before === undefined && isWordOnUnknown(reason)) lastWords.set(rowId, word)
    return before === undefined || before === word ? [] : [`${rowId} was ${before} and is ${word}`]
  })

/** Where what the desk tells is not what a new start would read. */
const otherThanOnDisk = (world: World, rows: readonly RowOnDisk[]): string[] => {
  const says = world.says()
  return rows.flatMap(({ rowId, state, reason }) => {
    const said = says.get(rowId)
    if (said === `${state} ${reason}`) return []
    // Where a row's “sent” is taken back the reason is not written anew.
    if (said?.startsWith(`${state} `) === true && (state === 'sent' || state === 'intent')) return []
    return [`${rowId} is ${state} ${reason} on the disk, and the desk says ${said ?? 'nothing'}`]
  })
}

/** What must be so whenever nothing moves. */
export const objections = (world: World): string[] => [
  ...world.faults,
  ...overruled(world, world.rows()),
  ...otherThanOnDisk(world, world.rows()),
  ...world.rows().flatMap((row) => {
    const found = objection(row, world)
    return found === null ? [] : [`${row.rowId} (${row.key}, ${row.state}, ${row.reason}) ${found}`]
  }),
]

/** What is open still though everything is well, the lists are read and all time has passed. */
export const stillOpen = (world: World): string[] => {
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

/** Locks on which something else stands than what was wanted last and said to be done. */
export const wrongInTheEnd = (world: World): string[] => {
  const { platform } = world
  const overridden = (key: string, order: number) => {
    // A call that was given up may be carried out after a later one: the platform has no order of its own.
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
    return wanted === locked || later ? [] : [`${key} is not as ${last.rowId} left it`]
  })
}

export { deadlineMs }
