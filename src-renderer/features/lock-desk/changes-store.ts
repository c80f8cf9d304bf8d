import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { LockAction, ChangeRequest, JournalEntry } from '#shared/model/change'
import { command } from '../../bridge'
import { useJournalStore } from '../../app/stores/journal-store'
import { useSoundStore } from '../../app/stores/sound-store'
import { cueOfState } from '../../ui/sound-choice'
import { useRecordsStore } from './records-store'

/** What is known of the last change asked for one asset at this desk since the app started. */
export type Change = { readonly request: ChangeRequest; readonly askedAt: number } & (
  | { readonly state: 'asking' }
  | { readonly state: 'answered'; readonly entry: JournalEntry }
  /** The command itself failed: there is no entry, and nothing was sent. */
  | { readonly state: 'failed'; readonly failure: CommandFailure }
)

type Answered = Exclude<Change, { state: 'asking' }>

/** Disabling and enabling, one lock at a time. By asset number: the same lock's card and record show the same. */
export const useChangesStore = defineStore('changes', () => {
  const changes = ref<ReadonlyMap<string, Change>>(new Map())
  const lastAssetNum = ref<string | null>(null)
  const settleFailure = ref<ReadonlyMap<string, CommandFailure>>(new Map())
  const journal = useJournalStore()
  const records = useRecordsStore()
  const sound = useSoundStore()

  const keep = (assetNum: string, change: Change): void =>
    void (changes.value = new Map(changes.value).set(assetNum, change))

  /** The journal may know by now what a change's answer did not. */
  const of = (assetNum: string): Change | null => {
    const change = changes.value.get(assetNum)
    if (change?.state !== 'answered') return change ?? null
    return { ...change, entry: journal.find(change.entry.entryId) ?? change.entry }
  }

  const readRecordAgain = async ({ shellNumber, assetNum }: ChangeRequest): Promise<void> => {
    const shown = [shellNumber, assetNum].filter(
      (number): number is NonNullable<typeof number> => number !== null && records.looked.has(number),
    )
    await Promise.all([...new Set(shown)].map((number) => records.look(number, 'fresh')))
  }

  /** Sends one change and keeps what came of it; the record is not read again, nor is this the last thing done. */
  const send = async (request: ChangeRequest): Promise<Answered> => {
    const askedAt = Date.now()
    keep(request.assetNum, { request, askedAt, state: 'asking' })
    const outcome = await command('desk/change', request)
    const change: Answered = outcome.ok
      ? { request, askedAt, state: 'answered', entry: outcome.value }
      : { request, askedAt, state: 'failed', failure: outcome.error }
    if (outcome.ok) journal.note(outcome.value)
    keep(request.assetNum, change)
    return change
  }

  const ask = async (request: ChangeRequest): Promise<Change> => {
    const change = await send(request)
    const cue = change.state === 'answered' ? cueOfState(change.entry.state) : 'attention'
    if (cue !== null) sound.play(cue)
    lastAssetNum.value = request.assetNum
    await readRecordAgain(request)
    return change
  }

  const settle = async (assetNum: string): Promise<void> => {
    const change = of(assetNum)
    if (change?.state !== 'answered') return
    const failure = await journal.settle(change.entry.entryId)
    const failures = new Map(settleFailure.value)
    if (failure === null) failures.delete(assetNum)
    else failures.set(assetNum, failure)
    settleFailure.value = failures
    await readRecordAgain(change.request)
  }

  const forgetLast = (): void => void (lastAssetNum.value = null)

  return {
    changes,
    settleFailure,
    last: computed(() => (lastAssetNum.value === null ? null : of(lastAssetNum.value))),
    of,
    send,
    ask,
    settle,
    forgetLast,
  }
})

export const oppositeOf = (action: LockAction): LockAction => (action === 'disable' ? 'enable' : 'disable')
