import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createKeptLists, keptListsSchema, noKeptLists } from '../../src-main/lists/kept-lists'
import { openJsonFile } from '../../src-main/util/files/json-file'
import { temporaryFolder } from '../support/temporary-folder'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

/** The lists of a platform as the app opens them at a start. */
const open = async (platform: string) => {
  const { file } = await openJsonFile(join(folder.path, 'lists.json'), keptListsSchema, noKeptLists)
  return createKeptLists(file, platform)
}

it('lists that were not sent are there after a restart, for their platform only, until they are deleted', async () => {
  const lists = [
    { action: 'disable', numbers: ['8000000017', '#N/A'] },
    { action: 'enable', numbers: ['8000000017'] },
  ] as const
  await (await open('north')).save(lists)
  await (await open('south')).save([{ action: null, numbers: ['8000000018'] }])
  expect((await open('north')).read()).toEqual(lists)
  expect((await open('training')).read()).toEqual([])
  await (await open('north')).save([])
  expect((await open('north')).read()).toEqual([])
  expect((await open('south')).read()).toEqual([{ action: null, numbers: ['8000000018'] }])
})
