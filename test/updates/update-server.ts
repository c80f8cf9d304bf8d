import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NodeHttpExecutor } from 'builder-util/out/nodeHttpExecutor'
import { configureRequestUrl } from 'builder-util-runtime'
import type { DownloadOptions } from 'builder-util-runtime'
import { AppImageUpdater } from 'electron-updater'
import type { AppUpdater } from 'electron-updater'
import { listenOnLoopback } from '../support/listening'
import { signUpdateFiles, updateChannel } from '../../scripts/package/update-channel.mjs'

const program = 'lock-desk-0.2.0-linux-x86_64.AppImage'

/** electron-updater's downloader for Node's network instead of Electron's; the digest check is shared code. */
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

/** A private key in PEM and the public half as packages contain it. */
export const newKey = () => {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const { publicKey } = updateChannel({ LOCK_DESK_UPDATE_KEY: pem })
  return { pem, publicKey: publicKey ?? '' }
}

/**
 * An update server on loopback with one signed version, and the real electron-updater running as an AppImage of
 * version 0.1.0.
 */
export const startUpdateServer = async (pem: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'lock-desk-updates-'))
  const files = new Map<string, Buffer>()
  const requestedPaths: string[] = []
  /** Replace a file. */
  const answers = new Map<string, (response: ServerResponse) => void>()
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1)
    requestedPaths.push(request.headers.range === undefined ? name : `part of ${name}`)
    const answer = answers.get(name)
    if (answer !== undefined) {
      answer(response)
      return
    }
    const content = files.get(name)
    response.writeHead(content === undefined ? 404 : 200, { 'content-length': content?.length ?? 0 })
    response.end(content)
  })
  const listening = await listenOnLoopback(server)

  const published = join(folder, 'published')
  const sign = async (name: string, now: number) => {
    await signUpdateFiles(published, { LOCK_DESK_UPDATE_KEY: pem }, now)
    for (const file of [name, `${name}.sig`]) files.set(file, await readFile(join(published, file)))
  }

  const publish = async (version: string, notes: string, signedAt = Date.now()) => {
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
    await mkdir(published, { recursive: true })
    const name = `latest-linux${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`
    await writeFile(join(published, name), yml)
    files.set(program, content)
    await sign(name, signedAt)
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
    url: `${listening.url}/`,
    program,
    files,
    answers,
    asked: requestedPaths,
    publish,
    sign,
    updater,
    cache: join(folder, 'updater'),
    stop: async () => {
      await listening.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
