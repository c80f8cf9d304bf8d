import { changeRowSchemas } from '#shared/model/changes/change-rows'
import type { JournaledJob } from '../journal/journal-index'
import type { Journal } from '../journal/journal'
import type { JournalRow } from '../journal/record'
import { createRunOnceScheduler, runTimeSliced } from '../util/async'
import type { ChangedAsset, ReadGeneration } from '../directory/optimistic-overlay'
import type { AssetDirectory } from '../directory/asset-directory'

/** Short enough for the lock card, and batched so that no chunk waits for it. */
const batchDelayMs = 1_000

/** Rows processed between two yields to the event loop. */
const rowsPerStep = 250

const runToEnd = <Value>(work: Generator<undefined, Value>): Value => {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Rows of a job that changed state, and the directory's read generation at that time. */
interface ChangedRows {
  readonly jobId: string
  readonly rowIndexes: readonly number[]
  readonly at: ReadGeneration
}

type Effect = Omit<ChangedAsset, 'at'>

const ofLock = ({ key, enterpriseGlobalId }: JournalRow, locked: boolean): readonly Effect[] =>
  enterpriseGlobalId === null ? [] : [{ enterpriseGlobalId, assetNum: key, to: { locked } }]

const ofAssignment = (row: JournalRow): readonly Effect[] => {
  const { success, data } = changeRowSchemas['member.assignAssets'].safeParse(row.request)
  if (!success) return []
  const { enterpriseGlobalId, memberGlobalId, addAssets, deleteAssets } = data
  const each = (assetNums: readonly string[], holder: ChangedAsset['to']['holder']) =>
    assetNums.map((assetNum) => ({ enterpriseGlobalId, assetNum, to: { holder: holder ?? null } }))
  return [...each(deleteAssets, null), ...each(addAssets, { memberGlobalId, name: null })]
}

/** What a completed row certainly changed in its assets. Other operations are only visible in reloaded lists. */
const effectsOf = ({ intent }: JournaledJob, row: JournalRow): readonly Effect[] => {
  if (intent.operation === 'order.lockAssets') return ofLock(row, true)
  if (intent.operation === 'order.unlockAssets') return ofLock(row, false)
  return intent.operation === 'member.assignAssets' ? ofAssignment(row) : []
}

/**
 * Applies completed changes to the asset directory while a job runs: the lists are reloaded only when a job
 * pauses or ends, and may be long. Returns the function that stops it.
 */
export const applyLocalResults = (deps: {
  readonly journal: Pick<Journal, 'job' | 'onChange'>
  readonly directory: Pick<AssetDirectory, 'readGeneration' | 'applyChanges'>
  /** As named in the journal; results of other platforms do not belong to these lists. */
  readonly platformId: string
}): (() => void) => {
  const { journal, directory, platformId } = deps
  let pendingRows: ChangedRows[] = []

  /** The effects in the order of the rows' latest states. */
  function* changedBy(changes: readonly ChangedRows[]): Generator<undefined, readonly ChangedAsset[]> {
    const done = new Map<JournalRow, readonly ChangedAsset[]>()
    for (const { jobId, rowIndexes, at } of changes) {
      const job = journal.job(jobId)
      if (job?.intent.environment !== platformId) continue
      for (const rowIndex of rowIndexes) {
        const row = job.intent.rows[rowIndex]
        const rowState = job.rowStates[rowIndex]
        if (rowIndex % rowsPerStep === 0) yield
        // A reason means a review or read-back set the state, not the platform's response to the change.
        if (row === undefined || rowState?.state !== 'done' || rowState.reason !== null) continue
        done.delete(row)
        done.set(
          row,
          effectsOf(job, row).map((effect) => ({ ...effect, at })),
        )
      }
    }
    return [...done.values()].flat()
  }

  let isApplying = false
  const apply = async (): Promise<void> => {
    const changes = pendingRows
    pendingRows = []
    isApplying = true
    try {
      directory.applyChanges(await runTimeSliced(changedBy(changes)))
    } finally {
      isApplying = false
      if (pendingRows.length > 0) applySoon()
    }
  }
  const scheduler = createRunOnceScheduler(() => void apply())
  /** Rows that arrive during a run are applied after it. */
  const applySoon = (): void => {
    if (!isApplying) scheduler.schedule(batchDelayMs)
  }
  /** Includes everything pending, so that the latest state of a lock is applied last. */
  const applyNow = (): void => {
    scheduler.cancel()
    const changes = pendingRows
    pendingRows = []
    const changed = runToEnd(changedBy(changes))
    if (changed.length > 0) directory.applyChanges(changed)
  }
  // Does as little as possible: the job's next request waits for this listener.
  const unsubscribe = journal.onChange(({ jobId, rowIndexes }) => {
    pendingRows.push({ jobId, rowIndexes, at: directory.readGeneration() })
    // A single change is applied before its result is shown, because a lookup right after it may use lists read
    // before the change.
    if (!isApplying && journal.job(jobId)?.intent.rows.length === 1) applyNow()
    else applySoon()
  })
  return () => {
    unsubscribe()
    pendingRows = []
    scheduler.cancel()
  }
}
