import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { classifyUpdateError } from '../../src-main/updates/update-source'
import { createUpdaterSource } from '../../src-main/updates/updater-source'
import { newKey, startUpdateServer } from './update-server'

const key = newKey()
let server: Awaited<ReturnType<typeof startUpdateServer>>
let folder: string
const source = (publicKey = key.publicKey) => createUpdaterSource(server.updater(), publicKey)
const problemOf = (attempt: Promise<unknown>) => attempt.then(() => null, classifyUpdateError)
const percent = () => undefined
const at = (name: string) => join(folder, name)

/** Puts the files of a server into the folder; returns the name of the update file. */
const save = async (version: string, signedAt?: number) => {
  const name = await server.publish(version, 'Faster.', signedAt)
  for (const [file, content] of server.files) await writeFile(at(file), content)
  return name
}
const change = async (name: string, edit: (content: Buffer) => void) => {
  const content = await readFile(at(name))
  edit(content)
  await writeFile(at(name), content)
}
const flipMiddle = (content: Buffer) => {
  const middle = Math.floor(content.length / 2)
  content.writeUInt8(content.readUInt8(middle) ^ 1, middle)
}
const pending = () => readdir(join(server.cache, 'pending')).catch(() => [])

// electron-updater's AppImages exist on Linux only; other systems use another file and installer.
describe.runIf(process.platform === 'linux')('a chosen update file', () => {
  beforeEach(async () => {
    vi.stubEnv('APPIMAGE', '/opt/elsewhere/lock-desk.AppImage')
    server = await startUpdateServer(key.pem)
    folder = await mkdtemp(join(tmpdir(), 'lock-desk-update-file-'))
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    expect(server.asked).toEqual([])
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('is offered, and its program is copied for the installation, without a server', async () => {
    const name = await save('0.2.0')
    const updates = source()
    await expect(updates.open(at(name))).resolves.toEqual({ version: '0.2.0', notes: 'Faster.' })
    expect(await pending()).toEqual([])
    await updates.download(percent)
    expect(await pending()).toContain(server.program)
    // A later change beside the chosen file has no effect.
    await rm(at(server.program))
    const copy = await readFile(join(server.cache, 'pending', server.program), 'utf8')
    expect(copy).toBe('the program, version 0.2.0')
  })

  it('may be a link to the file', async () => {
    const name = await save('0.2.0')
    await rename(at(name), at('real'))
    await symlink(at('real'), at(name))
    await expect(source().open(at(name))).resolves.toMatchObject({ version: '0.2.0' })
  })

  it('is not used with one changed bit in it or in its signature, or with another key', async () => {
    const name = await save('0.2.0')
    expect(await problemOf(source(newKey().publicKey).open(at(name)))).toBe('not-genuine')
    for (const file of [name, `${name}.sig`]) {
      await change(file, flipMiddle)
      expect(await problemOf(source().open(at(name)))).toBe('not-genuine')
      await save('0.2.0')
    }
    await expect(source().open(at(name))).resolves.toMatchObject({ version: '0.2.0' })
  })

  it('is not used with a changed, longer or shorter program, and nothing is left to install', async () => {
    const name = await save('0.2.0')
    const edits = [
      () => change(server.program, flipMiddle),
      () => truncate(at(server.program), 5),
      () => truncate(at(server.program), 5_000_000),
    ]
    for (const edit of edits) {
      await edit()
      const updates = source()
      await updates.open(at(name))
      expect(await problemOf(updates.download(percent))).toBe('damaged')
      expect(await pending()).toEqual([])
      await save('0.2.0')
    }
  })

  it('is not used if the program is exchanged after the check', async () => {
    const name = await save('0.2.0')
    const updates = source()
    await updates.open(at(name))
    await writeFile(at(server.program), 'the program, version 9.9.9')
    expect(await problemOf(updates.download(percent))).toBe('damaged')
  })

  it.each(['0.1.0', '0.0.9'])('is not used with the version %s, which is not newer', async (version) => {
    const name = await save(version)
    expect(await problemOf(source().open(at(name)))).toBe('not-newer')
  })

  it('is not used after its validity', async () => {
    const name = await save('0.2.0', Date.now() - 91 * 24 * 60 * 60 * 1000)
    expect(await problemOf(source().open(at(name)))).toBe('expired')
  })

  it('is not used for another system, nor under the name of this one', async () => {
    const name = await save('0.2.0')
    const other = process.arch === 'arm64' ? 'latest-linux.yml' : 'latest-linux-arm64.yml'
    for (const end of ['', '.sig']) await rename(at(name + end), at(other + end))
    expect(await problemOf(source().open(at(other)))).toBe('other-system')
    expect(await problemOf(source().open(at(server.program)))).toBe('other-system')
    await server.sign(name, Date.now())
    const { signUpdateFiles } = await import('../../scripts/package/update-channel.mjs')
    await signUpdateFiles(folder, { LOCK_DESK_UPDATE_KEY: key.pem })
    for (const end of ['', '.sig']) await rename(at(other + end), at(name + end))
    expect(await problemOf(source().open(at(name)))).toBe('not-genuine')
  })

  it('is not used without one of its files', async () => {
    const name = await save('0.2.0')
    for (const file of [name, `${name}.sig`]) {
      await rm(at(file))
      expect(await problemOf(source().open(at(name)))).toBe('no-files')
      await save('0.2.0')
    }
    const updates = source()
    await updates.open(at(name))
    await rm(at(server.program))
    expect(await problemOf(updates.download(percent))).toBe('no-files')
    expect(await pending()).toEqual([])
  })

  it('is not used if it, its signature or its program is a folder or a pipe', async () => {
    const name = await save('0.2.0')
    const replacements = [(path: string) => mkdir(path), (path: string) => execFileSync('mkfifo', [path])]
    for (const replace of replacements) {
      for (const file of [name, `${name}.sig`, server.program]) {
        await rm(at(file))
        await replace(at(file))
        const updates = source()
        const attempt = async () => {
          await updates.open(at(name))
          await updates.download(percent)
        }
        expect(await problemOf(attempt()), file).toBe('unreadable')
        await rm(at(file), { recursive: true })
        await save('0.2.0')
      }
    }
    expect(await pending()).toEqual([])
  })

  it('is not used if it is huge or no update file', async () => {
    const name = await save('0.2.0')
    for (const file of [name, `${name}.sig`]) {
      await truncate(at(file), 3 * 1024 ** 3)
      expect(await problemOf(source().open(at(name)))).toBe('not-genuine')
      await writeFile(at(file), Buffer.from([0, 255, 1, 254]))
      expect(await problemOf(source().open(at(name)))).toBe('not-genuine')
      await writeFile(at(file), '')
      expect(await problemOf(source().open(at(name)))).toBe('not-genuine')
      await save('0.2.0')
    }
  })

  it.each(['../elsewhere', '/etc/passwd', 'https://updates.example/x', 'x%2f..%2felsewhere'])(
    'reads no program outside the folder: %s',
    async (place) => {
      const name = await save('0.2.0')
      await change(name, () => undefined)
      const yml = (await readFile(at(name), 'utf8')).replaceAll(server.program, place)
      await writeFile(at(name), yml)
      const { signUpdateFiles } = await import('../../scripts/package/update-channel.mjs')
      await signUpdateFiles(folder, { LOCK_DESK_UPDATE_KEY: key.pem })
      const updates = source()
      await updates.open(at(name))
      expect(await problemOf(updates.download(percent))).toBe('no-files')
    },
  )
})

describe.runIf(process.platform === 'linux')('a check of a server after a file', () => {
  it('asks the server again', async () => {
    vi.stubEnv('APPIMAGE', '/opt/elsewhere/lock-desk.AppImage')
    server = await startUpdateServer(key.pem)
    folder = await mkdtemp(join(tmpdir(), 'lock-desk-update-file-'))
    try {
      const name = await save('0.2.0')
      const updates = source()
      await updates.open(at(name))
      await server.publish('0.3.0', '')
      await expect(updates.check(server.url)).resolves.toMatchObject({ version: '0.3.0' })
      await updates.download(percent)
      expect(server.asked).toContain(server.program)
    } finally {
      vi.unstubAllEnvs()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
