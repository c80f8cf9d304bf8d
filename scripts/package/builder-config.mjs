import { join } from 'node:path'
import { fuses } from './fuses.mjs'
import { noticesFile } from './notices.mjs'
import { sbomFile } from './sbom.mjs'

/** Chromium's texts (context menus, file dialogs) in the app's two languages; the other 53 languages take 38 MB. */
const languages = ['en', 'en-US', 'zh-CN', 'zh_CN']

/** A placeholder for app-update.yml if no update server is set. It is never requested. */
const placeholderUrl = 'https://updates.invalid/'

/**
 * What can be signed with the keys in the environment. Packages are built without keys too, with a note.
 * @param {NodeJS.ProcessEnv} env
 */
export function signing(env) {
  // An empty variable counts as unset: a workflow sets variables even without a secret.
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
 * @param {string} what.work folder of the staged app (stage.mjs) and of the packages
 * @param {string} what.electron the version to pack
 * @param {string | undefined} what.electronFolder folder of an existing Electron; undefined downloads it
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
    copyright: 'MIT license',
    directories: {
      app: join(work, 'app'),
      output: join(work, 'made'),
      buildResources: join(root, 'resources'),
    },
    electronVersion: electron,
    ...(electronFolder === undefined ? {} : { electronDist: electronFolder }),
    electronLanguages: languages,
    // stage.mjs has copied the modules with binaries for this system; nothing is installed or compiled here.
    beforeBuild: () => Promise.resolve(false),
    files: ['**/*', { from: 'node_modules', to: 'node_modules', filter: ['**/*'] }],
    asar: true,
    asarUnpack: ['**/*.node'],
    electronFuses: fuses,
    afterPack: join(root, 'scripts/package/after-pack.mjs'),
    extraResources: [noticesFile, sbomFile].map((name) => ({ from: join(work, name), to: name })),
    publish: [{ provider: 'generic', url: channel.url ?? placeholderUrl }],
    artifactName: '${name}-${version}-${os}-${arch}.${ext}',
    // The system then opens these links with the app. The deb has its own menu entry, NSIS its own script.
    protocols: [{ name: 'Lock Desk', schemes: ['lock-desk'] }],
    toolsets: { appimage: '1.0.3' },
    linux: { executableName: 'lock-desk', icon, category: 'Office', syncDesktopName: true },
    win: { icon, signExecutable: keys.windows },
    // For the user, or for all users with administrator rights: asked for, or chosen by /currentuser and /allusers.
    // Uninstalling keeps the app's data.
    nsis: {
      oneClick: false,
      perMachine: false,
      allowElevation: true,
      deleteAppDataOnUninstall: false,
      include: join(root, 'resources/windows/links.nsh'),
    },
    // For all users, by group policy or device management.
    msi: { oneClick: true, perMachine: true, runAfterFinish: false, createDesktopShortcut: false },
    mac: {
      icon,
      category: 'public.app-category.business',
      // Without a certificate the app is signed ad hoc, because Apple silicon does not start unsigned apps.
      ...(keys.mac ? {} : { identity: '-' }),
      hardenedRuntime: keys.mac,
      gatekeeperAssess: false,
      entitlements: join(root, 'resources/mac/entitlements.plist'),
      entitlementsInherit: join(root, 'resources/mac/entitlements.plist'),
      notarize: keys.notarize,
      // The addons are the same files in the packages of both processors, one for each.
      x64ArchFiles: '**/prebuilds/**/*.node',
    },
    dmg: { sign: false },
    pkg: { installLocation: '/Applications', isRelocatable: false },
  }
}
