import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { JournalEntry } from '#shared/model/changes/change'
import type { Job } from '#shared/model/changes/job'
import type { Name } from '#shared/model/name'
import { useJobsStore } from '../../stores/jobs-store'
import { command, onEvent } from '../../bridge'
import { numbersOf } from './batch'
import { useCommand } from '../../use-command'

/** More allocations than a computer makes in years; the activity log has older ones. */
const maxJobs = 1_000
/** The list shows the number of shell numbers for this many allocations. */
const maxCounted = 200

/** The allocations made on this computer, newest first, and the selected one. */
export const useBatchesStore = defineStore('batches', () => {
  const jobs = useJobsStore()
  const all = shallowRef<readonly Job[]>([])
  /** A label with a number of another platform, or of training, must not come onto a lock of this one. */
  const listed = computed(() => all.value.filter(({ elsewhere }) => elsewhere === undefined))
  const state = ref<'unread' | 'loading' | 'ready' | 'failed'>('unread')
  const { run: readList, failure } = useCommand('jobs/list')
  const chosenId = ref<string | null>(null)
  /** The number of shell numbers per allocation, counted from its rows: the job does not include it. */
  const counts = shallowRef<ReadonlyMap<string, number>>(new Map())
  const count = (jobId: string, rows: readonly JournalEntry[]): void =>
    void (counts.value = new Map(counts.value).set(jobId, numbersOf(rows).numbers.length))

  const read = async (jobId: string): Promise<void> => {
    const outcome = await jobs.read(jobId)
    if (outcome.ok) count(jobId, outcome.value.rows)
  }
  const countAll = async (): Promise<void> => {
    for (const { jobId } of listed.value.slice(0, maxCounted)) {
      if (counts.value.has(jobId)) continue
      const outcome = await command('jobs/read', { jobId })
      if (outcome.ok) count(jobId, outcome.value.rows)
    }
  }

  const load = async (): Promise<void> => {
    if (state.value !== 'ready') state.value = 'loading'
    const outcome = await readList({ limit: maxJobs, action: 'allocate' })
    state.value = outcome.ok ? 'ready' : 'failed'
    if (!outcome.ok) return
    all.value = outcome.value
    void countAll()
  }

  const choose = async (jobId: string | null): Promise<void> => {
    chosenId.value = jobId
    if (jobId !== null) await read(jobId)
  }

  /** Starts an allocation, which continues without the window, and shows it. */
  const allocate = async (
    rows: readonly { readonly size: number }[],
    operatorIdentity: Name,
  ): Promise<CommandFailure | null> => {
    const outcome = await jobs.start({ action: 'allocate', operatorIdentity, rows, retryOf: null })
    if (!outcome.ok) return outcome.error
    all.value = [outcome.value, ...all.value.filter(({ jobId }) => jobId !== outcome.value.jobId)]
    await choose(outcome.value.jobId)
    return null
  }

  onEvent('jobs/changed', (job) => {
    if (job.action !== 'allocate') return
    const others = all.value.filter(({ jobId }) => jobId !== job.jobId)
    all.value = [job, ...others].sort((a, b) => b.requestedAt - a.requestedAt)
    // The allocated numbers are in the rows, not in the event.
    if (job.jobId === chosenId.value) void read(job.jobId)
  })

  return {
    listed,
    state,
    failure,
    chosenId,
    counts,
    chosen: computed(() => listed.value.find(({ jobId }) => jobId === chosenId.value) ?? null),
    rows: computed(() => jobs.rowsOf(chosenId.value)),
    load,
    choose,
    allocate,
  }
})
