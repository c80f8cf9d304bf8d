import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { extractFile, getRawHeader, listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { FuseState } from '@electron/fuses/dist/constants'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isAllowed } from '../../scripts/package/licenses.mjs'
import { readBundled } from '../../scripts/package/list-bundled-modules.mjs'
import { eventually } from '../support/app'
import { keyCopiesUnder, keysOfRun } from '../support/key-copies'
import { loadedFiles } from '../support/loaded-files'
import { processesIn, startPacked } from './installed-app'

/** The packaged app folder on Linux; set by `npm run test:more`, suite “package”. */
const packed = process.env['LOCK_DESK_TEST_PACKED'] ?? ''
const minute = 60_000
// A limit against hanging; speed is not tested here.
vi.setConfig({ testTimeout: 2 * minute })

describe.skipIf(packed === '')('the packaged app', () => {
  const archive = join(packed, 'resources/app.asar')
  const executable = join(packed, 'lock-desk')
  let userData: string
  beforeEach(async () => {
    userData = await mkdtemp(join(tmpdir(), 'lock-desk-packed-'))
  })
  afterEach(() => rm(userData, { recursive: true, force: true }))

  it.each([
    ['RunAsNode', FuseState.DISABLE],
    ['EnableCookieEncryption', FuseState.ENABLE],
    ['EnableNodeOptionsEnvironmentVariable', FuseState.DISABLE],
    ['EnableNodeCliInspectArguments', FuseState.DISABLE],
    ['EnableEmbeddedAsarIntegrityValidation', FuseState.ENABLE],
    ['OnlyLoadAppFromAsar', FuseState.ENABLE],
    ['LoadBrowserProcessSpecificV8Snapshot', FuseState.DISABLE],
    ['GrantFileProtocolExtraPrivileges', FuseState.DISABLE],
  ] as const)('has its fuse %s set', async (name, state) => {
    const wire = await getCurrentFuseWire(executable)
    expect(wire[FuseV1Options[name]]).toBe(state)
  })

  it('contains the programs, the unpacked addons and nothing for building or testing', () => {
    const files = listPackage(archive, { isPack: false }).map((file) => file.replaceAll('\\', '/'))
    expect(files).toEqual(
      expect.arrayContaining([
        '/out/main/main.js',
        '/out/main/usb-process.js',
        '/out/main/service.js',
        '/out/preload/index.cjs',
        '/out/renderer/index.html',
        '/out/service/demo-template.tar',
        '/resources/icon.png',
        '/node_modules/@electric-sql/pglite/dist/pglite.wasm',
      ]),
    )
    // In a file of its own: the start in English does not load it.
    expect(files.filter((file) => /^\/out\/renderer\/assets\/chinese-.*\.js$/.test(file))).toHaveLength(1)
    const foreign =
      /\.(map|ts|vue|tsbuildinfo|c|h|gyp)$|^\/(test|src-|scripts)|\/node_modules\/(electron|vite|vitest|vue|naive-ui|typescript|zod)\//
    expect(files.filter((file) => foreign.test(file))).toEqual([])
    const unpacked = readdirSync(`${archive}.unpacked`, { recursive: true, encoding: 'utf8' })
    expect(unpacked.filter((file) => file.endsWith('.node'))).toHaveLength(2)
    expect(existsSync(join(packed, 'resources/default_app.asar'))).toBe(false)
  })

  it('loads no schema before it opens the window', () => {
    const loaded = loadedFiles('out/main/main.js', (path) => extractFile(archive, path).toString('utf8'))
    expect(loaded.size).toBeGreaterThan(1)
    for (const text of loaded.values()) expect(text).not.toMatch(/\bZodType\b/)
  })

  it('has a hash of every archived file, for the systems that check it', () => {
    interface Node {
      readonly files?: Record<string, Node>
      readonly unpacked?: boolean
      readonly integrity?: { readonly algorithm: string; readonly hash: string }
    }
    const leaves = (node: Node): Node[] =>
      node.files === undefined ? [node] : Object.values(node.files).flatMap(leaves)
    const all = leaves(getRawHeader(archive).header)
    expect(all.length).toBeGreaterThan(500)
    expect(all.filter(({ integrity }) => integrity?.algorithm !== 'SHA256')).toEqual([])
  })

  it('contains the notices of everything inside, with reviewed licenses only', () => {
    const text = readFileSync(join(packed, 'resources/THIRD-PARTY-NOTICES.txt'), 'utf8')
    const list = text.slice(0, text.indexOf('-----')).trim().split('\n').slice(3)
    const licenses = list.map((line) => / \d\S* \((?<license>.+)\)$/.exec(line)?.groups?.['license'] ?? '')
    expect(list.length).toBeGreaterThan(80)
    // libusb is in its own addon, which users can replace.
    expect(licenses.filter((license) => !isAllowed(license))).toEqual(['LGPL-2.1-or-later'])
    for (const name of [
      'vue ',
      'naive-ui ',
      'undici ',
      'fastify ',
      'node-hid ',
      'electron-updater ',
      'Electron ',
    ]) {
      expect(list.some((line) => line.startsWith(name))).toBe(true)
    }
    expect(existsSync(join(packed, 'LICENSES.chromium.html'))).toBe(true)
  })

  it('has a bill of materials of exactly the packages inside', () => {
    const text = readFileSync(join(packed, 'resources/sbom.cdx.json'), 'utf8')
    const { components } = JSON.parse(text) as { components: { name: string; version: string }[] }
    const named = components.map(({ name, version }) => `${name}@${version}`)
    const manifests = listPackage(archive, { isPack: false })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /\/node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
      .map((file) => extractFile(archive, file.slice(1)).toString())
    const bundled = readBundled(resolve('.'), ['main', 'preload', 'renderer', 'workers']).inside.map(
      (folder) => readFileSync(join(folder, 'package.json'), 'utf8'),
    )
    const inside = [...manifests, ...bundled].map((manifest) => {
      const { name, version } = JSON.parse(manifest) as { name: string; version: string }
      return `${name}@${version}`
    })
    expect(manifests.length).toBeGreaterThan(50)
    expect(bundled.length).toBeGreaterThan(10)
    expect(named.filter((name) => !name.startsWith('electron@')).toSorted()).toEqual(
      [...new Set(inside)].toSorted(),
    )
  })

  it('has a record of its archive, for Diagnostics', () => {
    const release = JSON.parse(readFileSync(join(packed, 'resources/release.json'), 'utf8')) as unknown
    const sha256 = createHash('sha256').update(readFileSync(archive)).digest('hex')
    expect(release).toMatchObject({ sha256, version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string })
  })

  it('comes with checksums of all files', () => {
    const made = join(packed, '..')
    const { status, stdout } = spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      cwd: made,
      encoding: 'utf8',
    })
    expect(stdout).toMatch(/\.deb: OK\n/)
    expect(stdout).toMatch(/\.cdx\.json: OK\n/)
    expect(status).toBe(0)
  })

  it.each([
    '--remote-debugging-port=0',
    '--remote-debugging-pipe',
    '-remote-debugging-port=0',
    '--remote-debugging-address=0.0.0.0',
    '--remote-allow-origins=*',
    '--inspect',
    '--inspect=0',
    '--inspect=0.0.0.0:0',
    '--inspect-brk',
    '--inspect-brk=0',
    '--inspect-brk-node=0',
    '--inspect-port=0',
    '--inspect-publish-uid=http',
    '--inspect-wait',
    '-inspect',
    '--debug-port=0',
  ])(
    'exits at once when started with %s',
    async (input) => {
      const app = startPacked(executable, ['--announce-usable', '--user-data', userData, input])
      expect(await app.ended(30_000)).toBe(2)
      expect(app.output()).toContain('it does not run under a debugger')
      expect(app.output()).not.toMatch(/DevTools listening|Debugger listening|usable/)
    },
    minute,
  )

  it.each([
    '--disable-web-security',
    '--ignore-certificate-errors',
    '--host-resolver-rules=MAP * 127.0.0.1',
    '--js-flags=--expose-gc',
    '--load-extension=/nowhere',
    '--renderer-cmd-prefix=/bin/false',
    '--disable-seccomp-filter-sandbox',
    '--enable-blink-features=MojoJS',
  ])(
    'exits at once when started with %s, which weakens the sandbox',
    async (input) => {
      const app = startPacked(executable, ['--announce-usable', '--user-data', userData, input])
      expect(await app.ended(30_000)).toBe(2)
      expect(app.output()).toContain('it does not run with a protection turned off')
      expect(app.output()).not.toContain('usable')
    },
    minute,
  )

  it.runIf(process.getuid?.() === 0)(
    'relaunches without the credentials of its environment, so that no other process has them, and ends with its starter',
    async () => {
      const nowhere = 'http://127.0.0.1:9/'
      const address = ['--platform', nowhere, '--user-centre', `${nowhere}token`]
      const app = startPacked(
        executable,
        ['--announce-usable', '--user-data', userData, ...address],
        keysOfRun,
      )
      await app.usable()
      const inner = processesIn(packed).find(
        ({ parent, command }) => parent === app.pid && command.includes('--keys-from-stdin'),
      )
      expect(readFileSync(`/proc/${inner?.pid ?? 0}/environ`, 'utf8')).not.toContain('LOCK_DESK_APP')
      expect(keyCopiesUnder(packed, inner?.pid ?? 0)).toEqual({
        zygote: [],
        'gpu-process': [],
        renderer: [],
        utility: [],
      })
      app.kill('SIGKILL')
      await app.ended(minute)
      await eventually(() => Promise.resolve(!existsSync(`/proc/${inner?.pid ?? 0}`)), minute)
    },
    3 * minute,
  )

  it(
    'opens no debugger port on the signal that opens one in Node, in none of its processes',
    async () => {
      const app = startPacked(executable, ['--announce-usable', '--user-data', userData])
      await app.usable()
      const all = processesIn(packed).filter(({ pid }) => pid !== app.pid)
      const helpers = all.filter(({ command }) => command.includes('node.mojom.NodeService'))
      // The lock reader and the training service.
      expect(helpers.length).toBeGreaterThanOrEqual(2)
      for (const { pid } of helpers) process.kill(pid, 'SIGUSR1')
      // Where Node does not handle the signal, it ends the process.
      await eventually(() => Promise.resolve(helpers.every(({ pid }) => !existsSync(`/proc/${pid}`))))
      app.kill('SIGUSR1')
      expect(await app.ended(minute)).toBe(null)
      expect(app.output()).not.toMatch(/Debugger listening|DevTools listening/)
    },
    3 * minute,
  )

  it(
    'starts as the app and not as Node, whatever the environment is',
    async () => {
      process.env['ELECTRON_RUN_AS_NODE'] = '1'
      process.env['NODE_OPTIONS'] = '--require=/nowhere/to-be-found.js'
      try {
        const app = startPacked(executable, ['--announce-usable', '--user-data', userData])
        await app.usable()
        app.kill('SIGTERM')
        expect(await app.ended(20_000)).toBe(0)
      } finally {
        delete process.env['ELECTRON_RUN_AS_NODE']
        delete process.env['NODE_OPTIONS']
      }
    },
    3 * minute,
  )
})
