import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BranchBody, BranchFact } from '#shared/model/branch/branch-event'
import { createSharedResults } from '../../src-main/branch/share-results'
import type { Intent } from '../../src-main/journal/record'
import type { Journal } from '../../src-main/journal/journal'
import { deliveredSchema, nothingDelivered } from '../../src-main/result-log/delivered'
import { openJsonFile } from '../../src-main/util/files/json-file'
import { notShared } from '../../src-main/util/folded-list'
import { intentOf, keyAt, opened } from '../journal/support/journals'
import { temporaryFolder } from '../support/temporary-folder'

type Result = BranchBody<'change.result'>
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let journal: Journal
let stated: Result[]
let error: Error | null
let joined: { readonly computer: string; readonly at: number } | null
const stops: (() => Promise<void>)[] = []

beforeEach(async () => {
  folder = await temporaryFolder()
  journal = (await opened(join(folder.path, 'journal'))).journal
  stated = []
  error = null
  joined = { computer: 'c-1', at: 0 }
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await journal.stop()
  await folder.remove()
})

const start = async () => {
  const path = join(folder.path, 'result-log.json')
  const { file } = await openJsonFile(path, deliveredSchema, nothingDelivered)
  const results = createSharedResults({
    journal,
    file,
    joined: () => joined,
    branchOf: () => ({
      ...notShared,
      append: (facts: readonly BranchFact[]) => {
        if (error !== null) return Promise.reject(error)
        for (const fact of facts) if (fact.kind === 'change.result') stated.push(fact.body)
        return Promise.resolve()
      },
    }),
    onError: () => undefined,
  })
  stops.push(results.stop)
  results.share()
  return results
}
const requested = async (...of: Parameters<typeof intentOf>): Promise<string> =>
  intended({ ...intentOf(...of), training: false })
const intended = async (intent: Intent): Promise<string> => {
  const job = await journal.recordIntent(intent)
  if (!job.ok) throw new Error(job.error.message)
  return job.value.jobId
}
const ends = (jobId: string, row: number, state: 'done' | 'unknown') =>
  journal.recordResults(jobId, [{ row, state, reason: null }])
const shown = () => stated.map(({ key, state }) => [key, state])

describe('results of this computer’s changes', () => {
  it('are stated as they end, and again where it turned out later', async () => {
    await start()
    const job = await requested(keyAt(1), keyAt(2))
    await journal.recordSent(job, [0, 1])
    await ends(job, 0, 'done')
    await ends(job, 1, 'unknown')
    await vi.waitFor(() => expect(stated).toHaveLength(2), 5_000)
    expect(stated[0]).toMatchObject({
      job,
      row: 0,
      operation: intentOf(keyAt(1)).operation,
      operator: intentOf(keyAt(1)).operatorIdentity,
      state: 'done',
      reason: null,
    })
    await ends(job, 1, 'done')
    await vi.waitFor(() => expect(shown().at(-1)).toEqual([keyAt(2), 'done']), 5_000)
    expect(stated.at(-1)?.row).toBe(1)
  })

  it('are stated once, over starts and where the vault was locked; those before the join are not', async () => {
    const before = await requested(keyAt(1))
    await journal.recordSent(before, [0])
    await ends(before, 0, 'done')
    joined = { computer: 'c-1', at: Date.now() + 1 }
    await new Promise((done) => setTimeout(done, 5))
    error = new Error('the vault is locked')
    const results = await start()
    const job = await requested(keyAt(2))
    await journal.recordSent(job, [0])
    await ends(job, 0, 'done')
    await new Promise((done) => setTimeout(done, 500))
    expect(stated).toEqual([])
    error = null
    results.share()
    await vi.waitFor(() => expect(shown()).toEqual([[keyAt(2), 'done']]), 5_000)
    await results.stop()
    const again = await start()
    const last = await requested(keyAt(3))
    await journal.closeJob(last, { kind: 'interrupted' })
    await vi.waitFor(
      () =>
        expect(shown()).toEqual([
          [keyAt(2), 'done'],
          [keyAt(3), 'not-sent'],
        ]),
      5_000,
    )
    await again.stop()
  })

  it('are not those of training, of employees, or of a computer without a branch', async () => {
    joined = null
    await start()
    const alone = await requested(keyAt(1))
    await journal.recordSent(alone, [0])
    await ends(alone, 0, 'done')
    await new Promise((done) => setTimeout(done, 400))
    joined = { computer: 'c-1', at: 0 }
    const trained = await intended(intentOf(keyAt(2)))
    const employee = await intended({
      ...intentOf(keyAt(3)),
      training: false,
      operation: 'member.deleteEmployee',
    })
    for (const job of [trained, employee]) {
      await journal.recordSent(job, [0])
      await ends(job, 0, 'done')
    }
    const lock = await requested(keyAt(4))
    await journal.recordSent(lock, [0])
    await ends(lock, 0, 'done')
    await vi.waitFor(() => expect(shown().at(-1)).toEqual([keyAt(4), 'done']), 5_000)
    expect(shown().map(([key]) => key)).toEqual([keyAt(1), keyAt(4)])
  })
})
