import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { LoanFact } from '#shared/model/changes/loan-fact'
import { fail } from '#shared/outcome'
import { loanFactsSchema, noLoanFacts } from '../../src-main/changes/loans/loan-facts'
import { emptyQueue, queueSchema } from '../../src-main/changes/offline-queue/queue-file'
import type { QueueItem, QueueItemEnd } from '../../src-main/changes/offline-queue/queue-file'
import { emptyEnterpriseList, enterpriseListSchema } from '../../src-main/directory/enterprise-list'
import { persistedAssetsFolder } from '../../src-main/directory/persisted-asset-file'
import { openJournal } from '../../src-main/journal/journal'
import type { Intent } from '../../src-main/journal/record'
import { createKeptLists, keptListsSchema, noKeptLists } from '../../src-main/lists/kept-lists'
import {
  createUnfinishedWork,
  noUnfinishedWork,
  unfinishedWorkSchema,
} from '../../src-main/lists/unfinished-work'
import { createOrderDrafts, draftsSchema, noDrafts } from '../../src-main/orders/order-drafts'
import { createStocktakeFolder } from '../../src-main/stocktake/stocktake-file'
import { stocktakeVersion } from '../../src-main/stocktake/stocktake-lines'
import type { StocktakeHeader } from '../../src-main/stocktake/stocktake-lines'
import { openJsonFile } from '../../src-main/util/files/json-file'
import { trainingId } from '../../src-main/saved-platforms/platform-id'
import { moveTrainingAside, resetTraining, trainingFolder } from '../../src-main/training/reset-training'
import { temporaryFolder } from '../support/temporary-folder'

const queuedOf = (environment: string): QueueItem => ({
  id: `queued-${environment}`,
  environment,
  action: 'disable',
  assetNum: 'A-1',
  shellNumber: null,
  enterpriseGlobalId: null,
  enterpriseName: null,
  operatorIdentity: 'Li Wei',
  facts: null,
  queuedAt: 1,
  expiresAt: 2,
  held: null,
  released: false,
  wantedAt: 1,
  wantedAfter: null,
})
const sentOf = (environment: string): QueueItemEnd => ({
  ...{ id: `sent-${environment}`, environment, action: 'enable', assetNum: 'A-2', shellNumber: null },
  ...{ how: 'already', at: 1, state: null, reason: null },
})
const dueLoan: LoanFact = {
  ...{ borrowedUsbKey: 'K-1', memberGlobalId: null, enterpriseGlobalId: 'E1', enterpriseName: null },
  ...{ memberName: null, assets: [], lentHere: null, dueOn: '2026-12-01', note: 'for the fair' },
  ...{ returned: null, closed: null },
}
type Changes = Parameters<typeof resetTraining>[3]
const noChanges: Changes = {
  jobs: () => [],
  closeJob: () => expect.unreachable(),
  recordResults: () => expect.unreachable(),
}
const intentOf = (environment: string): Intent => ({
  operation: 'order.lockAssets',
  operatorIdentity: 'Zhang',
  environment,
  training: environment === trainingId,
  chunkSize: 1,
  retryOf: null,
  rows: ['A-1', 'A-2', 'A-3'].map((key) => ({
    ...{ key, shellNumber: null, enterpriseGlobalId: 'E1', enterpriseName: null, lockedBefore: null },
    ...{ memberGlobalId: null, memberName: null, request: null },
  })),
})
const folderOf = (path: string) =>
  createStocktakeFolder({
    folder: join(path, 'stocktakes'),
    onProblem: (problem) => expect.unreachable(problem.kind),
    now: () => 1,
    openFile: undefined,
  })
const startStocktake = async (path: string, environment: string): Promise<void> => {
  const header: StocktakeHeader = {
    kind: 'stocktake',
    version: stocktakeVersion,
    id: randomUUID(),
    environment,
    scope: { kind: 'list', name: 'Cabinet' },
    startedAt: 1,
    startedBy: 'Li Wei',
    expected: [],
  }
  await (await folderOf(path).create(header)).close()
}
const countStocktakes = async (path: string, platformId: string): Promise<number> => {
  let count = 0
  await folderOf(path).readAll(platformId, () => (count += 1))
  return count
}

