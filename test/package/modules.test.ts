import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { describe, expect, it } from 'vitest'
import { builderConfig, signing } from '../../scripts/package/builder-config.mjs'
import { controlFile } from '../../scripts/package/deb.mjs'
import { isAllowed, licenseOf } from '../../scripts/package/licenses.mjs'
import { packageFolderOf, packageNameOf } from '../../scripts/package/list-bundled-modules.mjs'
import { noticesOf, noticesText } from '../../scripts/package/notices.mjs'
import { filesOfPackage, isPrebuildFor, withDependencies } from '../../scripts/package/packed-modules.mjs'
import { sbomText } from '../../scripts/package/sbom.mjs'
import { updateChannel } from '../../scripts/package/update-channel.mjs'
import { newKey } from '../updates/update-server'

const root = resolve('.')
const linux = { platform: 'linux' as const, archs: ['x64'] }

describe('packages of a bundle', () => {
  it.each([
    ['/desk/node_modules/zod/v4/core.js', '/desk/node_modules/zod'],
    ['/desk/node_modules/a/node_modules/@b/c/i.js?commonjs-proxy', '/desk/node_modules/a/node_modules/@b/c'],
    ['\0/desk/node_modules/vue/index.js', '/desk/node_modules/vue'],
    ['/desk/src-main/main.ts', undefined],
  ])('include %s', (id, folder) => {
    expect(packageFolderOf(id)).toBe(folder)
  })

  it.each([
    ['@electric-sql/pglite/node-postgres', '@electric-sql/pglite'],
    ['usb', 'usb'],
    ['node:fs', undefined],
    ['stream/promises', undefined],
    ['electron/main', undefined],
    ['original-fs', undefined],
    ['./chunks/a.js', undefined],
  ])('are named from the import %s', (specifier, name) => {
    expect(packageNameOf(specifier)).toBe(name)
  })
})

describe('isPrebuildFor', () => {
  it.each([
    'prebuilds/HID_hidraw-linux-x64/node-napi-v4.node',
    'prebuilds/linux-x64/node.napi.glibc.node',
    'dist/index.js',
  ])('keeps %s on Linux', (path) => {
    expect(isPrebuildFor(path, linux)).toBe(true)
  })

  it.each([
    'prebuilds/HID-linux-x64/node-napi-v4.node',
    'prebuilds/HID_hidraw-linux-x64-musl/node-napi-v4.node',
    'prebuilds/HID_hidraw-linux-arm64/node-napi-v4.node',
    'prebuilds/linux-x64/node.napi.musl.node',
    'prebuilds/darwin-x64+arm64/node.napi.node',
    'prebuilds/android-arm/node.napi.armv7.node',
  ])('omits %s on Linux', (path) => {
    expect(isPrebuildFor(path, linux)).toBe(false)
  })

  it('keeps what both Mac architectures need', () => {
    const mac = { platform: 'darwin' as const, archs: ['arm64', 'x64'] }
    expect(isPrebuildFor('prebuilds/darwin-x64+arm64/node.napi.node', mac)).toBe(true)
    expect(isPrebuildFor('prebuilds/HID-darwin-x64/node-napi-v4.node', mac)).toBe(true)
  })
})

