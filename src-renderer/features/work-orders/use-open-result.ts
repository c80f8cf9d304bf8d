import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { ShallowRef } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { OrderKey, OrderSummary, UnsignedOrderResult } from '#shared/model/changes/work-order'
import { command, onEvent } from '../../bridge'
import { isKeyFailure } from '../../entities/work-order/key-failure'
import { useJobsStore } from '../../stores/jobs-store'
import { throttle } from '../../ui/throttle'

/** Rows of a running job arrive in quick succession. */
const batchDelayMs = 300
/** Limits the share of time spent on signing a long result again. */
const pauseFactor = 10

export type FileBytes = Uint8Array<ArrayBuffer>

export interface OpenOrder {
  readonly bytes: FileBytes
  readonly summary: OrderSummary
}

export interface OpenResult {
  /** Null where this computer cannot sign its own result now; the rows are known without the key, too. */
  readonly bytes: FileBytes | null
  readonly result: UnsignedOrderResult & { readonly signer: OrderKey | null }
  /** Made by this computer from its own activity log. */
  readonly isOwn: boolean
  /** Why its key does not count, or null. */
  readonly problem: CommandFailure | null
  /** Whether it was held against its order, or why not; null without the order. */
  readonly comparison: { readonly failure: CommandFailure | null } | null
}

/** The result of a used order without a signature; null if this computer cannot read it. */
const readUnsigned = async (
  file: FileBytes,
): Promise<(Pick<OpenResult, 'bytes' | 'result'> & { readonly isSaved: boolean }) | null> => {
  const outcome = await command('work-orders/own-result', { bytes: file })
  if (!outcome.ok) return null
  const { result, isSaved } = outcome.value
  return { bytes: null, result: { ...result, signer: null }, isSaved }
}

/** The open result: one from a file, or of the open order as the activity log has it now. */
export const useOpenResult = (order: Readonly<ShallowRef<OpenOrder | null>>) => {
  const jobs = useJobsStore()
  const result = shallowRef<OpenResult | null>(null)
  /** Why the result of the open order could not be made. */
  const failure = shallowRef<CommandFailure | null>(null)
  /** The rows of each own result as it was last saved, by the ID of its order. */
  const savedRows = ref<ReadonlyMap<string, string>>(new Map())
  const rowsIn = ({ rows }: UnsignedOrderResult): string => JSON.stringify(rows)
  const setSaved = (saved: UnsignedOrderResult): void =>
    void (savedRows.value = new Map(savedRows.value).set(saved.id, rowsIn(saved)))
  /** The result on disk is what the activity log has now. */
  const isSaved = computed(() => {
    const open = result.value
    return open?.isOwn === true && savedRows.value.get(open.result.id) === rowsIn(open.result)
  })
  /** The jobs of orders that ran while this window is open, until their result was open after their end. */
  const unshownJobIds = ref<ReadonlySet<string>>(new Set())
  watch(
    [() => jobs.jobs, result],
    ([all, now]) => {
      const running = [...all.values()].filter((job) => job.workOrder !== undefined && job.state !== 'ended')
      const ids = new Set([...unshownJobIds.value, ...running.map(({ jobId }) => jobId)])
      const { isOwn = false, result: { jobId = null } = {} } = now ?? {}
      if (isOwn && jobId !== null && all.get(jobId)?.state === 'ended') ids.delete(jobId)
      unshownJobIds.value = ids
    },
    { immediate: true, flush: 'sync' },
  )
  /** A file has this result now; what is open may be another one by then. */
  const noteSaved = ({ bytes, result: saved }: OpenResult): void => {
    setSaved(saved)
    // Where the disk refuses, this window still knows it.
    if (bytes !== null) void command('work-orders/note-result-saved', { bytes })
  }

  let asked = 0
  let answered = 0
  let vaultChanges = 0
  /** The result of an order that was used here. */
  const make = async (): Promise<void> => {
    const open = order.value
    if (open === null) return
    asked += 1
    const turn = asked
    const vaultBefore = vaultChanges
    const outcome = await command('work-orders/result', { bytes: open.bytes })
    const made = outcome.ok ? outcome.value : await readUnsigned(open.bytes)
    // The key came while the answer without it was on its way.
    if (!outcome.ok && isKeyFailure(outcome.error) && vaultChanges !== vaultBefore) {
      await make()
      return
    }
    if (order.value?.bytes !== open.bytes || result.value?.isOwn === false) return
    // Without a key, the rows are read in a second step: a later answer may be there already.
    if (turn < answered) return
    answered = turn
    failure.value = outcome.ok ? null : outcome.error
    if (made === null) return
    const { jobId } = made.result
    // Without its job, a running order would be shown as ended. Its rows may have changed meanwhile.
    if (jobId !== null && jobs.of(jobId) === null && (await jobs.read(jobId)).ok) {
      await make()
      return
    }
    if (made.isSaved) setSaved(made.result)
    result.value = {
      bytes: made.bytes,
      result: made.result,
      isOwn: true,
      problem: null,
      comparison: { failure: null },
    }
  }
  const remake = throttle(make, batchDelayMs, pauseFactor)
  const refresh = (jobId: string): void => {
    if (result.value?.isOwn === true && result.value.result.jobId === jobId) remake.schedule()
  }
  onEvent('jobs/changed', ({ jobId }) => refresh(jobId))
  onEvent('jobs/rows', ({ jobId }) => refresh(jobId))
  onEvent('journal/changed', ({ jobId }) => refresh(jobId))
  onScopeDispose(remake.stop)
  // A key that can be read or stored by now signs the result.
  onEvent('vault/changed', () => {
    vaultChanges += 1
    if (isKeyFailure(failure.value)) void make()
  })

  /** Holds a result from a file against the open order. */
  const compare = async (): Promise<void> => {
    const [openOrder, openResult] = [order.value, result.value]
    if (openOrder === null || openResult?.bytes == null) return
    const outcome = await command('work-orders/compare', {
      order: openOrder.bytes,
      result: openResult.bytes,
    })
    if (result.value !== openResult) return
    result.value = {
      ...openResult,
      ...(outcome.ok ? { result: outcome.value.result } : {}),
      comparison: { failure: outcome.ok ? null : outcome.error },
    }
  }

  return { result, failure, isSaved, noteSaved, unshownJobIds, make, compare }
}
