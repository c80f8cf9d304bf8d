import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { isLockAction } from '#shared/model/changes/change'
import type { CommandFailure } from '#shared/bridge/commands'
import type { LockAction, ChangeRequest, JournalEntry } from '#shared/model/changes/change'
import type { Job } from '#shared/model/changes/job'
import { useJobsStore } from '../../../stores/jobs-store'
import { useJournalStore } from '../../../stores/journal-store'
import { useSoundStore } from '../../../stores/sound-store'
import { cueOfState } from '../../../ui/feedback/sound-choice'
import { useRecordsStore } from '../../../entities/lock/records-store'

/** The last change of an asset, requested on this page since the app started. */
export type Change = {
  readonly request: ChangeRequest
  readonly requestedAt: number
  /** The change has a result, and its record is being read again. */
  readonly isRefreshing?: boolean
  /** Nothing was changed, and the record could not be read afterwards: the result ends with the next reading. */
  readonly endsWithNextRead?: boolean
} & (
  | { readonly state: 'sending' }
  | { readonly state: 'responded'; readonly entry: JournalEntry }
  /** The command itself failed: there is no entry, and nothing was sent. */
  | { readonly state: 'failed'; readonly failure: CommandFailure }
)

export type RespondedChange = Extract<Change, { state: 'responded' }>
type FinishedChange = Exclude<Change, { state: 'sending' }>

type LockEntry = JournalEntry & { readonly action: LockAction }
const isLockEntry = (entry: JournalEntry): entry is LockEntry => isLockAction(entry.action)

