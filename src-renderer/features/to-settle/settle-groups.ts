import { groupShellNumber } from '#shared/model/shell-number'
import { isLockAction } from '#shared/model/change'
import type { JournalEntry } from '#shared/model/change'
import type { UnsettledChange } from '#shared/settle-commands'
import { groupedNumber } from '../../i18n/times'
import type { Texts } from '../../i18n/use-texts'

/** The rows of one job that are shown together; they can be looked up together. */
export interface SettleGroup {
  readonly jobId: string
  readonly first: JournalEntry
  readonly changes: readonly UnsettledChange[]
}

export const isOver = ({ entry }: UnsettledChange): boolean =>
  entry.state !== 'unknown' || entry.reason?.kind === 'left-unknown'

export const groupsOf = (changes: readonly UnsettledChange[]): SettleGroup[] => {
  const groups = new Map<string, UnsettledChange[]>()
  for (const change of changes) {
    const others = groups.get(change.entry.jobId)
    if (others === undefined) groups.set(change.entry.jobId, [change])
    else others.push(change)
  }
  return [...groups].flatMap(([jobId, [first, ...others]]) =>
    first === undefined ? [] : [{ jobId, first: first.entry, changes: [first, ...others] }],
  )
}

const sizeOf = ({ request }: JournalEntry): number => {
  const size = typeof request === 'object' && request !== null && 'size' in request ? request.size : null
  return typeof size === 'number' ? size : 0
}

/** What one change is about, in as few words as tell it apart. */
export const subjectOf = (entry: JournalEntry, { t, language }: Pick<Texts, 't' | 'language'>): string => {
  const { action, key, shellNumber, memberName, enterpriseName } = entry
  const lock = shellNumber === null ? key : groupShellNumber(shellNumber)
  if (isLockAction(action)) return lock
  if (action === 'lend') return t('settle.subject.onto', { who: memberName ?? '', lock })
  if (action === 'allocate') return groupedNumber(sizeOf(entry), language.value)
  if (action === 'order') return key
  return memberName ?? enterpriseName ?? key
}
