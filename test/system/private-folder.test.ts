import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimUserData } from '../../src-main/start/user-data-folder'
import { saveDurably } from '../../src-main/util/files/durable-file'
import { openJournal } from '../../src-main/journal/journal'
import { createLog } from '../../src-main/log/log'
import { ForeignFolderError, makeContentPrivate, makePrivateFolder } from '../../src-system/private-folder'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'private-'))
  // The folder itself protects, not its parent.
  await chmod(root, 0o755)
})
afterEach(() => rm(root, { recursive: true, force: true }))

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
const nobody = 65_534
const isRoot = process.getuid?.() === 0
const asNobody = (...command: string[]) =>
  spawnSync('setpriv', ['--reuid', `${nobody}`, '--regid', `${nobody}`, '--clear-groups', ...command])

describe.skipIf(process.platform === 'win32')('a private folder', () => {
  it('belongs to its user alone when it is created', async () => {
    makePrivateFolder(join(root, 'a', 'b'))
    expect([await modeOf(join(root, 'a')), await modeOf(join(root, 'a', 'b'))]).toEqual(['700', '700'])
  })

  it('becomes private when opened, with the files and folders in it', async () => {
    const folder = join(root, 'desk')
    await mkdir(join(folder, 'journal'), { recursive: true, mode: 0o755 })
    await writeFile(join(folder, 'vault.json'), '{}', { mode: 0o644 })
    await writeFile(join(root, 'elsewhere'), '', { mode: 0o644 })
    await symlink(join(root, 'elsewhere'), join(folder, 'link'))
    expect(claimUserData(folder)).toBeNull()
    for (const [path, mode] of [
      [folder, '700'],
      [join(folder, 'journal'), '700'],
      [join(folder, 'vault.json'), '600'],
      [join(root, 'elsewhere'), '644'],
    ] as const) {
      expect([path, await modeOf(path)]).toEqual([path, mode])
    }
  })

  it('is rejected where another user owns it, in the user’s language', async () => {
    // Without root, /etc is owned by root.
    const foreign = isRoot ? join(root, 'foreign') : '/etc'
    if (isRoot) {
      await mkdir(foreign)
      await chown(foreign, nobody, nobody)
    }
    expect(() => makePrivateFolder(foreign)).toThrow(ForeignFolderError)
    const message = claimUserData(foreign)
    expect(message?.('en')).toContain('belongs to another user')
    expect(message?.('en')).toContain('--user-data')
    expect(message?.('zh')).toContain('属于其他用户')
    expect(message?.('zh')).toContain(foreign)
    if (isRoot) expect(await modeOf(foreign)).toBe('755')
  })

  it.runIf(isRoot)('is rejected where another user owns a folder in it', async () => {
    await mkdir(join(root, 'desk', 'journal'), { recursive: true })
    await chown(join(root, 'desk', 'journal'), nobody, nobody)
    expect(claimUserData(join(root, 'desk'))?.('en')).toContain(join(root, 'desk', 'journal'))
    const opened = await openJournal({ folder: join(root, 'desk', 'journal') })
    expect(opened).toMatchObject({ ok: false, error: { code: 'not-writable' } })
  })

  it('keeps the journal and the log private, whatever the umask', async () => {
    const before = process.umask(0)
    try {
      const journal = await openJournal({ folder: join(root, 'journal') })
      if (!journal.ok) throw new Error(journal.error.message)
      createLog(root).info('a line')
      await journal.value.journal.stop()
      await saveDurably(join(root, 'passwords.csv'), Buffer.from('secret'))
    } finally {
      process.umask(before)
    }
    for (const [name, mode] of [
      ['journal', '700'],
      ['journal/owner', '700'],
      ['journal/journal.log', '600'],
      ['logs', '700'],
      ['logs/main.log', '600'],
      ['passwords.csv', '600'],
    ] as const) {
      expect([name, await modeOf(join(root, name))]).toEqual([name, mode])
    }
  })

  it.runIf(isRoot)('protects open files from other users', async () => {
    const folder = join(root, 'store')
    await mkdir(folder, { mode: 0o755 })
    const file = join(folder, 'pg.wal')
    await writeFile(file, 'secret')
    await chmod(file, 0o666)
    expect(asNobody('cat', file).stdout.toString()).toBe('secret')
    makePrivateFolder(folder)
    makeContentPrivate(root)
    await chmod(file, 0o666)
    expect(asNobody('cat', file).status).not.toBe(0)
    expect(asNobody('sh', '-c', `echo more >> ${file}`).status).not.toBe(0)
    expect(asNobody('ls', folder).status).not.toBe(0)
  })
})
