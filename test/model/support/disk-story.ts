import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChangeState } from '#shared/model/change'
import type { ChangingOperationId } from '#shared/operations'
import { journalFile } from '../../../src-main/journal/journal'

/** A row as the bytes on the disk tell it, read without the journal's own code. */
export interface RowOnDisk {
  readonly rowId: string
  readonly key: string
  readonly operation: ChangingOperationId
  /** Counts the jobs in the order in which their intents were written. */
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

/** Every row of every job, in order. A last line that is not whole counts for nothing. */
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
        const begun = line.intent.rows.map(({ key }, place): RowOnDisk => ({
          rowId: `${line.job}.${place}`,
          key,
          operation,
          order: jobs.size,
          state: 'intent',
          reason: null,
          at: line.at,
        }))
        jobs.set(line.job, begun)
        rows.push(...begun)
        break
      }
      case 'sent':
        for (const place of line.rows) set(ofJob[place], 'sent', null)
        break
      case 'returned':
        for (const place of line.rows) set(ofJob[place], 'intent', null)
        break
      case 'ended':
        for (const { row, state, reason } of line.ends) {
          // A person and a look-up speak of what is unknown only: the second of two words says nothing.
          const speaksOfUnknown = reason?.kind === 'said-by-person' || reason?.kind.startsWith('read-back')
          if (speaksOfUnknown !== true || ofJob[row]?.state === 'unknown') {
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
