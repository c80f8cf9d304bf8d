import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emptyEnterpriseList, enterpriseListSchema } from '../../src-main/directory/enterprise-list'
import { createKeptLists, keptListsSchema, noKeptLists } from '../../src-main/lists/kept-lists'
import {
  createUnfinishedWork,
  noUnfinishedWork,
  unfinishedWorkSchema,
} from '../../src-main/lists/unfinished-work'
import { createOrderDrafts, draftsSchema, noDrafts } from '../../src-main/orders/order-drafts'
import { openJsonFile } from '../../src-main/util/files/json-file'
import { trainingId } from '../../src-main/saved-platforms/platform-id'
import { moveTrainingAside, resetTraining, trainingFolder } from '../../src-main/training/reset-training'
import { temporaryFolder } from '../support/temporary-folder'

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
    return { register: register.file, lists: lists.file, unfinished: unfinished.file, drafts: drafts.file }
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

  await resetTraining(path, files, trainingId)

  // Also in the files that the next start opens.
  for (const now of [files, await openFiles()]) {
    const kept = platformIds.map((platformId) => {
      const work = createUnfinishedWork(now.unfinished, platformId)
      return [
        createKeptLists(now.lists, platformId).read()[0]?.numbers ?? null,
        work.labels(),
        work.loan(),
        createOrderDrafts(now.drafts, platformId).read(),
      ]
    })
    expect(kept).toEqual([
      [null, [], null, null],
      [['8000000017'], ['8000000017'], loan, expect.stringContaining('orderList')],
    ])
    expect(Object.keys(now.register.read().platforms)).toEqual(['https://a'])
  }
  await remove()
})

it('writes no file that has nothing of training', async () => {
  const { path, remove } = await temporaryFolder()
  const { file: lists } = await openJsonFile(join(path, 'lists.json'), keptListsSchema, noKeptLists)
  const { file: register } = await openJsonFile(
    join(path, 'r.json'),
    enterpriseListSchema,
    emptyEnterpriseList,
  )
  const { file: unfinished } = await openJsonFile(
    join(path, 'u.json'),
    unfinishedWorkSchema,
    noUnfinishedWork,
  )
  const { file: drafts } = await openJsonFile(join(path, 'd.json'), draftsSchema, noDrafts)
  await resetTraining(path, { register, lists, unfinished, drafts }, trainingId)
  expect(await readdir(path)).toEqual([])
  await remove()
})