describe('packaged dependencies', () => {
  const folders = withDependencies(root, [
    '@electric-sql/pglite',
    'fastify',
    'kysely',
    'node-hid',
    'pg',
    'usb',
  ])

  it('include transitive dependencies', () => {
    const names = folders.map((folder) => folder.split('/node_modules/').at(-1))
    expect(names).toEqual(expect.arrayContaining(['avvio', 'node-gyp-build', 'pg-types', 'pkg-prebuilds']))
    expect(names).not.toContain('node-addon-api')
  })

  it('have one addon each, the database, and no types, maps or C sources', () => {
    const files = folders.flatMap((folder) => filesOfPackage(folder, linux))
    expect(files.filter((file) => file.endsWith('.node'))).toHaveLength(2)
    expect(files).toEqual(expect.arrayContaining(['dist/pglite.wasm', 'dist/pglite.data']))
    expect(files.filter((file) => /\.(map|ts|c|h|gyp|tar\.gz)$/.test(file))).toEqual([])
  })

  it('have a notice each, also for what is compiled into the addons', () => {
    const notices = noticesOf(folders)
    const text = noticesText(notices, { electron: '45.0.0', root })
    expect(notices.every(({ text: own }) => own.length > 100)).toBe(true)
    expect(text).toContain('libusb (inside usb)')
    expect(text).toContain('GNU LESSER GENERAL PUBLIC LICENSE')
    expect(text).toContain('Electron 45.0.0 (MIT)')
  })
})

describe('the bill of materials', () => {
  const folders = withDependencies(root, ['@electric-sql/pglite', 'kysely', 'usb'])
  // npm may install the same package in two places.
  const text = sbomText({ root, folders: [...folders, ...folders], electron: '45.0.0' })

  it('follows the schema of CycloneDX 1.6', async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
    expect(await validator.validate(text)).toBeNull()
    expect(await validator.validate(text.replace('"MIT"', '"MITT"'))).not.toBeNull()
  })

  it('names each package once, with its license, hash and what is compiled into it', () => {
    const { components } = JSON.parse(text) as { components: { name: string; 'bom-ref': string }[] }
    const refs = components.map((component) => component['bom-ref'])
    expect(new Set(refs).size).toBe(refs.length)
    expect(refs).toEqual(expect.arrayContaining(['electron@45.0.0', expect.stringMatching(/^kysely@/)]))
    expect(components.find(({ name }) => name === 'usb')).toMatchObject({
      purl: expect.stringMatching(/^pkg:npm\/usb@\d/) as string,
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) as string }],
      components: [{ name: 'libusb', licenses: [{ license: { id: 'LGPL-2.1-or-later' } }] }],
    })
  })
})

describe('isAllowed', () => {
  it.each(['MIT', '(MIT OR X11)', '(GPL-3.0 OR BSD-3-Clause)', '(MIT AND ISC)', '0BSD'])(
    'allows %s',
    (license) => {
      expect(isAllowed(license)).toBe(true)
    },
  )

  it.each([
    'GPL-3.0',
    'LGPL-3.0-or-later',
    '(MIT AND GPL-2.0)',
    'unknown',
    'SEE LICENSE IN LICENSE',
    'UNLICENSED',
  ])('rejects %s', (license) => {
    expect(isAllowed(license)).toBe(false)
  })

  it('reads the legacy license field too', () => {
    const old = { name: 'a', version: '1.0.0', licenses: [{ type: 'MIT' }, { type: 'GPL-2.0' }] }
    expect(licenseOf(old)).toBe('MIT OR GPL-2.0')
    expect(licenseOf({ name: 'a', version: '1.0.0' })).toBe('unknown')
  })
})

describe('the update channel of a package', () => {
  it('has the public half of the key and nothing of the private half', () => {
    const { pem, publicKey } = newKey()
    const channel = updateChannel({
      LOCK_DESK_UPDATE_KEY: pem,
      LOCK_DESK_UPDATE_URL: 'https://updates.example/',
    })
    expect(channel).toEqual({ url: 'https://updates.example/', publicKey })
  })

  it('is empty without a key', () => {
    expect(updateChannel({})).toEqual({ url: null, publicKey: null })
  })

  it.each([{ LOCK_DESK_UPDATE_URL: 'http://updates.example/' }, { LOCK_DESK_UPDATE_KEY: 'no key' }])(
    'rejects %o',
    (env) => {
      expect(() => updateChannel(env)).toThrow(/LOCK_DESK_UPDATE/)
    },
  )
})

