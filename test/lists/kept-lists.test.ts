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

it('a list that was not sent is there after a restart, for its platform only, until it is deleted', async () => {
  const list = { action: 'disable', numbers: ['8000000017', '#N/A'] } as const
  await (await open('north')).save(list)
  await (await open('south')).save({ action: null, numbers: ['8000000018'] })
  expect((await open('north')).read()).toEqual(list)
  expect((await open('training')).read()).toBeNull()
  await (await open('north')).save(null)
  expect((await open('north')).read()).toBeNull()
  expect((await open('south')).read()).toEqual({ action: null, numbers: ['8000000018'] })
})
