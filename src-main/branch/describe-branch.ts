import type { ApartEvents, BranchMember, BranchView, JoinOffer } from '#shared/model/branch/branch-view'
import type { KeyWords } from '#shared/model/changes/work-order'
import type { JoinedBranch } from './branch-service'
import type { ApartEvent } from './branch-stores'
import type { BranchAccess } from './database/branch-access'
import type { BranchComputer } from './database/branch-connection'
import { addressText } from './database/database-address'
import { wordsOfAccess } from './database/join-file'

// The branch as the window shows it.

const keyWordsOf = (access: BranchAccess): KeyWords => ({
  en: wordsOfAccess(access, 'en'),
  zh: wordsOfAccess(access, 'zh'),
})

/** One entry for each computer, in the order of the first event. */
export const apartByComputer = (events: readonly ApartEvent[]): readonly ApartEvents[] => {
  const found = new Map<string | null, ApartEvents>()
  for (const { computer, reason } of events) {
    const known = found.get(computer)
    found.set(
      computer,
      known === undefined ? { computer, reason, count: 1 } : { ...known, count: known.count + 1 },
    )
  }
  return [...found.values()]
}

export const describeBranch = ({ access, joinedAt, state, apart, ...rest }: JoinedBranch): BranchView => ({
  ...rest,
  computer: { id: access.computer.id, name: access.computer.name },
  database: addressText(access.database),
  words: keyWordsOf(access),
  joinedAt,
  state,
  apart: apartByComputer(apart),
})

export const describeOffer = (id: string, access: BranchAccess): JoinOffer => ({
  id,
  computer: access.computer.name,
  database: addressText(access.database),
  words: keyWordsOf(access),
})

export const memberOf =
  (own: string) =>
  ({ id, name, joinedAt, lastSeenAt, removedAt }: BranchComputer): BranchMember => ({
    id,
    name,
    isThis: id === own,
    joinedAt,
    lastSeenAt,
    removedAt,
  })
