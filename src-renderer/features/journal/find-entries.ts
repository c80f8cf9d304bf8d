import type { JournalEntry } from '#shared/model/change'
import { plainDigits } from '#shared/model/shell-number'

/** The entries in which a text stands: in the number (however it is grouped), the enterprise or the operator. */
export const findEntries = (entries: readonly JournalEntry[], text: string): readonly JournalEntry[] => {
  const wanted = plainDigits(text).toLowerCase()
  if (wanted === '') return entries
  return entries.filter(({ key, shellNumber, enterpriseName, memberName, operatorIdentity }) =>
    [key, shellNumber, enterpriseName, memberName, operatorIdentity].some(
      (part) => part?.toLowerCase().includes(wanted) === true,
    ),
  )
}
