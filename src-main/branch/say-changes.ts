import type { Job } from '#shared/model/changes/job'
import { normalizeAddress } from '#shared/model/app/saved-platform'
import type { Journal } from '../journal/journal'
import type { BranchService } from './branch-service'

const locksOf = new Set<Job['action']>(['disable', 'enable', 'lend'])
const maxAssets = 100
/** A job that takes longer is said again, with what is left of it. */
const againAfterMs = 20_000

/** Says to the other desks of the branch which locks the jobs of this platform change. Returns the listener for jobs. */
export const sayChanges = ({
  branch,
  journal,
  address,
  now,
}: {
  readonly branch: Pick<BranchService, 'sayChanging'>
  readonly journal: Pick<Journal, 'job'>
  readonly address: string
  readonly now: () => number
}) => {
  const said = new Map<string, number>()
  return ({ jobId, action, state }: Job): void => {
    if (!locksOf.has(action)) return
    if (state !== 'running') {
      said.delete(jobId)
      return
    }
    const last = said.get(jobId)
    if (last !== undefined && Math.abs(now() - last) < againAfterMs) return
    said.set(jobId, now())
    const job = journal.job(jobId)
    if (job === null) return
    const { rows, operatorIdentity } = job.intent
    const open = rows.filter((_row, index) => {
      const rowState = job.rowStates[index]?.state
      return rowState === 'intent' || rowState === 'sent'
    })
    const assets = open.slice(0, maxAssets).map(({ key }) => key)
    if (assets.length === 0) return
    branch.sayChanging({ platform: normalizeAddress(address), operator: operatorIdentity, assets })
  }
}
