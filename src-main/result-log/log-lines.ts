import { actionOf } from '#shared/model/changes/change'
import type { ChangeReason, ChangeState } from '#shared/model/changes/change'
import { reasonOf, stateOf } from '../changes/reported-outcome'
import type { JournaledJob } from '../journal/journal-index'
import type { JournalRecord } from '../journal/record'

/** A record of the journal with the hash of its line. */
export interface HashedRecord {
  readonly record: JournalRecord
  readonly hash: string
}

type Facts = Readonly<Record<string, string | number | boolean | null>>

/** Codes of the app are words. Anything else comes from a changed journal and may be private. */
const codeForm = /^[A-Za-z][A-Za-z\d-]{0,60}$/
const codeOf = (text: string | null): string | null => (text === null || codeForm.test(text) ? text : 'other')

const numberForm = /^\d{4,40}$/
/** Identifies a lock for two people on the phone. Accounts and names of the other operations are left out. */
const numberEndOf = (shellNumber: string | null | undefined): string | null =>
  shellNumber != null && numberForm.test(shellNumber) ? shellNumber.slice(-3) : null

const hostOf = (platform: string): string => (URL.canParse(platform) ? new URL(platform).host : 'other')

const jobFacts = ({ jobId, intent }: Pick<JournaledJob, 'jobId' | 'intent'>): Facts => ({
  jobId,
  action: actionOf(intent.operation),
  platform: intent.training ? 'training' : hostOf(intent.environment),
})

const reasonFacts = (reason: ChangeReason | null): Facts => {
  const found = reasonOf(reason)
  return { reason: codeOf(found.reason), businessCode: found.businessCode }
}

const resultFacts = (job: JournaledJob, row: number, state: ChangeState, reason: ChangeReason | null) => ({
  ...jobFacts(job),
  row,
  numberEnd: numberEndOf(job.intent.rows[row]?.shellNumber),
  state: stateOf[state],
  ...reasonFacts(reason),
})

/** One entry for each result of the record, or one for the record. */
const factsOf = (record: JournalRecord, job: JournaledJob | null): Facts[] => {
  switch (record.kind) {
    case 'job': {
      const { intent, job: jobId } = record
      return [{ ...jobFacts({ jobId, intent }), rows: intent.rows.length, retryOf: intent.retryOf }]
    }
    case 'sent':
    case 'returned':
      return [{ jobId: record.job, rows: record.rows.length }]
    case 'ended':
      return job === null
        ? [{ jobId: record.job }]
        : record.ends.map(({ row, state, reason }) => resultFacts(job, row, state, reason))
    case 'closed': {
      const closed = (job?.rowStates ?? []).flatMap(({ state, endedAt }, row) =>
        job !== null && state === 'not-sent' && endedAt === record.at
          ? [resultFacts(job, row, state, record.reason)]
          : [],
      )
      return closed.length > 0 ? closed : [{ jobId: record.job, ...reasonFacts(record.reason) }]
    }
    case 'look-only':
      return [{ platform: hostOf(record.platform), isOn: record.isOn }]
    case 'begins':
    case 'damage':
    case 'signed':
    case 'signature-deleted':
      return []
  }
}

/**
 * The lines of the log for a record of the journal, each with the record's number and hash. They hold no name, no
 * complete number and no text of the platform: only what is listed here, as in the support bundle.
 */
export function* logLines(
  { record, hash }: HashedRecord,
  job: JournaledJob | null,
): Generator<string, void, undefined> {
  const { n, at, previous, kind } = record
  const found = factsOf(record, job)
  const all = found.length === 0 ? [{}] : found
  for (const [index, facts] of all.entries())
    yield JSON.stringify({ n, line: index + 1, lines: all.length, hash, previous, at, kind, ...facts })
}
