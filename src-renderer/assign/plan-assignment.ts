import type { RowOf } from '#shared/model/job'
import type { LockRecord } from '#shared/model/lock-record'

export interface Person {
  readonly memberGlobalId: string
  /** As they are called here; their id where nobody knows. */
  readonly name: string
}

/** An asset that changes hands; null is nobody. */
export interface Move {
  readonly record: LockRecord
  readonly from: Person | null
  readonly to: Person | null
}

export type AssignRow = RowOf<'assign'>

export const personOf = (holder: LockRecord['holder']): Person | null =>
  holder === null
    ? null
    : { memberGlobalId: holder.memberGlobalId, name: holder.name ?? holder.memberGlobalId }

const isSame = (one: Person | null, other: Person | null): boolean =>
  one?.memberGlobalId === other?.memberGlobalId

/** Assets to one person, or to nobody; those that are there already stay out. */
export const movesTo = (to: Person | null, records: readonly LockRecord[]): readonly Move[] =>
  records
    .map((record): Move => ({ record, from: personOf(record.holder), to }))
    .filter(({ from }) => !isSame(from, to))

export const reversed = (moves: readonly Move[]): readonly Move[] =>
  moves.map(({ record, from, to }) => ({ record, from: to, to: from }))

/** What the platform may refuse: by itself in a call, it takes no other asset down with it (one refuses all). */
export const isDoubtful = ({ record, to }: Move): boolean =>
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

const idOf = (person: Person | null): string => person?.memberGlobalId ?? ''

const rowFor = (person: Person, taken: readonly Move[], given: readonly Move[]): AssignRow => ({
  enterpriseGlobalId: (taken[0] ?? given[0])?.record.enterpriseGlobalId ?? '',
  memberGlobalId: person.memberGlobalId,
  memberName: person.name,
  deleteAssets: taken.map(({ record }) => record.assetNum),
  addAssets: given.map(({ record }) => record.assetNum),
})

/**
 * The rows of a job for member operation 9, in the order they go out. What one person gives up and gets from nobody
 * goes in one call; from one person to another takes two, the withdrawal first, since the platform refuses an asset
 * that somebody holds (60028). How many numbers a call may carry is not in the API document: `atMost` is a setting.
 */
export const rowsOf = (moves: readonly Move[], atMost: number): readonly AssignRow[] => {
  const rows: AssignRow[] = []
  const alone = moves.filter(({ from, to }) => from === null || to === null)
  for (const group of groupsOf(alone, (move) => `${isDoubtful(move)} ${idOf(move.from ?? move.to)}`)) {
    const person = group[0]?.from ?? group[0]?.to
    if (person == null) continue
    const ordered = [...group.filter(({ to }) => to === null), ...group.filter(({ to }) => to !== null)]
    for (const chunk of chunksOf(ordered, atMost)) {
      rows.push(
        rowFor(
          person,
          chunk.filter(({ to }) => to === null),
          chunk.filter(({ to }) => to !== null),
        ),
      )
    }
  }
  const between = moves.filter(({ from, to }) => from !== null && to !== null)
  for (const group of groupsOf(
    between,
    (move) => `${isDoubtful(move)} ${idOf(move.from)} ${idOf(move.to)}`,
  )) {
    const [first] = group
    if (first?.from == null || first.to === null) continue
    const { from, to } = first
    const chunks = chunksOf(group, atMost)
    rows.push(...chunks.map((chunk) => rowFor(from, chunk, [])))
    rows.push(...chunks.map((chunk) => rowFor(to, [], chunk)))
  }
  return rows
}

export interface MoveFacts {
  readonly count: number
  /** Who gives assets up, most first. */
  readonly from: readonly { readonly person: Person; readonly count: number }[]
  /** Everyone who gets some, most first; nobody is not among them. */
  readonly to: readonly { readonly person: Person; readonly count: number }[]
  readonly toNobody: number
  readonly lent: number
  readonly notGrantable: number
}

const tallied = (people: readonly (Person | null)[]): MoveFacts['from'] => {
  const found = new Map<string, { person: Person; count: number }>()
  for (const person of people) {
    if (person === null) continue
    const known = found.get(person.memberGlobalId) ?? { person, count: 0 }
    known.count += 1
    found.set(person.memberGlobalId, known)
  }
  return [...found.values()].sort((one, other) => other.count - one.count)
}

/** What the confirmation repeats. */
export const factsOf = (moves: readonly Move[]): MoveFacts => ({
  count: moves.length,
  from: tallied(moves.map(({ from }) => from)),
  to: tallied(moves.map(({ to }) => to)),
  toNobody: moves.filter(({ to }) => to === null).length,
  lent: moves.filter(({ record }) => record.lent === true).length,
  notGrantable: moves.filter(({ record, to }) => to !== null && record.grantable === false).length,
})
