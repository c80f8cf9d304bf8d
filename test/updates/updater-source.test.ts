import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { troubleOf } from '../../src-main/updates/update-source'
import { createUpdaterSource } from '../../src-main/updates/updater-source'
import { newKey, startUpdateServer } from './update-server'

const key = newKey()
let server: Awaited<ReturnType<typeof startUpdateServer>>
const source = (publicKey = key.publicKey) => createUpdaterSource(server.updater(), publicKey)
const trouble = (attempt: Promise<unknown>) => attempt.then(() => null, troubleOf)
const percent = () => undefined

// electron-updater's AppImages exist on Linux only; elsewhere it asks for another file and starts another installer.
describe.runIf(process.platform === 'linux')('the update source', () => {
  beforeEach(async () => {
    vi.stubEnv('APPIMAGE', '/opt/elsewhere/lock-desk.AppImage')
    server = await startUpdateServer(key.pem)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await server.stop()
  })

  it('finds a newer version, says what is new in plain text, and fetches nothing yet', async () => {
    await server.publish('0.2.0', 'Faster.\n<b>Safer.</b>')
    await expect(source().check(server.url)).resolves.toEqual({
      version: '0.2.0',
      notes: 'Faster.\n<b>Safer.</b>',
    })
    expect(server.asked).not.toContain(server.program)
  })

  it('finds nothing where the version is this one, or an older one that was signed once', async () => {
    await server.publish('0.1.0', '')
    await expect(source().check(server.url)).resolves.toBeNull()
    await server.publish('0.0.9', '')
    await expect(source().check(server.url)).resolves.toBeNull()
  })

  it('fetches what was published', async () => {
    await server.publish('0.2.0', '')
    const updates = source()
    await updates.check(server.url)
    await updates.download(percent)
    expect(await readdir(join(server.cache, 'pending'))).toContain(server.program)
  })

  it('refuses metadata of which one letter was changed', async () => {
    const name = await server.publish('0.2.0', '')
    server.files.set(name, Buffer.from((server.files.get(name)?.toString() ?? '').replace('0.2.0', '0.3.0')))
    expect(await trouble(source().check(server.url))).toBe('not-genuine')
  })

  it('refuses metadata signed with another key, or not at all', async () => {
    const name = await server.publish('0.2.0', '')
    expect(await trouble(source(newKey().publicKey).check(server.url))).toBe('not-genuine')
    server.files.set(`${name}.sig`, Buffer.from(''))
    expect(await trouble(source().check(server.url))).toBe('not-genuine')
  })

  it("refuses another system's metadata under this one's name", async () => {
    const name = await server.publish('0.2.0', '')
    const { signedBytes } = await import('../../scripts/package/update-channel.mjs')
    const { sign } = await import('node:crypto')
    const signature = sign(
      null,
      signedBytes('latest-mac.yml', server.files.get(name) ?? Buffer.of()),
      key.pem,
    )
    server.files.set(`${name}.sig`, Buffer.from(signature.toString('base64')))
    expect(await trouble(source().check(server.url))).toBe('not-genuine')
  })

  it('refuses a program that is not the one in the metadata, and leaves nothing to install', async () => {
    await server.publish('0.2.0', '')
    server.files.set(server.program, Buffer.from('the program, version 9.9.9'))
    const updates = source()
    await updates.check(server.url)
    expect(await trouble(updates.download(percent))).toBe('damaged')
    const left = await readdir(join(server.cache, 'pending')).catch(() => [])
    expect(left).not.toContain(server.program)
  })

  it('tells a server without our files from one that is not there', async () => {
    expect(await trouble(source().check(server.url))).toBe('no-files')
    expect(await trouble(source().check('http://127.0.0.1:9/'))).toBe('unreachable')
  })
})
