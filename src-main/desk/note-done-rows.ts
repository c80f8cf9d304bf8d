import { changeRows } from '#shared/model/change-rows'
import type { JournaledJob } from '../journal/book'
import type { Journal } from '../journal/journal'
import type { JournalRow } from '../journal/record'
import { inSlices } from '../in-slices'
import type { ChangedAsset, Moment } from '../register/changed-here'
import type { Records } from '../register/records'

/** Often enough for whoever looks at a lock, and nothing that a chunk would wait for. */
const gatherForMs = 1_000

/** Between two looks whether others wait for their turn. */
const rowsPerStep = 250

/** Rows of a job that have a new state, and when. */
interface Turned {
  readonly jobId: string
  readonly places: readonly number[]
  readonly at: Moment
}

type Effect = Omit<ChangedAsset, 'at'>

const ofLock = ({ key, enterpriseGlobalId }: JournalRow, locked: boolean): readonly Effect[] =>
  enterpriseGlobalId === null ? [] : [{ enterpriseGlobalId, assetNum: key, to: { locked } }]

const ofAssignment = (row: JournalRow): readonly Effect[] => {
  const { success, data } = changeRows['member.assignAssets'].safeParse(row.request)
  if (!success) return []
  const { enterpriseGlobalId, memberGlobalId, addAssets, deleteAssets } = data
  const each = (assetNums: readonly string[], holder: ChangedAsset['to']['holder']) =>
    assetNums.map((assetNum) => ({ enterpriseGlobalId, assetNum, to: { holder: holder ?? null } }))
  return [...each(deleteAssets, null), ...each(addAssets, { memberGlobalId, name: null })]
}

/** What is sure of the assets of a row that is done, without asking: of other operations the lists alone tell. */
const effectsOf = ({ intent }: JournaledJob, row: JournalRow): readonly Effect[] => {
  if (intent.operation === 'order.lockAssets') return ofLock(row, true)
  if (intent.operation === 'order.unlockAssets') return ofLock(row, false)
  return intent.operation === 'member.assignAssets' ? ofAssignment(row) : []
}

/**
 * Tells the records what jobs have done while they run: lists are read anew only when one rests, and may be long. It
 * answers how to stop.
 */
export const noteDoneRows = (deps: {
  readonly journal: Pick<Journal, 'job' | 'onChange'>
  readonly records: Pick<Records, 'moment' | 'noteChanged'>
  /** As the journal names it; what was asked of another platform is not on these lists. */
  readonly environment: string
}): (() => void) => {
  const { journal, records, environment } = deps
  let turned: Turned[] = []
  let timer: NodeJS.Timeout | undefined

  /** The last word on each row: “sent” comes first, “done” after it. */
  function* changedBy(turns: readonly Turned[]): Generator<undefined, readonly ChangedAsset[]> {
    const done = new Map<JournalRow, readonly ChangedAsset[]>()
    for (const { jobId, places, at } of turns) {
      const job = journal.job(jobId)
      if (job?.intent.environment !== environment) continue
      for (const place of places) {
        const row = job.intent.rows[place]
        const course = job.courses[place]
        if (place % rowsPerStep === 0) yield
        // Where a person said so, or a look-up, it has a reason: that is not the platform's answer to the change.
        if (row === undefined || course?.state !== 'done' || course.reason !== null) continue
        done.delete(row)
        done.set(
          row,
          effectsOf(job, row).map((effect) => ({ ...effect, at })),
        )
      }
    }
    return [...done.values()].flat()
  }

  const note = async (): Promise<void> => {
    const turns = turned
    turned = []
    try {
      records.noteChanged(await inSlices(changedBy(turns)))
    } finally {
      timer = undefined
      if (turned.length > 0) noteSoon()
    }
  }
  const noteSoon = (): void => void (timer ??= setTimeout(() => void note(), gatherForMs).unref())
  // As little as can be: the next call of the job waits for it.
  const unsubscribe = journal.onChange(({ jobId, places }) => {
    turned.push({ jobId, places, at: records.moment() })
    noteSoon()
  })
  return () => {
    unsubscribe()
    turned = []
    clearTimeout(timer)
  }
}