/** Changes of single locks, keyed by asset number, so that a lock's card and its details show the same. */
export const useChangesStore = defineStore('changes', () => {
  const changes = ref<ReadonlyMap<string, Change>>(new Map())
  const lastAssetNum = ref<string | null>(null)
  const journal = useJournalStore()
  const records = useRecordsStore()
  const jobs = useJobsStore()
  // Keeps the record of the last change loaded: Undo depends on it.
  records.show(() => {
    const request = lastAssetNum.value === null ? undefined : changes.value.get(lastAssetNum.value)?.request
    return request === undefined ? [] : [request.shellNumber, request.assetNum]
  })
  const sound = useSoundStore()

  const keep = (assetNum: string, change: Change): void =>
    void (changes.value = new Map(changes.value).set(assetNum, change))

  /** From the confirmation until the record is read again; the lock's buttons wait meanwhile. */
  const isInProgress = (assetNum: string): boolean => {
    const change = changes.value.get(assetNum)
    return change?.state === 'sending' || change?.isRefreshing === true
  }

  /** The unfinished list on the open platform with an unsent row of the lock, or null. */
  const listOf = (assetNum: string): Job | null => {
    for (const { key, state, jobId } of journal.entriesHere) {
      if (key !== assetNum || state !== 'intent') continue
      const job = jobs.of(jobId)
      if (job === null || job.state === 'ended' || job.rows === 1) continue
      if (isLockAction(job.action)) return job
    }
    return null
  }

  const shownNumbersOf = ({ shellNumber, assetNum }: ChangeRequest): readonly string[] =>
    [...new Set([shellNumber ?? assetNum, assetNum])].filter((number) => records.lookups.has(number))

  /** Whether a number's record was read while the platform was reachable. */
  const isRead = (number: string): boolean => {
    const { answer } = records.of(number)
    return answer !== null && (!('failure' in answer) || answer.failure === null)
  }

  /** A later change of the same lock, from a list, the queue or continuous mode. */
  const findLaterEntry = (assetNum: string, requestedAt: number): LockEntry | null => {
    for (const entry of journal.entriesHere) {
      if (entry.requestedAt <= requestedAt) return null
      if (entry.key === assetNum && entry.endedAt !== null && isLockEntry(entry)) return entry
    }
    return null
  }

  /** The newest result: the journal's entry of this or a later change. Null where a later reading replaced it. */
  const of = (assetNum: string): Change | null => {
    const change = changes.value.get(assetNum)
    if (change === undefined || change.state === 'sending') return change ?? null
    const entry = change.state === 'responded' ? (journal.find(change.entry.entryId) ?? change.entry) : null
    const later = findLaterEntry(assetNum, entry?.requestedAt ?? change.requestedAt)
    if (later !== null) {
      const request = { ...change.request, action: later.action }
      return { request, requestedAt: later.requestedAt, state: 'responded', entry: later }
    }
    if (change.endsWithNextRead === true && shownNumbersOf(change.request).some(isRead)) return null
    return change.state === 'responded' && entry !== null ? { ...change, entry } : change
  }

  const readRecordAgain = async (request: ChangeRequest): Promise<void> => {
    await Promise.all(shownNumbersOf(request).map((number) => records.lookUp(number, 'fresh')))
  }

  const endsWithNextRead = (change: FinishedChange): boolean => {
    const shown = shownNumbersOf(change.request)
    const hasNoEffect = change.state === 'failed' || change.entry.state === 'not-sent'
    return hasNoEffect && shown.length > 0 && !shown.some(isRead)
  }

  /** Sends one change and stores its result. Does not read the record again or set the last change. */
  const send = async (request: ChangeRequest, isRefreshing = false): Promise<FinishedChange> => {
    const requestedAt = Date.now()
    // Main rejects a second change of the same lock; the first one stays visible.
    const isConcurrent = changes.value.get(request.assetNum)?.state === 'sending'
    if (!isConcurrent) keep(request.assetNum, { request, requestedAt, state: 'sending' })
    const outcome = await jobs.runOne(request)
    const change: FinishedChange = outcome.ok
      ? { request, requestedAt, state: 'responded', entry: outcome.value }
      : { request, requestedAt, state: 'failed', failure: outcome.error }
    if (outcome.ok) journal.note(outcome.value)
    if (!isConcurrent) keep(request.assetNum, { ...change, isRefreshing })
    return change
  }

  const sendAndRefresh = async (request: ChangeRequest): Promise<Change> => {
    const change = await send(request, true)
    const cue = change.state === 'responded' ? cueOfState(change.entry.state) : 'attention'
    if (cue !== null) sound.play(cue)
    const { assetNum } = request
    lastAssetNum.value = assetNum
    if (change.state === 'failed' && change.failure.code === 'in-progress') return change
    await readRecordAgain(request)
    const known = endsWithNextRead(change) ? { ...change, endsWithNextRead: true } : change
    if (changes.value.get(assetNum)?.isRefreshing === true) keep(assetNum, known)
    return known
  }

  const checkResult = async (assetNum: string): Promise<void> => {
    const change = of(assetNum)
    if (change?.state !== 'responded') return
    await journal.checkResult(change.entry.entryId)
    await readRecordAgain(change.request)
  }

  /** A later change of another lock, such as from a list, the queue or continuous mode: this one is the last no more. */
  const isSuperseded = ({ request, requestedAt }: Change): boolean => {
    for (const entry of journal.entriesHere) {
      if (entry.requestedAt <= requestedAt) return false
      if (entry.key !== request.assetNum && isLockEntry(entry)) return true
    }
    return false
  }
  /** The platform lists another state by now, so that it was changed elsewhere since. */
  const isContradicted = (change: Change): boolean => {
    if (change.state !== 'responded' || change.entry.state !== 'done') return false
    const { shellNumber, assetNum, action } = change.request
    const { answer } = records.of(shellNumber ?? assetNum)
    if (answer?.state !== 'found' || answer.failure !== null || answer.record.assetNum !== assetNum)
      return false
    const { locked, readAt } = answer.record
    return readAt > (change.entry.endedAt ?? change.requestedAt) && locked === (action === 'enable')
  }
  /** The last change of this desk, until a newer one or the platform's lists make it outdated. */
  const last = computed(() => {
    const change = lastAssetNum.value === null ? null : of(lastAssetNum.value)
    return change === null || isSuperseded(change) || isContradicted(change) ? null : change
  })

  return {
    changes,
    last,
    of,
    isContradicted,
    isInProgress,
    listOf,
    send,
    sendAndRefresh,
    checkResult,
    clearLast: (): void => void (lastAssetNum.value = null),
  }
})

export const oppositeOf = (action: LockAction): LockAction => (action === 'disable' ? 'enable' : 'disable')
