import type { ReversalAnswer } from '#shared/model/changes/reversal'
import type { AssetDirectory } from '../../directory/asset-directory'
import { readEmployees } from '../../directory/read-employees'
import type { JournaledJob } from '../../journal/journal-index'
import type { Journal } from '../../journal/journal'
import type { PlatformClient } from '../../platform/client'
import { mapWithConcurrency } from '../../util/async'
import { planReversal } from './plan-reversal'
import type { CurrentLists, ListedEmployee } from './plan-reversal'

/** Enterprises read in parallel. */
const maxConcurrentReads = 4

const enterprisesOf = ({ intent }: JournaledJob, entryIds: ReadonlySet<string> | null, jobId: string) => [
  ...new Set(
    intent.rows.flatMap(({ enterpriseGlobalId }, row) =>
      enterpriseGlobalId !== null && (entryIds === null || entryIds.has(`${jobId}.${row}`))
        ? [enterpriseGlobalId]
        : [],
    ),
  ),
]

export interface Reversals {
  /** The inverse of a job, or of some of its changes, after reading the lists; null if there is no such job. */
  readonly plan: (jobId: string, entryIds: readonly string[] | null) => Promise<ReversalAnswer | null>
}

export const createReversals = (deps: {
  client: PlatformClient
  directory: Pick<AssetDirectory, 'reread' | 'known'>
  journal: Journal
  /** The open platform's ID in the journal. */
  platformId: string
  signal: AbortSignal
}): Reversals => {
  const { client, directory, journal, platformId, signal } = deps

  const readEmployeesOf = async (enterprises: readonly string[]) => {
    const read = new Map<string, ReadonlyMap<string, ListedEmployee>>()
    await mapWithConcurrency(enterprises, 1, async (id) => {
      const employees = await readEmployees(client, id, signal)
      if (employees.ok) read.set(id, new Map(employees.value.map((one) => [one.globalId, one])))
    })
    return read
  }

  const readLists = async (job: JournaledJob, enterprises: readonly string[]): Promise<CurrentLists> => {
    if (job.intent.operation === 'member.editEmployee') {
      const employees = await readEmployeesOf(enterprises)
      return {
        record: () => 'not-read',
        employee: (enterpriseGlobalId, memberGlobalId) => {
          const read = employees.get(enterpriseGlobalId)
          return read === undefined ? 'not-read' : (read.get(memberGlobalId) ?? null)
        },
      }
    }
    const failed = new Set<string>()
    await mapWithConcurrency(enterprises, maxConcurrentReads, async (id) => {
      if ((await directory.reread(id)) !== null) failed.add(id)
    })
    return {
      record: (assetNum, enterpriseGlobalId) =>
        failed.has(enterpriseGlobalId) ? 'not-read' : directory.known(assetNum, enterpriseGlobalId),
      employee: () => 'not-read',
    }
  }

  return {
    plan: async (jobId, entryIds) => {
      const job = journal.job(jobId)
      if (job === null) return null
      if (job.intent.environment !== platformId) return { state: 'other-platform' }
      const wanted = entryIds === null ? null : new Set(entryIds)
      const lists = await readLists(job, enterprisesOf(job, wanted, jobId))
      const plan = planReversal(job, wanted, lists, journal)
      return plan === null ? { state: 'no-inverse' } : { state: 'planned', plan }
    },
  }
}
