import { join } from 'node:path'
import { fuses } from './fuses.mjs'
import { noticesFile } from './notices.mjs'

/** Chromium's own words (menus of text fields, file dialogs) in the app's two languages; the other 53 are 38 MB. */
const languages = ['en', 'en-US', 'zh-CN', 'zh_CN']

/** Never asked: it stands in the package's app-update.yml where no server was named when it was made. */
const nowhere = 'https://updates.invalid/'

/**
 * What the keys in the environment allow: without them packages are made all the same, and say so.
 * @param {NodeJS.ProcessEnv} env
 */
export function signing(env) {
  // An empty one is none: a workflow sets those that it was given no secret for.
  /** @param {(string | undefined)[]} values */
  const all = (...values) => values.every((value) => value !== undefined && value !== '')
  const mac = all(env.CSC_LINK) || all(env.CSC_NAME)
  const windows = all(env.WIN_CSC_LINK) || all(env.CSC_LINK)
  const apiKey = all(env.APPLE_API_KEY, env.APPLE_API_KEY_ID, env.APPLE_API_ISSUER)
  const account = all(env.APPLE_ID, env.APPLE_APP_SPECIFIC_PASSWORD, env.APPLE_TEAM_ID)
  return { mac, windows, notarize: mac && (apiKey || account) }
}

/**
 * @param {object} what
 * @param {string} what.root of the project
 * @param {string} what.work where the app was laid out (stage.mjs) and the packages go
 * @param {string} what.electron the version that is packed
 * @param {string | undefined} what.electronFolder an Electron that is here; undefined downloads it
 * @param {import('./update-channel.mjs').UpdateChannel} what.channel
 * @param {NodeJS.ProcessEnv} what.env
 * @returns {import('electron-builder').Configuration}
 */
export function builderConfig({ root, work, electron, electronFolder, channel, env }) {
  const keys = signing(env)
  const icon = join(root, 'resources/icon.png')
  return {
    appId: 'app.lockdesk.desktop',
    productName: 'Lock Desk',
    copyright: 'MIT licence',
    directories: {
      app: join(work, 'app'),
      output: join(work, 'made'),
      buildResources: join(root, 'resources'),
    },
    electronVersion: electron,
    ...(electronFolder === undefined ? {} : { electronDist: electronFolder }),
    electronLanguages: languages,
    // The modules were laid out by stage.mjs, prebuilt for this system; nothing is installed or compiled.
    beforeBuild: () => Promise.resolve(false),
    files: ['**/*', { from: 'node_modules', to: 'node_modules', filter: ['**/*'] }],
    asar: true,
    asarUnpack: ['**/*.node'],
    electronFuses: fuses,
    afterPack: join(root, 'scripts/package/after-pack.mjs'),
    extraResources: [{ from: join(work, noticesFile), to: noticesFile }],
    publish: [{ provider: 'generic', url: channel.url ?? nowhere }],
    artifactName: '${name}-${version}-${os}-${arch}.${ext}',
    toolsets: { appimage: '1.0.3' },
    linux: { executableName: 'lock-desk', icon, category: 'Office', syncDesktopName: true },
    win: { icon, signExecutable: keys.windows },
    // For one person, without an administrator; what the desk keeps stays when it is taken away.
    nsis: { oneClick: true, perMachine: false, allowElevation: false, deleteAppDataOnUninstall: false },
    mac: {
      icon,
      category: 'public.app-category.business',
      // Without a certificate it is signed ad hoc, or Apple's processors would not start it at all.
      ...(keys.mac ? {} : { identity: '-' }),
      hardenedRuntime: keys.mac,
      gatekeeperAssess: false,
      entitlements: join(root, 'resources/mac/entitlements.plist'),
      entitlementsInherit: join(root, 'resources/mac/entitlements.plist'),
      notarize: keys.notarize,
    },
    dmg: { sign: false },
  }
}
