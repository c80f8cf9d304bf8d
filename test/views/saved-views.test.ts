import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStores } from '../../src-main/app/open-stores'
import { createViewHandlers } from '../../src-main/ipc/view-handlers'
import { createNotices } from '../../src-main/notices/notices'
import { openJsonFile } from '../../src-main/util/files/json-file'
import {
  createSavedViews,
  noSavedViews,
  savedViewsMigrations,
  savedViewsSchema,
} from '../../src-main/views/saved-views'
import { viewCommands } from '../../src-shared/bridge/view-commands'
import { maxViews } from '../../src-shared/model/app/saved-view'
import type { ViewState } from '../../src-shared/model/app/saved-view'
import { openTestStore } from '../support/settings-store'
import { temporaryFolder } from '../support/temporary-folder'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const path = () => join(folder.path, 'saved-views.json')
const open = async (platform = 'p') => {
  const { file } = await openJsonFile(path(), savedViewsSchema, noSavedViews, savedViewsMigrations)
  return createSavedViews(file, platform)
}
const state = (part: Partial<ViewState> = {}): ViewState => ({
  text: '',
  filter: { states: ['frozen'] },
  sort: { key: 'end', direction: 'descending' },
  hidden: ['chip'],
  widths: { number: 200 },
  ...part,
})

describe('saved views', () => {
  it('are kept over restarts, by platform and page', async () => {
    const views = await open()
    await views.save('assets', 'Frozen', state())
    await views.save('employees', 'Frozen', state({ text: 'x' }))
    await views.save('assets', 'All', state({ filter: {} }))
    await views.save('assets', 'Frozen', state({ hidden: [] }))
    const again = await open()
    expect(again.list()).toEqual({
      assets: {
        views: [
          { name: 'Frozen', state: state({ hidden: [] }) },
          { name: 'All', state: state({ filter: {} }) },
        ],
        defaultName: null,
        last: null,
      },
      employees: {
        views: [{ name: 'Frozen', state: state({ text: 'x' }) }],
        defaultName: null,
        last: null,
      },
    })
    expect((await open('other')).list()).toEqual({})
  })

  it('keep the default with a new name, and lose it with the view', async () => {
    const views = await open()
    await views.save('loans', 'A', state())
    await views.setDefault('loans', 'A')
    await views.rename('loans', 'A', 'B')
    expect((await open()).list().loans).toMatchObject({ views: [{ name: 'B' }], defaultName: 'B' })
    await views.delete('loans', 'B')
    expect((await open()).list().loans).toMatchObject({ views: [], defaultName: null })
    expect(await readFile(path(), 'utf8')).not.toContain('"B"')
  })

  it('are not lost by a rename to a name in use, or by the last state', async () => {
    const views = await open()
    await views.save('loans', 'A', state())
    await views.save('loans', 'B', state())
    expect(await views.rename('loans', 'A', 'B')).toMatchObject({ ok: false, error: { code: 'not-saved' } })
    expect(await views.rename('loans', 'C', 'D')).toMatchObject({ ok: false, error: { code: 'not-found' } })
    expect(await views.setDefault('loans', 'C')).toMatchObject({ ok: false, error: { code: 'not-found' } })
    await views.keepLast('loans', state({ text: 'last' }))
    expect((await open()).list().loans).toMatchObject({
      views: [{ name: 'A' }, { name: 'B' }],
      last: { text: 'last' },
    })
  })

  it('have a limit, at which existing ones can still be changed', async () => {
    const views = await open()
    for (let at = 0; at < maxViews; at += 1) await views.save('journal', `view ${at}`, state())
    expect(await views.save('journal', 'one more', state())).toMatchObject({
      ok: false,
      error: { code: 'limit-reached' },
    })
    expect(await views.save('journal', 'view 7', state({ text: '7' }))).toMatchObject({ ok: true })
    expect(views.list().journal?.views).toHaveLength(maxViews)
  })

  it('set an unreadable file aside and say so', async () => {
    await writeFile(path(), '{"version":1,"platforms":{"p":{"assets":{}}}}')
    const notices = createNotices()
    const { savedViews } = await openStores(folder.path, notices, openTestStore)
    expect(notices.list().map(({ code }) => code)).toEqual(['views-unreadable'])
    await createSavedViews(savedViews, 'p').save('assets', 'A', state())
    const kept = (await readdir(folder.path)).find((name) => name.startsWith('saved-views.json.unreadable-'))
    expect(await readFile(join(folder.path, kept ?? ''), 'utf8')).toContain('"assets":{}')
  })

  it('keep the columns chosen to be shown, and the last state of tables without views', async () => {
    const shown = state({ hidden: [], shown: ['chip'] })
    const views = await open()
    await views.save('assets', 'A', shown)
    await views.keepLast('stocktakes', state())
    await views.keepLast('stocktake-locks', shown)
    expect((await open()).list()).toMatchObject({
      assets: { views: [{ name: 'A', state: shown }] },
      stocktakes: { views: [], last: state() },
      'stocktake-locks': { views: [], last: shown },
    })
  })

  it('leave a file of a newer version unchanged, with a failure for each change', async () => {
    const newer = '{"version":3,"platforms":{"p":{"assets":{"folders":[]}}}}'
    await writeFile(path(), newer)
    const notices = createNotices()
    const { savedViews } = await openStores(folder.path, notices, openTestStore)
    expect(notices.list().map(({ code }) => code)).toEqual(['file-newer'])
    const handlers = createViewHandlers({ savedViews: createSavedViews(savedViews, 'p') })
    const outcome = await handlers['views/save']({ page: 'assets', name: 'A', state: savable() })
    expect(outcome).toMatchObject({ ok: false, error: { code: 'not-saved' } })
    expect(handlers['views/list'](undefined)).toEqual({ ok: true, value: {} })
    expect(await readFile(path(), 'utf8')).toBe(newer)
  })
})

