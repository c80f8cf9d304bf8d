import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { JournalEntry } from '#shared/model/changes/change'
import type { ReversalPlan } from '#shared/model/changes/reversal'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { useAssetsStore } from '../asset/assets-store'
import { useJobsStore } from '../../stores/jobs-store'
import { useSettingsStore } from '../../stores/settings-store'
import { useSoundStore } from '../../stores/sound-store'
import { assetKey } from '../asset/asset-key'
import { completedOf, outcomesOf } from './assignment-outcome'
import type { AssetOutcome } from './assignment-outcome'
import { currentRecordsOf, planRetry } from './plan-retry'
import { useAssignmentUndo } from './use-assignment-undo'
import { assigneeOf, movesTo, rowsOf } from '#shared/model/changes/plan-assignment'
import type { Move, Assignee } from '#shared/model/changes/plan-assignment'
import type { Name } from '#shared/model/name'

export type AssignmentStep =
  /** Choosing the employee for these records. */
  | { readonly step: 'whom'; readonly records: readonly LockRecord[] }
  /** Choosing the assets of one employee. */
  | { readonly step: 'which'; readonly assignee: Assignee; readonly enterpriseGlobalId: string }
  | {
      readonly step: 'confirm'
      readonly moves: readonly Move[]
      /** The number of selected assets that need no change. */
      readonly unchangedCount: number
      /** One asset per request, so that a rejected asset does not fail others. */
      readonly oneByOne: boolean
      readonly retryOf: string | null
      /** The job that these moves reverse. */
      readonly reverses: string | null
      /** Main's dialog was canceled before. */
      readonly isNotConfirmed: boolean
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

/** The facts of a confirmation that are not the usual ones. */
type ConfirmOptions = Partial<
  Pick<Extract<AssignmentStep, { step: 'confirm' }>, 'unchangedCount' | 'oneByOne' | 'retryOf' | 'reverses'>
>

/**
 * One assignment at a time, from choosing the employee to the result of each asset. It continues when its page
 * is left; every page can open it (features/assignment/AssignLayer.vue).
 */
export const useAssignStore = defineStore('assign', () => {
  const jobs = useJobsStore()
  const assets = useAssetsStore()
  const settings = useSettingsStore()
  const sound = useSoundStore()

  const now = shallowRef<AssignmentStep | null>(null)
  /** False while a running job is minimized. */
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

  /** The ended job if each asset is assigned as requested: a message says so, and no dialog. */
  const completed = computed(() =>
    now.value?.step === 'job' ? completedOf(job.value, now.value.moves, outcomes.value) : null,
  )

  /** Shows the running job instead of replacing it. */
  const open = (next: AssignmentStep): void => {
    if (!isRunning.value) now.value = next
    isShown.value = true
  }
  const assign = (records: readonly LockRecord[]): void => open({ step: 'whom', records })
  const chooseAssetsOf = (assignee: Assignee, enterpriseGlobalId: string): void =>
    open({ step: 'which', assignee, enterpriseGlobalId })
  const confirm = (moves: readonly Move[], options: ConfirmOptions = {}): void =>
    open({
      step: 'confirm',
      moves,
      unchangedCount: 0,
      oneByOne: false,
      retryOf: null,
      reverses: null,
      ...options,
      isNotConfirmed: false,
    })
  const planTo = (assignee: Assignee | null, records: readonly LockRecord[]): void => {
    const moves = movesTo(assignee, records)
    confirm(moves, { unchangedCount: records.length - moves.length })
  }

  const send = async (operatorIdentity: Name): Promise<void> => {
    if (now.value?.step !== 'confirm') return
    const step = now.value
    const { moves, oneByOne, retryOf, reverses } = step
    now.value = { step: 'starting', moves }
    if (operatorIdentity !== settings.operator) await settings.change({ operatorIdentity })
    const rows = rowsOf(moves, oneByOne ? 1 : settings.settings.assetsPerCall)
    const outcome = await jobs.start({
      action: 'assign',
      operatorIdentity,
      rows: [...rows],
      retryOf,
      ...(reverses === null ? {} : { reverses }),
    })
    if (!outcome.ok) {
      if (outcome.error.code === 'not-confirmed') {
        // The closed dialog opens again: a minimized confirmation has no line on the page.
        now.value = { ...step, isNotConfirmed: true }
        isShown.value = true
        return
      }
      now.value = { step: 'failed', moves, failure: outcome.error }
      return
    }
    const { jobId: startedId } = outcome.value
    now.value = { step: 'job', moves, jobId: startedId, oneByOne }
    await jobs.read(startedId)
  }
  // A job with several rows plays its own cue (use-job-sound.ts).
  watch(
    () => job.value?.state,
    (state) => {
      if (state === 'ended' && job.value?.rows === 1) {
        sound.play(job.value.counts.done === 1 ? 'success' : 'attention')
      }
    },
  )
  const control = (how: 'pause' | 'resume' | 'cancel') =>
    jobId.value === null ? Promise.resolve(null) : jobs[how](jobId.value)

  /** The record of each asset in the last list; undefined if it is not in the list. */
  const currentRecords = computed(() => {
    const records = now.value?.step === 'job' ? now.value.moves.map(({ record }) => record) : []
    return new Map(
      currentRecordsOf(records, assets.list?.rows ?? []).map((record) => [assetKey(record), record]),
    )
  })

  /** Plans the failed assets again from the current list. */
  const retry = (oneByOne: boolean): void => {
    if (now.value?.step !== 'job') return
    const { moves, failedCount } = planRetry(outcomes.value, assets.list?.rows ?? [])
    confirm(moves, { unchangedCount: failedCount - moves.length, oneByOne, retryOf: now.value.jobId })
  }

  /** Opens the confirmation of the inverse of an assignment. */
  const reverse = (plan: ReversalPlan): void => {
    if (plan.action !== 'assign') return
    const moves = plan.moves.map(({ record, to }) => ({ record, from: assigneeOf(record.holder), to }))
    confirm(moves, { reverses: plan.jobId })
  }
  const { undoState, undo } = useAssignmentUndo(() => jobId.value, reverse)

  const checkResult = async (): Promise<void> => {
    if (jobId.value !== null) await jobs.checkResult(jobId.value)
  }

  /** Closing the dialog minimizes a running job. */
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
    completed,
    undoState,
    currentRecords,
    isCheckingResult: computed(() => jobId.value !== null && jobs.checkingJobIds.has(jobId.value)),
    assign,
    chooseAssetsOf,
    confirm,
    withdraw: (records: readonly LockRecord[]): void => planTo(null, records),
    assignTo: planTo,
    send,
    control,
    retry,
    reverse,
    undo,
    checkResult,
    show: () => void (isShown.value = true),
    close,
  }
})