it('keeps the newest copies of former training data', async () => {
  const { path, remove } = await temporaryFolder()
  for (let nth = 0; nth < 8; nth += 1) {
    await mkdir(trainingFolder(path))
    await writeFile(join(trainingFolder(path), 'data'), `of reset ${nth}`)
    await moveTrainingAside(path, () => nth * 1000)
  }
  await moveTrainingAside(path, () => 9000)
  const contents = await Promise.all(
    (await readdir(path)).sort().map((name) => readFile(join(path, name, 'data'), 'utf8')),
  )
  expect(contents).toEqual([3, 4, 5, 6, 7].map((nth) => `of reset ${nth}`))
  await remove()
})

it('deletes what was entered for the former training data, and nothing of other platforms', async () => {
  const { path, remove } = await temporaryFolder()
  const openFiles = async () => {
    const register = await openJsonFile(
      join(path, 'register.json'),
      enterpriseListSchema,
      emptyEnterpriseList,
    )
    const lists = await openJsonFile(join(path, 'lists.json'), keptListsSchema, noKeptLists)
    const unfinished = await openJsonFile(
      join(path, 'unfinished.json'),
      unfinishedWorkSchema,
      noUnfinishedWork,
    )
    const drafts = await openJsonFile(join(path, 'drafts.json'), draftsSchema, noDrafts)
    const queue = await openJsonFile(join(path, 'queue.json'), queueSchema, emptyQueue)
    const loans = await openJsonFile(join(path, 'loans.json'), loanFactsSchema, noLoanFacts)
    return {
      ...{ register: register.file, lists: lists.file, unfinished: unfinished.file, drafts: drafts.file },
      ...{ queue: queue.file, loans: loans.file },
    }
  }
  const files = await openFiles()
  const loan = {
    ...{ enterpriseGlobalId: 'E1', employee: null, assetNums: ['A'], lock: null },
    ...{ dueOn: null, proposedDueOn: null, isDateAsked: false },
  }
  const platformIds = ['training', 'https://platform.example']
  for (const platformId of platformIds) {
    await createKeptLists(files.lists, platformId).save([{ action: 'disable', numbers: ['8000000017'] }])
    const work = createUnfinishedWork(files.unfinished, platformId)
    await work.saveLabels(['8000000017'])
    await work.saveLoan(loan)
    await createOrderDrafts(files.drafts, platformId).save({ head: '{}', orders: ['{}'] })
  }
  await files.register.update((content) => ({ ...content, platforms: { training: [], 'https://a': [] } }))
  await files.queue.update((content) => ({
    ...content,
    items: platformIds.map(queuedOf),
    ended: platformIds.map(sentOf),
  }))
  await files.loans.update((content) => ({
    ...content,
    platforms: Object.fromEntries(platformIds.map((platformId) => [platformId, [dueLoan]])),
  }))
  for (const platformId of platformIds) {
    await mkdir(persistedAssetsFolder(path, platformId), { recursive: true })
    await startStocktake(path, platformId)
  }

  await resetTraining(path, files, trainingId, noChanges, 'Li Wei')

  // Also in the files that the next start opens.
  for (const now of [files, await openFiles()]) {
    const kept = platformIds.map((platformId) => {
      const work = createUnfinishedWork(now.unfinished, platformId)
      const { items, ended } = now.queue.read()
      return [
        [...items, ...ended].filter(({ environment }) => environment === platformId).length,
        now.loans.read().platforms[platformId]?.length ?? 0,
        existsSync(persistedAssetsFolder(path, platformId)),
        createKeptLists(now.lists, platformId).read()[0]?.numbers ?? null,
        work.labels(),
        work.loan(),
        createOrderDrafts(now.drafts, platformId).read(),
      ]
    })
    expect(kept).toEqual([
      [0, 0, false, null, [], null, null],
      [2, 1, true, ['8000000017'], ['8000000017'], loan, expect.stringContaining('orderList')],
    ])
    expect(Object.keys(now.register.read().platforms)).toEqual(['https://a'])
  }
  expect(await Promise.all(platformIds.map((platformId) => countStocktakes(path, platformId)))).toEqual([
    0, 1,
  ])
  await remove()
})

