import { actionOf } from '#shared/model/changes/change'
import type { ChangeAction } from '#shared/model/changes/change'
import type { BranchFact } from '#shared/model/branch/branch-event'
import { reasonOf } from '../changes/reported-outcome'
import type { Journal } from '../journal/journal'
import { changeAt } from '../journal/journal-index'
import type { JournaledJob } from '../journal/journal-index'
import type { JournalRecord } from '../journal/record'
import type { Delivered } from '../result-log/delivered'
import { recordsAfter } from '../result-log/read-records'
import type { Position } from '../result-log/read-records'
import { createRunOnceScheduler, createSequencer } from '../util/async'
import type { JsonFile } from '../util/files/json-file'
import type { PlatformBranch } from '../util/folded-list'

/** Changes of locks; those of employees and customers stay in the journal of their computer. */
const sharedActions: ReadonlySet<ChangeAction> = new Set(['disable', 'enable', 'lend', 'assign'])

/** Records that follow each other are stated together. */
const coalesceMs = 200
/** The place is saved at least this often, so that a crash repeats little. */
const maxFactsAtOnce = 200

/** The rows that a record has ended. */
const endedRows = (record: JournalRecord, job: JournaledJob): number[] => {
  if (record.kind === 'ended') return record.ends.map(({ row }) => row)
  if (record.kind !== 'closed') return []
  return job.rowStates.flatMap(({ state, endedAt }, row) =>
    state === 'not-sent' && endedAt === record.at ? [row] : [],
  )
}

const factsOf = (record: JournalRecord, job: JournaledJob): BranchFact[] => {
  const { intent, jobId } = job
  if (intent.training || !sharedActions.has(actionOf(intent.operation))) return []
  return endedRows(record, job).flatMap((rowIndex): BranchFact[] => {
    // As it is known now: what stayed unconfirmed may have been found out since.
    const change = changeAt(job, rowIndex)
    if (change?.endedAt == null) return []
    const { row, state, endedAt } = change
    return [
      {
        kind: 'change.result',
        body: {
          job: jobId,
          row: rowIndex,
          at: endedAt,
          operation: intent.operation,
          operator: intent.operatorIdentity,
          key: row.key,
          shellNumber: row.shellNumber,
          enterpriseGlobalId: row.enterpriseGlobalId,
          enterpriseName: row.enterpriseName,
          memberName: row.memberName,
          state,
          ...reasonOf(change.reason),
        },
      },
    ]
  })
}

/**
 * States to the branch how changes of locks ended since the computer joined, in the order of the journal. The place in the
 * journal is kept on disk, so that a crash or a locked vault leaves none out; one that is stated twice is one.
 */
export const createSharedResults = (deps: {
  readonly journal: Pick<Journal, 'files' | 'job' | 'onWrite'>
  readonly file: JsonFile<Delivered>
  /** This computer's ID in its branch and when it joined (ms since 1970), or null. */
  readonly joined: () => { readonly computer: string; readonly at: number } | null
  /** The branch as far as it concerns a platform; null if its address is not known. */
  readonly branchOf: (platformId: string) => PlatformBranch | null
  readonly onError: (error: unknown) => void
}) => {
  const { journal, file, joined, branchOf, onError } = deps
  const sequencer = createSequencer()
  let hasFailed = false
  let isStopped = false

  const run = async (): Promise<void> => {
    const branch = joined()
    if (branch === null) return
    const place = `branch ${branch.computer}`
    const last: Position | null = file.read().last[place] ?? null
    let facts = new Map<string, BranchFact[]>()
    let count = 0
    let stated: Position | null = null
    const state = async (): Promise<void> => {
      for (const [platformId, ofPlatform] of facts) await branchOf(platformId)?.append(ofPlatform)
      facts = new Map()
      count = 0
      const saved = stated
      if (saved !== null)
        await file.update((content) => ({ ...content, last: { ...content.last, [place]: saved } }))
      stated = null
    }
    for await (const { record, position } of recordsAfter(journal.files(), last)) {
      if (isStopped) return
      const job = 'job' in record ? journal.job(record.job) : null
      if (job !== null && record.at >= branch.at) {
        const { environment: platformId } = job.intent
        const more = factsOf(record, job)
        facts.set(platformId, [...(facts.get(platformId) ?? []), ...more])
        count += more.length
      }
      stated = position
      if (count >= maxFactsAtOnce) await state()
    }
    await state()
  }
  const share = createRunOnceScheduler(
    () =>
      void sequencer.queue(run).then(
        () => (hasFailed = false),
        (error: unknown) => {
          // What fails again, such as a locked vault, is logged once.
          if (!hasFailed) onError(error)
          hasFailed = true
        },
      ),
  )
  const unsubscribe = journal.onWrite(() => share.schedule(coalesceMs))

  return {
    /** States what is not stated yet: after the first paint, and after a join. */
    share: (): void => share.schedule(coalesceMs),
    stop: async (): Promise<void> => {
      unsubscribe()
      share.cancel()
      isStopped = true
      await sequencer.settled()
    },
  }
}
