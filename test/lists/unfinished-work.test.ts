import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { KeptLoan } from '#shared/bridge/draft-commands'
import {
  createUnfinishedWork,
  noUnfinishedWork,
  unfinishedWorkSchema,
} from '../../src-main/lists/unfinished-work'
import { openJsonFile } from '../../src-main/util/files/json-file'
import { temporaryFolder } from '../support/temporary-folder'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

/** The work of a platform as the app opens it at a start. */
const open = async (platform: string) => {
  const path = join(folder.path, 'unfinished.json')
  const { file } = await openJsonFile(path, unfinishedWorkSchema, noUnfinishedWork)
  return { ...createUnfinishedWork(file, platform), content: file.read }
}

const loan: KeptLoan = {
  enterpriseGlobalId: 'E1',
  employee: { memberGlobalId: 'M1', name: 'Lin Yue' },
  assetNums: ['LD8000000017'],
  lock: 'LD8000000022',
  dueOn: '2026-12-24',
  proposedDueOn: null,
  isDateAsked: true,
}

it('numbers for labels and the choices of a loan are there after a restart, for their platform only', async () => {
  const north = await open('north')
  await Promise.all([north.saveLabels(['8000000017', '80000']), north.saveLoan(loan)])
  await (await open('south')).saveLabels(['8000000018'])

  const again = await open('north')
  expect([again.labels(), again.loan()]).toEqual([['8000000017', '80000'], loan])
  const south = await open('south')
  expect([south.labels(), south.loan()]).toEqual([['8000000018'], null])
  const training = await open('training')
  expect([training.labels(), training.loan()]).toEqual([[], null])
})

it('what is printed or sent is gone from the file, and leaves the rest', async () => {
  const work = await open('north')
  await work.saveLabels(['8000000017'])
  await work.saveLoan(loan)
  await work.saveLabels([])
  expect((await open('north')).loan()).toEqual(loan)
  await work.saveLoan(null)
  expect((await open('north')).content().platforms).toEqual({})
})

it('choices of an enterprise that is removed are gone from the file, and those of others stay', async () => {
  const work = await open('north')
  await Promise.all([work.saveLabels(['8000000017']), work.saveLoan(loan)])
  await work.forgetEnterprise('E2')
  expect((await open('north')).loan()).toEqual(loan)
  await Promise.all([work.saveLoan({ ...loan, dueOn: null }), work.forgetEnterprise('E1')])
  const again = await open('north')
  expect([again.labels(), again.loan()]).toEqual([['8000000017'], null])
})
