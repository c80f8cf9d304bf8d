import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStores } from '../../src-main/app/open-stores'
import { createLockNames, lockNamesSchema, noLockNames } from '../../src-main/directory/lock-names'
import { createNotices } from '../../src-main/notices/notices'
import { openJsonFile } from '../../src-main/util/files/json-file'
import { lockCommands } from '../../src-shared/bridge/lock-commands'
import { maxLockNames } from '../../src-shared/model/locks/lock-name'
import { openTestStore } from '../support/settings-store'
import { temporaryFolder } from '../support/temporary-folder'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const path = () => join(folder.path, 'lock-names.json')
const open = async (platform = 'p') => {
  const { file } = await openJsonFile(path(), lockNamesSchema, noLockNames)
  return createLockNames(file, platform)
}
const lock = (assetNum: string, part = {}) => ({
  enterpriseGlobalId: 'E1',
  assetNum,
  name: 'Reception',
  note: '',
  ...part,
})

describe('the names of locks', () => {
  it('are kept over restarts, by platform, enterprise and asset number', async () => {
    const names = await open()
    await names.save(lock('LD1'))
    await names.save(lock('LD1', { enterpriseGlobalId: 'E2', name: 'Workshop', note: 'top\nshelf' }))
    await names.save(lock('LD1', { name: 'Front desk' }))
    const again = await open()
    expect(again.list(0, 10)).toMatchObject({
      rows: [
        lock('LD1', { enterpriseGlobalId: 'E2', name: 'Workshop', note: 'top\nshelf' }),
        lock('LD1', { name: 'Front desk' }),
      ],
      total: 2,
    })
    expect((await open('other')).list(0, 10).rows).toEqual([])
    expect(again.list(1, 1).rows).toEqual([lock('LD1', { name: 'Front desk' })])
  })

  it('are deleted by an empty name and note, and leave no text in the file', async () => {
    const names = await open()
    await names.save(lock('LD1'))
    const before = names.list(0, 1).version
    await names.save(lock('LD1', { name: '' }))
    expect(names.list(0, 10)).toMatchObject({ rows: [], total: 0 })
    expect(names.list(0, 1).version).not.toBe(before)
    expect(await readFile(path(), 'utf8')).not.toContain('Reception')
  })

  it('have a limit, at which existing ones can still be changed', async () => {
    const rows = Array.from({ length: maxLockNames }, (_, at) => lock(`LD${at}`))
    await writeFile(path(), JSON.stringify({ version: 1, platforms: { p: rows } }))
    const names = await open()
    expect(await names.save(lock('LD-new'))).toMatchObject({ ok: false, error: { code: 'limit-reached' } })
    expect(await names.save(lock('LD7', { name: 'Seven' }))).toMatchObject({ ok: true })
    expect(names.list(0, 1).total).toBe(maxLockNames)
  })

  it('set an unreadable file aside and say so', async () => {
    await writeFile(path(), '{"version":1,"platforms":')
    const notices = createNotices()
    const { lockNames } = await openStores(folder.path, notices, openTestStore)
    expect(notices.list().map(({ code }) => code)).toEqual(['lock-names-unreadable'])
    await createLockNames(lockNames, 'p').save(lock('LD1'))
    const kept = (await readdir(folder.path)).find((name) => name.startsWith('lock-names.json.unreadable-'))
    expect(await readFile(join(folder.path, kept ?? ''), 'utf8')).toBe('{"version":1,"platforms":')
  })

  it.each([
    ['61 characters', { name: 'x'.repeat(61) }],
    ['a line break', { name: 'a\nb' }],
    ['a control character', { name: 'a\u0007b' }],
    ['an override of the direction', { name: 'a\u202eb' }],
    ['an override of the direction in the note', { note: 'a\u2066b' }],
    ['501 characters in the note', { note: 'x'.repeat(501) }],
  ])('are rejected with %s', (_what, part) => {
    const { input } = lockCommands['locks/set-name']
    expect(input.safeParse(lock('LD1')).success).toBe(true)
    expect(input.safeParse(lock('LD1', { name: 'x'.repeat(60), note: 'a\nb' })).success).toBe(true)
    expect(input.safeParse(lock('LD1', part)).success).toBe(false)
  })
})
