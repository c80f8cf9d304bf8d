import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NodeHttpExecutor } from 'builder-util/out/nodeHttpExecutor'
import { configureRequestUrl } from 'builder-util-runtime'
import type { DownloadOptions } from 'builder-util-runtime'
import { AppImageUpdater } from 'electron-updater'
import type { AppUpdater } from 'electron-updater'
import { signUpdateFiles, updateChannel } from '../../scripts/package/update-channel.mjs'

const program = 'lock-desk-0.2.0-linux-x86_64.AppImage'

/** What electron-updater has for Electron's network, for Node's; the digest is compared in what both share. */
class Downloader extends NodeHttpExecutor {
  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      const request = {}
      configureRequestUrl(url, request)
      const callback = (error?: Error | null) => (error == null ? resolve(destination) : reject(error))
      this.doDownload(request, { destination, options, onCancel, callback, responseHandler: null }, 0)
    })
  }
}

/** A private key in PEM and the public half as a package carries it. */
export const newKey = () => {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const { publicKey } = updateChannel({ LOCK_DESK_UPDATE_KEY: pem })
  return { pem, publicKey: publicKey ?? '' }
}

/**
 * An update server on loopback with one version, published and signed as a release is, and an updater of the real
 * electron-updater that thinks it is an AppImage of version 0.1.0.
 */
export const startUpdateServer = async (pem: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'lock-desk-updates-'))
  const files = new Map<string, Buffer>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1)
    asked.push(name)
    const content = files.get(name)
    response.writeHead(content === undefined ? 404 : 200, { 'content-length': content?.length ?? 0 })
    response.end(content)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

  const publish = async (version: string, notes: string) => {
    const content = Buffer.from(`the program, version ${version}`)
    const sha512 = createHash('sha512').update(content).digest('base64')
    const yml = `version: ${version}
files:
  - url: ${program}
    sha512: ${sha512}
    size: ${content.length}
path: ${program}
sha512: ${sha512}
releaseDate: '2026-11-21T00:00:00.000Z'
releaseNotes: ${JSON.stringify(notes)}
`
    const published = join(folder, 'published')
    await mkdir(published, { recursive: true })
    const name = `latest-linux${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`
    await writeFile(join(published, name), yml)
    await signUpdateFiles(published, { LOCK_DESK_UPDATE_KEY: pem })
    files.set(name, Buffer.from(yml))
    files.set(`${name}.sig`, await readFile(join(published, `${name}.sig`)))
    files.set(program, content)
    return name
  }

  const config = join(folder, 'app-update.yml')
  await writeFile(config, 'provider: generic\nurl: https://updates.invalid/\nupdaterCacheDirName: updater\n')
  const updater = (): AppUpdater => {
    const made = new AppImageUpdater(null, {
      version: '0.1.0',
      name: 'lock-desk',
      isPackaged: true,
      appUpdateConfigPath: config,
      userDataPath: folder,
      baseCachePath: folder,
      whenReady: () => Promise.resolve(),
      relaunch: () => undefined,
      quit: () => undefined,
      onQuit: () => undefined,
    })
    // In the app this is Chromium's network; everything above it is the same.
    Object.assign(made, { httpExecutor: new Downloader() })
    return made
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    program,
    files,
    asked,
    publish,
    updater,
    cache: join(folder, 'updater'),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
