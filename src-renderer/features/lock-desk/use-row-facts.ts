import { useJournalStore } from '../../app/stores/journal-store'
import { useChangesStore } from './changes-store'
import type { Change } from './changes-store'
import { useLicencesStore } from '../../record/licences-store'
import { shellNumberOf } from './plugged-store'
import type { PluggedRow } from './plugged-store'
import { useRecordsStore } from './records-store'

/** What the stores know of a plugged-in lock and of a change: what its card and record are given. */
export const useRowFacts = () => {
  const records = useRecordsStore()
  const licences = useLicencesStore()
  const changes = useChangesStore()
  const journal = useJournalStore()

  const numberOf = (row: PluggedRow) => shellNumberOf(row.lock)

  const lookedOf = (row: PluggedRow) => {
    const number = numberOf(row)
    return number === null ? null : records.of(number)
  }

  const recordOf = (row: PluggedRow) => {
    const answer = lookedOf(row)?.answer
    return answer?.state === 'found' ? answer.record : null
  }

  const licencesOf = (row: PluggedRow) => licences.of(recordOf(row)?.assetId ?? null)

  const changeOf = (row: PluggedRow): Change | null => {
    const assetNum = recordOf(row)?.assetNum ?? numberOf(row)
    return assetNum === null ? null : changes.of(assetNum)
  }

  const isSettling = (change: Change | null): boolean =>
    change?.state === 'answered' && journal.settling.has(change.entry.entryId)

  const settleFailureOf = (change: Change | null) =>
    change === null ? null : (changes.settleFailure.get(change.request.assetNum) ?? null)

  return { numberOf, lookedOf, recordOf, licencesOf, changeOf, isSettling, settleFailureOf }
}
