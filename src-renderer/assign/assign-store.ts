import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { JournalEntry } from '#shared/model/change'
import type { LockRecord } from '#shared/model/lock-record'
import { useAssetsStore } from '../app/stores/assets-store'
import { useJobsStore } from '../app/stores/jobs-store'
import { useSettingsStore } from '../app/stores/settings-store'
import { useSoundStore } from '../app/stores/sound-store'
import { assetKey } from '../record/asset-key'
import { outcomesOf } from './assignment-outcome'
import type { AssetOutcome } from './assignment-outcome'
import { movesTo, reversed, rowsOf } from './plan-assignment'
import type { Move, Person } from './plan-assignment'

export type Assigning =
  /** To whom these go is not said yet. */
  | { readonly step: 'whom'; readonly records: readonly LockRecord[] }
  /** Which assets one person has. */
  | { readonly step: 'which'; readonly person: Person; readonly enterpriseGlobalId: string }
  | {
      readonly step: 'confirm'
      readonly moves: readonly Move[]
      /** Chosen and there already. */
      readonly left: number
      /** One asset a call, so that one that is refused takes no other down. */
      readonly oneByOne: boolean
      readonly retryOf: string | null
    }
  | { readonly step: 'starting'; readonly moves: readonly Move[] }
  | {
      readonly step: 'job'
      readonly moves: readonly Move[]
      readonly jobId: string
      readonly oneByOne: boolean
    }
  /** There is no job, and nothing was sent. */
  | { readonly step: 'failed'; readonly moves: readonly Move[]; readonly failure: CommandFailure }

/**
 * One assignment at a time, of however many assets, from “to whom” to what became of each: it goes on without the
 * page that began it. Any page with an `AssignLayer` may open it.
 */
export const useAssignStore = defineStore('assign', () => {
  const jobs = useJobsStore()
  const assets = useAssetsStore()
  const settings = useSettingsStore()
  const sound = useSoundStore()

  const now = shallowRef<Assigning | null>(null)
  /** The dialog may be put aside while the job runs. */
  const isShown = ref(false)

  const jobId = computed(() => (now.value?.step === 'job' ? now.value.jobId : null))
  const job = computed(() => jobs.of(jobId.value))
  const isRunning = computed(
    () => now.value?.step === 'starting' || (job.value !== null && job.value.state !== 'ended'),
  )
  const entries = computed<readonly JournalEntry[]>(() => jobs.rowsOf(jobId.value) ?? [])
  const outcomes = computed<readonly AssetOutcome[]>(() =>
    now.value?.step === 'job' ? outcomesOf(now.value.moves, entries.value) : [],
  )

  /** A job under way is shown and not replaced. */
  const open = (next: Assigning): void => {
    if (!isRunning.value) now.value = next
    isShown.value = true
  }
  const assign = (records: readonly LockRecord[]): void => open({ step: 'whom', records })
  const ofPerson = (person: Person, enterpriseGlobalId: string): void =>
    open({ step: 'which', person, enterpriseGlobalId })
  const confirm = (
    moves: readonly Move[],
    {
      left = 0,
      oneByOne = false,
      retryOf = null,
    }: { left?: number; oneByOne?: boolean; retryOf?: string | null } = {},
  ): void => open({ step: 'confirm', moves, left, oneByOne, retryOf })
  const withdraw = (records: readonly LockRecord[]): void => {
    const moves = movesTo(null, records)
    confirm(moves, { left: records.length - moves.length })
  }
  const giveTo = (person: Person, records: readonly LockRecord[]): void => {
    const moves = movesTo(person, records)
    confirm(moves, { left: records.length - moves.length })
  }

  const send = async (operatorIdentity: string): Promise<void> => {
    if (now.value?.step !== 'confirm') return
    const { moves, oneByOne, retryOf } = now.value
    now.value = { step: 'starting', moves }
    if (operatorIdentity !== settings.operator) await settings.change({ operatorIdentity })
    const rows = rowsOf(moves, oneByOne ? 1 : settings.settings.chunkSize)
    const outcome = await jobs.start({ action: 'assign', operatorIdentity, rows: [...rows], retryOf })
    if (!outcome.ok) {
      now.value = { step: 'failed', moves, failure: outcome.error }
      return
    }
    const { jobId: begun } = outcome.value
    now.value = { step: 'job', moves, jobId: begun, oneByOne }
    await jobs.read(begun)
  }
  // A job of many rows says by itself when it is over (use-job-sound.ts).
  watch(
    () => job.value?.state,
    (state) => {
      if (state === 'ended' && job.value?.rows === 1) {
        sound.play(job.value.counts.done === 1 ? 'success' : 'attention')
      }
    },
  )
  const steer = (how: 'pause' | 'resume' | 'cancel') =>
    jobId.value === null ? Promise.resolve(null) : jobs[how](jobId.value)

  /** Records as the lists have them now: what was withdrawn meanwhile is nobody's. */
  const asListed = (records: readonly LockRecord[]): readonly LockRecord[] => {
    const wanted = new Set(records.map(assetKey))
    const found = new Map<string, LockRecord>()
    for (const record of assets.list?.rows ?? []) {
      const key = assetKey(record)
      if (wanted.has(key)) found.set(key, record)
    }
    return records.map((record) => found.get(assetKey(record)) ?? record)
  }

  /** Who holds an asset by the list as it was read last; undefined where it is not on it. */
  const holderNow = computed(() => {
    const records = now.value?.step === 'job' ? now.value.moves.map(({ record }) => record) : []
    return new Map(asListed(records).map((record) => [assetKey(record), record]))
  })

  /** Those that did not come about, planned anew from what the lists say now. */
  const retry = (oneByOne: boolean): void => {
    if (now.value?.step !== 'job') return
    const missing = outcomes.value.filter(
      ({ end }) => end === 'free' || end === 'stays' || end === 'not-sent',
    )
    const listed = asListed(missing.map(({ move }) => move.record))
    const moves = missing.flatMap(({ move, end }, index) => {
      const record = listed[index] ?? move.record
      // The list may not have been read since: what was taken from somebody is nobody's for certain.
      const holder = end === 'free' ? null : record.holder
      return movesTo(move.to, [{ ...record, holder }])
    })
    confirm(moves, { left: missing.length - moves.length, oneByOne, retryOf: now.value.jobId })
  }

  const undo = (): void => {
    const done = outcomes.value.filter(({ end }) => end === 'done').map(({ move }) => move)
    confirm(reversed(done))
  }

  const settle = async (): Promise<void> => {
    if (jobId.value !== null) await jobs.settle(jobId.value)
  }

  /** A job that runs is only put aside. */
  const close = (): void => {
    isShown.value = false
    if (!isRunning.value) now.value = null
  }

  return {
    now,
    isShown,
    job,
    entries,
    outcomes,
    isRunning,
    holderNow,
    isSettling: computed(() => jobId.value !== null && jobs.settling.has(jobId.value)),
    assign,
    ofPerson,
    confirm,
    withdraw,
    giveTo,
    send,
    steer,
    retry,
    undo,
    settle,
    show: () => void (isShown.value = true),
    close,
  }
})
