import type { RowOf } from './job'
import type { LockRecord } from '../locks/lock-record'
import type { Name } from '../name'

export interface Assignee {
  readonly memberGlobalId: string
  /** The employee's name; their ID if the name is unknown. */
  readonly name: Name
}

/** An asset whose holder changes; null is unassigned. */
export interface Move {
  readonly record: LockRecord
  readonly from: Assignee | null
  readonly to: Assignee | null
}

export type AssignRow = RowOf<'assign'>

export const assigneeOf = (holder: LockRecord['holder']): Assignee | null =>
  holder === null
    ? null
    : { memberGlobalId: holder.memberGlobalId, name: holder.name ?? holder.memberGlobalId }

const isSame = (a: Assignee | null, b: Assignee | null): boolean => a?.memberGlobalId === b?.memberGlobalId

/** The moves of assets to one employee, or to unassigned; assets that are already there are left out. */
export const movesTo = (to: Assignee | null, records: readonly LockRecord[]): readonly Move[] =>
  records
    .map((record): Move => ({ record, from: assigneeOf(record.holder), to }))
    .filter(({ from }) => !isSame(from, to))

/**
 * Whether the platform may reject the move. Such a move gets its own request: one rejected asset fails the
 * whole request.
 */
export const mayBeRejected = ({ record, to }: Move): boolean =>
  record.lent === true || (to !== null && record.grantable === false)

const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] => {
  const chunks: Item[][] = []
  for (let from = 0; from < items.length; from += size) chunks.push(items.slice(from, from + size))
  return chunks
}

const groupsOf = (moves: readonly Move[], keyOf: (move: Move) => string): Move[][] => {
  const groups = new Map<string, Move[]>()
  for (const move of moves) {
    const key = keyOf(move)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [move])
    else group.push(move)
  }
  return [...groups.values()]
}

const idOf = (assignee: Assignee | null): string => assignee?.memberGlobalId ?? ''

const rowFor = (
  assignee: Assignee,
  withdrawals: readonly Move[],
  assignments: readonly Move[],
): AssignRow => ({
  enterpriseGlobalId: (withdrawals[0] ?? assignments[0])?.record.enterpriseGlobalId ?? '',
  memberGlobalId: assignee.memberGlobalId,
  memberName: assignee.name,
  deleteAssets: withdrawals.map(({ record }) => record.assetNum),
  addAssets: assignments.map(({ record }) => record.assetNum),
})

/**
 * The rows of a job for member operation 9, in the order they are sent. Withdrawals from one employee and
 * assignments of unassigned assets to them share a request. A move between employees takes two, the withdrawal
 * first, because the platform rejects an asset that is assigned (60028). The API does not state how many
 * numbers a request may have (docs/api.md): `atMost` is a setting.
 */
export const rowsOf = (moves: readonly Move[], maxPerRequest: number): readonly AssignRow[] => {
  const rows: AssignRow[] = []
  const alone = moves.filter(({ from, to }) => from === null || to === null)
  for (const group of groupsOf(alone, (move) => `${mayBeRejected(move)} ${idOf(move.from ?? move.to)}`)) {
    const assignee = group[0]?.from ?? group[0]?.to
    if (assignee == null) continue
    const ordered = [...group.filter(({ to }) => to === null), ...group.filter(({ to }) => to !== null)]
    for (const chunk of chunksOf(ordered, maxPerRequest)) {
      rows.push(
        rowFor(
          assignee,
          chunk.filter(({ to }) => to === null),
          chunk.filter(({ to }) => to !== null),
        ),
      )
    }
  }
  const between = moves.filter(({ from, to }) => from !== null && to !== null)
  for (const group of groupsOf(between, (move) =>
    JSON.stringify([mayBeRejected(move), idOf(move.from), idOf(move.to)]),
  )) {
    const [first] = group
    if (first?.from == null || first.to === null) continue
    const { from, to } = first
    const chunks = chunksOf(group, maxPerRequest)
    rows.push(...chunks.map((chunk) => rowFor(from, chunk, [])))
    rows.push(...chunks.map((chunk) => rowFor(to, [], chunk)))
  }
  return rows
}

/** As a policy counts them: a reassignment is a withdrawal and an assignment. */
export const changeCountOf = (moves: readonly Move[]): number =>
  moves.reduce((sum, { from, to }) => sum + (from === null ? 0 : 1) + (to === null ? 0 : 1), 0)

export interface MoveFacts {
  readonly count: number
  /** The employees who lose assets, most assets first. */
  readonly from: readonly { readonly assignee: Assignee; readonly count: number }[]
  /** The employees who receive assets, most assets first; withdrawn assets are not included. */
  readonly to: readonly { readonly assignee: Assignee; readonly count: number }[]
  readonly withdrawnCount: number
  readonly lent: number
  readonly notAssignable: number
}

const countByAssignee = (people: readonly (Assignee | null)[]): MoveFacts['from'] => {
  const found = new Map<string, { assignee: Assignee; count: number }>()
  for (const assignee of people) {
    if (assignee === null) continue
    const known = found.get(assignee.memberGlobalId) ?? { assignee, count: 0 }
    known.count += 1
    found.set(assignee.memberGlobalId, known)
  }
  return [...found.values()].sort((a, b) => b.count - a.count)
}

/** What the confirmation shows. */
export const factsOf = (moves: readonly Move[]): MoveFacts => ({
  count: moves.length,
  from: countByAssignee(moves.map(({ from }) => from)),
  to: countByAssignee(moves.map(({ to }) => to)),
  withdrawnCount: moves.filter(({ to }) => to === null).length,
  lent: moves.filter(({ record }) => record.lent === true).length,
  notAssignable: moves.filter(({ record, to }) => to !== null && record.grantable === false).length,
})
