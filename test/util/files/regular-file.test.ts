import { execFileSync } from 'node:child_process'
import { mkdir, readdir, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createCrashRecords } from '../../../src-main/diagnose/crash-records'
import { readTail } from '../../../src-main/diagnose/bundle/bundle'
import { persistedAssetsFile, readPersistedAssets } from '../../../src-main/directory/persisted-asset-file'
import { openJournal } from '../../../src-main/journal/journal'
import { stage } from '../../../src-main/journal/restore'
import { verifyFiles } from '../../../src-main/journal/verify/verify'
import { loadProfiles } from '../../../src-main/locks/profiles/load-profiles'
import { createLog } from '../../../src-main/log/log'
import { readEarlyPreferences } from '../../../src-main/settings/early-preferences'
import { openJsonFile } from '../../../src-main/util/files/json-file'
import { NotAFile, readBytes, readText, readTextSync } from '../../../src-main/util/files/regular-file'
import { openJobSecrets } from '../../../src-main/vault/job-secrets'
import { openTextFile } from '../../../src-main/window/dialogs/open-text-file'
import { temporaryFolder } from '../../support/temporary-folder'

let folder: string
let remove: () => Promise<void>
beforeEach(async () => {
  ;({ path: folder, remove } = await temporaryFolder())
})
afterEach(() => remove())

const at = (...names: string[]) => join(folder, ...names)

describe('a file that is read', () => {
  it('is read as it is, also by a link', async () => {
    await writeFile(at('a'), 'text')
    await symlink(at('a'), at('link'))
    expect([await readText(at('link')), (await readBytes(at('a'))).length, readTextSync(at('a'))]).toEqual([
      'text',
      4,
      'text',
    ])
  })

  it('is not larger than any file of the app', async () => {
    await writeFile(at('large'), '')
    await truncate(at('large'), 3 * 2 ** 30)
    const opened = await openJsonFile(at('large'), z.object({}), {})
    expect(opened.quarantinedAs).toMatch(/^large\.unreadable-/)
    await writeFile(at('small'), 'text')
    await expect(readBytes(at('small'), 3)).rejects.toMatchObject({ code: 'ERR_FS_FILE_TOO_LARGE' })
    expect(() => readTextSync(at('small'), 3)).toThrow('larger')
  })

  it('is not a folder', async () => {
    await mkdir(at('folder'))
    await expect(readBytes(at('folder'))).rejects.toThrow()
    expect(() => readTextSync(at('folder'))).toThrow()
  })
})

// Windows has no pipes and devices in folders.
describe.runIf(process.platform !== 'win32')('a pipe in place of a file', () => {
  /** Nothing writes to it, so that opening it in the usual way never ends. */
  const pipeAt = async (...names: string[]): Promise<string> => {
    await mkdir(join(at(...names), '..'), { recursive: true })
    execFileSync('mkfifo', [at(...names)])
    return at(...names)
  }

  it('is no file, and neither is a device', async () => {
    const pipe = await pipeAt('pipe')
    for (const path of [pipe, '/dev/zero']) {
      await expect(readBytes(path)).rejects.toBeInstanceOf(NotAFile)
      expect(() => readTextSync(path)).toThrow(NotAFile)
    }
  })

  it('does not hold up the start: settings and lists are put aside, others are left out', async () => {
    await pipeAt('settings.json')
    expect(readEarlyPreferences(folder)).toEqual({ language: 'system', theme: 'system', window: null })
    const opened = await openJsonFile(at('settings.json'), z.object({}), {})
    expect(opened.quarantinedAs).toMatch(/^settings\.json\.unreadable-/)

    const about = { environment: 'https://platform.example', enterpriseGlobalId: 'E1' }
    await pipeAt('known', 'x')
    execFileSync('mkfifo', [persistedAssetsFile(at('known'), 'E1')])
    expect(await readPersistedAssets(at('known'), about)).toBe(null)

    await pipeAt('profiles', 'a.json')
    expect((await loadProfiles(at('profiles'))).broken).toMatchObject([{ file: 'a.json' }])

    await pipeAt('unsent', 'job.sealed')
    const secrets = await openJobSecrets({
      folder: at('unsent'),
      vault: {} as never,
      onError: () => undefined,
    })
    expect(secrets.jobs()).toEqual(['job'])

    await pipeAt('logs', 'main.log')
    createLog(folder).info('started')
    expect((await stat(at('logs', 'main.log'))).isFile()).toBe(true)
    expect(await readTail(await pipeAt('logs', 'other.log'), 10)).toBe(null)
    expect(await createCrashRecords(await pipeAt('logs', 'crashes.jsonl')).list()).toEqual([])
  })

  it('does not hold up the journal, which is not written then', async () => {
    await pipeAt('journal', 'journal.log')
    const opened = await openJournal({ folder: at('journal') })
    expect(opened).toMatchObject({ ok: false, error: { code: 'not-writable' } })
    await expect(verifyFiles([{ path: at('journal', 'journal.log') }])).rejects.toBeInstanceOf(NotAFile)
  })

  it('chosen in a dialog is refused, and so is a device without end', async () => {
    const pipe = await pipeAt('chosen.json')
    const dialog = { showOpenDialog: () => Promise.resolve({ canceled: false, filePaths: [pipe] }) }
    await expect(openTextFile(dialog as never, () => null)('json', 10)).rejects.toBeInstanceOf(NotAFile)
    await mkdir(at('journal'))
    for (const path of [pipe, '/dev/zero']) {
      await expect(stage(at('journal'), path)).rejects.toBeInstanceOf(NotAFile)
    }
    expect(await readdir(at('journal'))).toEqual([])
  })
})