const openFilesWithNothing = async (path: string) => ({
  lists: (await openJsonFile(join(path, 'lists.json'), keptListsSchema, noKeptLists)).file,
  register: (await openJsonFile(join(path, 'r.json'), enterpriseListSchema, emptyEnterpriseList)).file,
  unfinished: (await openJsonFile(join(path, 'u.json'), unfinishedWorkSchema, noUnfinishedWork)).file,
  drafts: (await openJsonFile(join(path, 'd.json'), draftsSchema, noDrafts)).file,
  queue: (await openJsonFile(join(path, 'q.json'), queueSchema, emptyQueue)).file,
  loans: (await openJsonFile(join(path, 'loans.json'), loanFactsSchema, noLoanFacts)).file,
})

it('ends the changes of the former training data that have no result, and none of other platforms', async () => {
  const { path, remove } = await temporaryFolder()
  const opened = await openJournal({ folder: join(path, 'journal') })
  if (!opened.ok) throw new Error(opened.error.message)
  const { journal } = opened.value
  const started: string[] = []
  for (const environment of [trainingId, 'https://platform.example']) {
    const job = await journal.recordIntent(intentOf(environment))
    if (!job.ok) throw new Error(job.error.message)
    const { jobId } = job.value
    started.push(jobId)
    await journal.recordSent(jobId, [0, 1])
    await journal.recordResults(jobId, [
      { row: 0, state: 'done', reason: null },
      { row: 1, state: 'unknown', reason: { kind: 'missing-in-answer' } },
    ])
  }
  await resetTraining(path, await openFilesWithNothing(path), trainingId, journal, 'Li Wei')
  const states = started.map((jobId) =>
    journal.job(jobId)?.rowStates.map(({ state, reason }) => [state, reason]),
  )
  expect(states).toEqual([
    [
      ['done', null],
      ['unknown', { kind: 'left-unknown', operatorIdentity: 'Li Wei', note: '' }],
      ['not-sent', { kind: 'cancelled' }],
    ],
    [
      ['done', null],
      ['unknown', { kind: 'missing-in-answer' }],
      ['intent', null],
    ],
  ])
  // A second reset has nothing to end.
  const head = journal.head()
  await resetTraining(path, await openFilesWithNothing(path), trainingId, journal, 'Li Wei')
  expect(journal.head()).toEqual(head)
  await journal.stop()
  await remove()
})

it('resets nothing where the end of a change cannot be written', async () => {
  const { path, remove } = await temporaryFolder()
  await mkdir(trainingFolder(path))
  const opened = await openJournal({ folder: join(path, 'journal') })
  if (!opened.ok) throw new Error(opened.error.message)
  const { journal } = opened.value
  await journal.recordIntent(intentOf(trainingId))
  const full: Changes = {
    ...journal,
    closeJob: () => Promise.resolve(fail({ code: 'not-writable', message: 'the disk is full' })),
  }
  await expect(
    resetTraining(path, await openFilesWithNothing(path), trainingId, full, 'Li Wei'),
  ).rejects.toThrow('the disk is full')
  expect((await readdir(path)).sort()).toEqual(['journal', 'training'])
  await journal.stop()
  await remove()
})

it('writes no file that has nothing of training', async () => {
  const { path, remove } = await temporaryFolder()
  await resetTraining(path, await openFilesWithNothing(path), trainingId, noChanges, 'Li Wei')
  expect(await readdir(path)).toEqual([])
  await remove()
})
