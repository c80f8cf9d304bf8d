import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNotices } from '../../src-main/notices/notices'
import { openStores } from '../../src-main/app/open-stores'
import { loadWithoutSignalHandlers } from '../../src-main/settings/load-without-signal-handlers'
import { createSettings } from '../../src-main/settings/settings'
import { openPreferences, settingsVersion } from '../../src-main/settings/settings-file'
import type { OpenStore } from '../../src-main/settings/settings-store'
import { openTestStore } from '../support/settings-store'
import { temporaryFolder } from '../support/temporary-folder'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let path: string
beforeEach(async () => {
  folder = await temporaryFolder()
  path = join(folder.path, 'settings.json')
})
afterEach(() => folder.remove())

const open = (openStore: OpenStore = openTestStore) => openPreferences(path, openStore)
const openSettings = async () => createSettings((await open()).preferences, '')
const content = async () => JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>

describe('preferences', () => {
  it('are restored at the next start from a file that only its user can read', async () => {
    const settings = await openSettings()
    await settings.change({ language: 'zh', operators: ['Li Wei'] })
    expect((await openSettings()).read()).toMatchObject({ language: 'zh', operators: ['Li Wei'] })
    expect(await content()).toMatchObject({ version: settingsVersion, language: 'zh' })
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it.each(Array.from({ length: settingsVersion }, (_, version) => version))(
    'of version %i are migrated at the start',
    async (version) => {
      await writeFile(path, JSON.stringify({ version, language: 'zh' }))
      expect((await open()).quarantinedAs).toBeNull()
      expect(await content()).toMatchObject({ version: settingsVersion, language: 'zh' })
    },
  )

  it('neither load the store nor write at a start without a change', async () => {
    const unused: OpenStore = () => Promise.reject(new Error('the store was opened'))
    await open(unused)
    expect(await readdir(folder.path)).toEqual([])
    await (await openSettings()).change({ theme: 'dark' })
    const { ino, mtimeMs } = await stat(path)
    const { preferences } = await open(unused)
    expect(preferences.read()).toMatchObject({ theme: 'dark' })
    expect(await stat(path)).toMatchObject({ ino, mtimeMs })
  })

  it.each([
    ['theme', 'purple'],
    ['chunkSize', 1e9],
    ['operators', 'Li Wei'],
    ['labels', null],
    ['updates', { mode: 'off', server: 'file:///etc' }],
    ['window', { x: 0, y: 0, width: 'wide', height: 700, isMaximized: false }],
  ])('drop an invalid %s (%j), and nothing else', async (name, wrong) => {
    await (await openSettings()).change({ language: 'zh', idleLockMinutes: 7 })
    const before = await content()
    await writeFile(path, JSON.stringify({ ...before, [name]: wrong, later: 1 }))
    const { preferences, readOnlyReason, quarantinedAs } = await open()
    expect([readOnlyReason, quarantinedAs]).toEqual([null, null])
    expect(createSettings(preferences, '').read()).toMatchObject({ language: 'zh', idleLockMinutes: 7 })
    await preferences.write({ sound: false })
    expect((await content())[name]).not.toEqual(wrong)
    // A field of a later app with the same file version stays.
    expect(await content()).toMatchObject({ later: 1 })
  })

  it.each(['{"language": "zh", ', '[]', '"text"', '', '{"version": "three"}'])(
    'that cannot be read (%j) are quarantined, with a notice',
    async (text) => {
      await writeFile(path, text)
      const notices = createNotices()
      const { preferences } = await openStores(folder.path, notices, openTestStore)
      expect(notices.list().map(({ code }) => code)).toEqual(['settings-unreadable'])
      const aside = (await readdir(folder.path)).find((name) => name.startsWith('settings.json.unreadable-'))
      expect(await readFile(join(folder.path, aside ?? 'nothing'), 'utf8')).toBe(text)
      await preferences.write({ theme: 'dark' })
      expect((await content())['theme']).toBe('dark')
    },
  )

  it('of a later version are kept, with the update settings, and reported in a notice', async () => {
    const later = JSON.stringify({ version: settingsVersion + 1, language: 'zh' })
    const updates = JSON.stringify({ version: 1, choices: { mode: 'ask', server: null } })
    await writeFile(path, later)
    await writeFile(join(folder.path, 'updates.json'), updates)
    const notices = createNotices()
    const { preferences } = await openStores(folder.path, notices, openTestStore)
    expect(notices.list().map(({ code, detail }) => [code, detail])).toEqual([
      ['file-newer', `settings.json · ${settingsVersion + 1}`],
    ])
    await preferences.write({ updates: { mode: 'download', server: null } })
    expect(preferences.read()).toMatchObject({ language: 'zh', updates: { mode: 'download' } })
    expect(await readFile(path, 'utf8')).toBe(later)
    expect(await readFile(join(folder.path, 'updates.json'), 'utf8')).toBe(updates)
  })

  it('between two renames of an earlier version are found beside their place', async () => {
    await writeFile(`${path}.last`, JSON.stringify({ version: 2, language: 'zh' }))
    expect((await openSettings()).read().language).toBe('zh')
    expect(await content()).toMatchObject({ version: settingsVersion, language: 'zh' })
    expect(await readdir(folder.path)).not.toContain('settings.json.last')
  })
})

describe('a disk that does not accept preferences', () => {
  it('is reported where it kept less than written, and the preferences stay', async () => {
    let keepsAll = true
    const shortening: OpenStore = async (options) => {
      const store = await openTestStore(options)
      return {
        get store() {
          return store.store
        },
        set store(next) {
          store.store = keepsAll ? next : Object.fromEntries(Object.entries(next).slice(0, 2))
        },
      }
    }
    const settings = createSettings((await open(shortening)).preferences, '')
    await settings.change({ theme: 'dark' })
    keepsAll = false
    await expect(settings.change({ theme: 'light' })).rejects.toThrow('shorter than what was written')
    expect(settings.read().theme).toBe('dark')
    keepsAll = true
    await settings.change({ sound: false })
    expect(await content()).toMatchObject({ theme: 'dark', sound: false })
  })

  it('is reported at a change, where the folder is gone and a file is in its place', async () => {
    const settings = await openSettings()
    await rm(dirname(path), { recursive: true })
    await writeFile(dirname(path), '')
    await expect(settings.change({ theme: 'dark' })).rejects.toThrow(/ENOTDIR|EEXIST/)
    expect(settings.read().theme).toBe('system')
    await rm(dirname(path))
    await mkdir(dirname(path))
  })

  it('does not prevent the start, is reported at each change, and is retried', async () => {
    const former = JSON.stringify({ version: 2, language: 'zh', theme: 'purple' })
    await writeFile(path, former)
    let isFull = true
    const { preferences, readOnlyReason } = await open((options) =>
      isFull ? Promise.reject(new Error('ENOSPC')) : openTestStore(options),
    )
    expect(readOnlyReason).toBeNull()
    const settings = createSettings(preferences, '')
    expect(settings.read()).toMatchObject({ language: 'zh', theme: 'system' })
    await expect(settings.change({ theme: 'dark' })).rejects.toThrow('ENOSPC')
    expect(await readFile(path, 'utf8')).toBe(former)
    isFull = false
    await settings.change({ theme: 'dark' })
    expect(await content()).toMatchObject({ version: settingsVersion, language: 'zh', theme: 'dark' })
  })
})

describe('loading a module', () => {
  it('removes its signal handlers and keeps others', async () => {
    const own = () => undefined
    const others = () => undefined
    process.on('SIGHUP', own)
    await loadWithoutSignalHandlers(() => {
      process.once('SIGHUP', others)
      process.once('SIGQUIT', others)
      return Promise.resolve()
    })
    const left = [...process.rawListeners('SIGHUP'), ...process.rawListeners('SIGQUIT')]
    process.removeListener('SIGHUP', own)
    expect(left).toContain(own)
    expect(process.listeners('SIGHUP')).not.toContain(others)
    expect(process.listeners('SIGQUIT')).not.toContain(others)
  })
})