const savable = () =>
  viewCommands['views/save'].input.parse({ page: 'assets', name: 'A', state: state() }).state

describe('the commands of saved views', () => {
  it('change and return the views', async () => {
    const handlers = createViewHandlers({ savedViews: await open() })
    const page = 'customers' as const
    await handlers['views/save']({ page, name: 'A', state: savable() })
    await handlers['views/rename']({ page, name: 'A', to: 'B' })
    await handlers['views/set-default']({ page, name: 'B' })
    const kept = await handlers['views/keep-last']({ page, state: savable() })
    const expected = { views: [{ name: 'B', state: state() }], defaultName: 'B', last: state() }
    expect(kept).toEqual({ ok: true, value: { customers: expected } })
    expect(handlers['views/list'](undefined)).toEqual(kept)
    const deleted = await handlers['views/delete']({ page, name: 'B' })
    expect(deleted).toMatchObject({ ok: true, value: { customers: { views: [], defaultName: null } } })
  })

  it.each([
    ['an unknown page', { page: 'orders' }],
    ['no name', { name: '' }],
    ['a name of 61 characters', { name: 'x'.repeat(61) }],
    ['a name with a line break', { name: 'a\nb' }],
    ['a name with hidden characters', { name: 'a\u202eb' }],
    ['a name with spaces around it', { name: ' a' }],
    ['a column of no width', { state: state({ widths: { number: 0 } }) }],
    ['a very long filter', { state: state({ filter: { operator: Array(100).fill('x'.repeat(190)) } }) }],
    ['an unknown part', { state: { ...state(), more: 1 } }],
  ])('reject %s', (_what, part) => {
    const { input } = viewCommands['views/save']
    const valid = { page: 'assets', name: 'x'.repeat(60), state: state() }
    expect(input.safeParse(valid).success).toBe(true)
    expect(input.safeParse({ ...valid, ...part }).success).toBe(false)
  })
})
