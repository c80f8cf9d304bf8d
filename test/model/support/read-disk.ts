import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChangeState } from '#shared/model/changes/change'
import type { ChangingOperationId } from '#shared/operations'
import { journalFile } from '../../../src-main/journal/journal'

/** A row as on disk, read without the journal's own code. */
export interface RowOnDisk {
  readonly rowId: string
  readonly key: string
  readonly operation: ChangingOperationId
  /** The position of the job in the order of intents. */
  readonly order: number
  state: ChangeState
  reason: string | null
  /** When that was written. */
  at: number
}

interface Line {
  readonly at: number
  readonly kind: string
  readonly job: string
  readonly intent: {
    readonly operation: ChangingOperationId
    readonly rows: readonly { readonly key: string }[]
  }
  readonly rows: readonly number[]
  readonly ends: readonly {
    readonly row: number
    readonly state: ChangeState
    readonly reason: { readonly kind: string } | null
  }[]
  readonly reason: { readonly kind: string }
}

const checksumLength = 9

/** Every row of every job, in order. A partial last line is ignored. */
export const readDisk = (folder: string): RowOnDisk[] => {
  const rows: RowOnDisk[] = []
  const jobs = new Map<string, RowOnDisk[]>()
  for (const text of readFileSync(join(folder, journalFile), 'utf8').split('\n').slice(0, -1)) {
    const line = JSON.parse(text.slice(checksumLength)) as Line
    const ofJob = jobs.get(line.job) ?? []
    const set = (row: RowOnDisk | undefined, state: ChangeState, reason: string | null): void => {
      if (row !== undefined) Object.assign(row, { state, reason, at: line.at })
    }
    switch (line.kind) {
      case 'job': {
        const { operation } = line.intent
        const rowsOfJob = line.intent.rows.map(({ key }, rowIndex): RowOnDisk => ({
          rowId: `${line.job}.${rowIndex}`,
          key,
          operation,
          order: jobs.size,
          state: 'intent',
          reason: null,
          at: line.at,
        }))
        jobs.set(line.job, rowsOfJob)
        rows.push(...rowsOfJob)
        break
      }
      case 'sent':
        for (const rowIndex of line.rows) set(ofJob[rowIndex], 'sent', null)
        break
      case 'returned':
        for (const rowIndex of line.rows) set(ofJob[rowIndex], 'intent', null)
        break
      case 'ended':
        for (const { row, state, reason } of line.ends) {
          // A review and a read-back apply to an unconfirmed row only: the second of two is ignored.
          const appliesToUnconfirmed =
            reason?.kind === 'said-by-person' || reason?.kind.startsWith('read-back')
          if (appliesToUnconfirmed !== true || ofJob[row]?.state === 'unknown') {
            set(ofJob[row], state, reason?.kind ?? null)
          }
        }
        break
      case 'closed':
        for (const row of ofJob) if (row.state === 'intent') set(row, 'not-sent', line.reason.kind)
    }
  }
  return rows
}
