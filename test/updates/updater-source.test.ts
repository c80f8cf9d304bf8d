import { readdir } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runBounded } from '../../src-main/updates/bounded-requests'
import { signedProvider } from '../../src-main/updates/signed-provider'
import { classifyUpdateError } from '../../src-main/updates/update-source'
import { createUpdaterSource } from '../../src-main/updates/updater-source'
import { newKey, startUpdateServer } from './update-server'

const key = newKey()
let server: Awaited<ReturnType<typeof startUpdateServer>>
const source = (publicKey = key.publicKey) => createUpdaterSource(server.updater(), publicKey)
const problemOf = (attempt: Promise<unknown>) => attempt.then(() => null, classifyUpdateError)
const percent = () => undefined

// electron-updater's AppImages exist on Linux only; other systems use another file and installer.
describe.runIf(process.platform === 'linux')('the update source', () => {
  beforeEach(async () => {
    vi.stubEnv('APPIMAGE', '/opt/elsewhere/lock-desk.AppImage')
    server = await startUpdateServer(key.pem)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await server.stop()
  })

  it('finds a newer version with its notes as plain text, and downloads nothing yet', async () => {
    await server.publish('0.2.0', 'Faster.\n<b>Safer.</b>')
    await expect(source().check(server.url)).resolves.toEqual({
      version: '0.2.0',
      notes: 'Faster.\n<b>Safer.</b>',
    })
    expect(server.asked).not.toContain(server.program)
  })

  it('finds nothing for the same version or an older signed one', async () => {
    await server.publish('0.1.0', '')
    await expect(source().check(server.url)).resolves.toBeNull()
    await server.publish('0.0.9', '')
    await expect(source().check(server.url)).resolves.toBeNull()
  })

  it('downloads the published version', async () => {
    await server.publish('0.2.0', '')
    const updates = source()
    await updates.check(server.url)
    await updates.download(percent)
    expect(await readdir(join(server.cache, 'pending'))).toContain(server.program)
  })

  it('rejects metadata with one changed letter', async () => {
    const name = await server.publish('0.2.0', '')
    server.files.set(name, Buffer.from((server.files.get(name)?.toString() ?? '').replace('0.2.0', '0.3.0')))
    expect(await problemOf(source().check(server.url))).toBe('not-genuine')
  })

  it('rejects metadata with another signature or none', async () => {
    const name = await server.publish('0.2.0', '')
    expect(await problemOf(source(newKey().publicKey).check(server.url))).toBe('not-genuine')
    server.files.set(`${name}.sig`, Buffer.from(''))
    expect(await problemOf(source().check(server.url))).toBe('not-genuine')
  })

  it("rejects another system's metadata under this one's name", async () => {
    const name = await server.publish('0.2.0', '')
    const { signedBytes } = await import('../../scripts/package/update-channel.mjs')
    const { sign } = await import('node:crypto')
    const signature = sign(
      null,
      signedBytes('latest-mac.yml', server.files.get(name) ?? Buffer.of()),
      key.pem,
    )
    server.files.set(`${name}.sig`, Buffer.from(signature.toString('base64')))
    expect(await problemOf(source().check(server.url))).toBe('not-genuine')
  })

  it('rejects a signature that is too old, in the future, or without a time', async () => {
    const day = 24 * 60 * 60 * 1000
    await server.publish('0.2.0', '', Date.now() - 89 * day)
    await expect(source().check(server.url)).resolves.toMatchObject({ version: '0.2.0' })
    await server.publish('0.2.0', '', Date.now() - 91 * day)
    expect(await problemOf(source().check(server.url))).toBe('expired')
    await server.publish('0.2.0', '', Date.now() + 2 * day)
    expect(await problemOf(source().check(server.url))).toBe('clock')

    const name = await server.publish('0.2.0', '')
    const { signedBytes } = await import('../../scripts/package/update-channel.mjs')
    const { sign } = await import('node:crypto')
    const timeless = (server.files.get(name)?.toString() ?? '').replace(/^expires:.*\n/m, '')
    server.files.set(name, Buffer.from(timeless))
    const signature = sign(null, signedBytes(name, Buffer.from(timeless)), key.pem)
    server.files.set(`${name}.sig`, Buffer.from(signature.toString('base64')))
    expect(await problemOf(source().check(server.url))).toBe('expired')
  })

  it('accepts renewed metadata with one time', async () => {
    const day = 24 * 60 * 60 * 1000
    const name = await server.publish('0.2.0', '', Date.now() - 91 * day)
    await server.sign(name, Date.now())
    await expect(source().check(server.url)).resolves.toMatchObject({ version: '0.2.0' })
    expect(
      server.files
        .get(name)
        ?.toString()
        .match(/^(signedAt|expires):/gm),
    ).toHaveLength(2)
  })

  it('rejects a program that differs from the metadata, and leaves nothing to install', async () => {
    await server.publish('0.2.0', '')
    server.files.set(server.program, Buffer.from('the program, version 9.9.9'))
    const updates = source()
    await updates.check(server.url)
    expect(await problemOf(updates.download(percent))).toBe('damaged')
    const left = await readdir(join(server.cache, 'pending')).catch(() => [])
    expect(left).not.toContain(server.program)
  })

  const endless = (response: ServerResponse) => {
    const piece = Buffer.alloc(64 * 1024, 0x23)
    const go = () => {
      while (!response.destroyed) if (!response.write(piece)) return void response.once('drain', go)
    }
    response.writeHead(200)
    go()
  }

  it('ends an endless file of the server within bounds, and checks again afterwards', async () => {
    const name = await server.publish('0.2.0', '')
    const updates = source()
    for (const file of [name, `${name}.sig`]) {
      server.answers.set(file, endless)
      expect(await problemOf(updates.check(server.url))).toBe('not-genuine')
      server.answers.delete(file)
    }
    await expect(updates.check(server.url)).resolves.toMatchObject({ version: '0.2.0' })
  })

  it('ends a program longer than signed, leaves nothing of it, and downloads again afterwards', async () => {
    await server.publish('0.2.0', '')
    const updates = source()
    await updates.check(server.url)
    server.answers.set(server.program, endless)
    expect(await problemOf(updates.download(percent))).toBe('not-genuine')
    expect(await readdir(join(server.cache, 'pending')).catch(() => [])).toEqual([])
    server.answers.delete(server.program)
    await updates.download(percent)
    expect(await readdir(join(server.cache, 'pending'))).toContain(server.program)
  })

  it('follows no endless redirect', async () => {
    const name = await server.publish('0.2.0', '')
    server.answers.set(name, (response) =>
      response.writeHead(302, { location: `${server.url}${name}` }).end(),
    )
    expect(await problemOf(source().check(server.url))).toBe('unreachable')
    expect(server.asked.length).toBeLessThan(50)
  })

  it('waits a limited time for a silent or dripping server', async () => {
    const name = await server.publish('0.2.0', '')
    const bounded = (bounds: { silentMs: number; maxMs: number }) => {
      const updater = server.updater()
      updater.logger = null
      return runBounded(updater, { maxBytes: 1_000_000, ...bounds }, () => {
        updater.setFeedURL({
          provider: 'custom',
          updateProvider: signedProvider(server.url, key.publicKey),
        })
        return updater.checkForUpdates()
      })
    }
    server.answers.set(name, () => undefined)
    expect(await problemOf(bounded({ silentMs: 200, maxMs: 20_000 }))).toBe('unreachable')
    const drips: NodeJS.Timeout[] = []
    server.answers.set(name, (response) => {
      response.writeHead(200)
      drips.push(setInterval(() => response.write('#'), 20))
    })
    expect(await problemOf(bounded({ silentMs: 20_000, maxMs: 400 }))).toBe('unreachable')
    for (const drip of drips) clearInterval(drip)
  })

  it('asks for the whole program and for no unsigned map of differences', async () => {
    await server.publish('0.2.0', '')
    const updater = server.updater()
    expect(updater.disableDifferentialDownload).toBe(false)
    const updates = createUpdaterSource(updater, key.publicKey)
    await updates.check(server.url)
    await updates.download(percent)
    expect(updater.disableDifferentialDownload).toBe(true)
    expect(server.asked.filter((name) => name.includes(server.program))).toEqual([server.program])
  })

  it('distinguishes a server without the files from an unreachable one', async () => {
    expect(await problemOf(source().check(server.url))).toBe('no-files')
    expect(await problemOf(source().check('http://127.0.0.1:9/'))).toBe('unreachable')
  })
})