describe('controlFile', () => {
  it('is valid for dpkg', () => {
    const control = controlFile({ version: '1.2.0-beta.1', description: 'A desk.', arch: 'x64', sizeKb: 7 })
    expect(control).toContain('Version: 1.2.0~beta.1\nArchitecture: amd64\n')
    expect(control).toMatch(/^Depends: .*libgtk-3-0t64 \| libgtk-3-0/m)
    expect(control.endsWith('\n')).toBe(true)
  })
})

describe('signing by the keys in the environment', () => {
  const notary = { APPLE_API_KEY: 'k.p8', APPLE_API_KEY_ID: 'K', APPLE_API_ISSUER: 'I' }

  it.each([
    ['none', {}, { mac: false, windows: false, notarize: false }],
    ['empty ones', { CSC_LINK: '', APPLE_API_KEY: '' }, { mac: false, windows: false, notarize: false }],
    ['a certificate', { CSC_LINK: 'c' }, { mac: true, windows: true, notarize: false }],
    ['one for Windows', { WIN_CSC_LINK: 'c' }, { mac: false, windows: true, notarize: false }],
    ['a notary without a certificate', notary, { mac: false, windows: false, notarize: false }],
    ['both', { CSC_LINK: 'c', ...notary }, { mac: true, windows: true, notarize: true }],
    [
      'an account without a notary key',
      {
        ...{ CSC_NAME: 'n', CSC_LINK: '', APPLE_API_KEY: '' },
        ...{ APPLE_ID: 'a', APPLE_APP_SPECIFIC_PASSWORD: 'p', APPLE_TEAM_ID: 't' },
      },
      { mac: true, windows: false, notarize: true },
    ],
  ])('%s', (_what, env, allowed) => {
    expect(signing(env)).toEqual(allowed)
    const channel = { url: null, publicKey: null }
    const config = builderConfig({
      root,
      work: '/w',
      electron: '45.0.0',
      electronFolder: undefined,
      channel,
      env,
    })
    expect(config.mac).toMatchObject({ notarize: allowed.notarize, hardenedRuntime: allowed.mac })
    expect(config.win).toMatchObject({ signExecutable: allowed.windows })
    // For one user unless /allusers or the person says otherwise; the MSI always for all users.
    expect(config.nsis).toMatchObject({ oneClick: false, perMachine: false, allowElevation: true })
    expect(config.msi).toMatchObject({ perMachine: true })
  })
})

describe('links of the scheme lock-desk', () => {
  it('are registered by every installer, as one argument', () => {
    const { mac, nsis, protocols } = builderConfig({
      root: resolve('.'),
      work: '/w',
      electron: '45.0.0',
      electronFolder: undefined,
      channel: { url: null, publicKey: null },
      env: {},
    })
    expect([protocols, mac === undefined]).toEqual([[{ name: 'Lock Desk', schemes: ['lock-desk'] }], false])
    expect(readFileSync(nsis?.include ?? '', 'utf8')).toContain('" "%1"\'')
    const menuEntry = readFileSync(resolve('resources/linux/lock-desk.desktop'), 'utf8')
    expect(menuEntry).toMatch(/^Exec=\/opt\/lock-desk\/lock-desk %U$/m)
    expect(menuEntry).toMatch(/^MimeType=x-scheme-handler\/lock-desk;$/m)
  })
})

describe('the workflow “release”', () => {
  const workflow = readFileSync(resolve('.github/workflows/release.yml'), 'utf8')

  it('builds the packages of three systems with every key that the scripts know', () => {
    const wanted = [
      ...['ubuntu-latest', 'windows-latest', 'macos-latest', 'npm run package', '--only package'],
      ...['CSC_LINK', 'CSC_KEY_PASSWORD', 'WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD', 'APPLE_API_KEY'],
      ...['APPLE_API_KEY_ID', 'APPLE_API_ISSUER', 'LOCK_DESK_UPDATE_KEY', 'LOCK_DESK_UPDATE_URL'],
    ]
    expect(wanted.filter((word) => !workflow.includes(word))).toEqual([])
  })
})
