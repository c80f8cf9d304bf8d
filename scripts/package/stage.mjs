import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseJson } from '../setup/json.mjs'
import { bundledFolder, readBundled } from './list-bundled-modules.mjs'
import { noticesFile, noticesOf, noticesText } from './notices.mjs'
import { filesOfPackage, withDependencies } from './packed-modules.mjs'

/** What the programs load out of the project, beside the packages: nothing else of it goes into the package. */
const ownFiles = [
  'out/main',
  'out/preload',
  'out/renderer',
  'out/service/demo-template.tar',
  'resources/icon.png',
]

/** For the shell, which a packaged app has no use for. */
const shellProgram = 'out/main/call.js'

/**
 * Lays out the folder that becomes app.asar: the built programs, what they load at run time for one system, and a
 * package.json that says no more than Electron reads.
 * @param {object} what
 * @param {string} what.root of the project
 * @param {string} what.to is made anew
 * @param {{ platform: NodeJS.Platform, archs: readonly string[] }} what.system
 * @param {string} what.electron the version that is packed
 * @param {import('./update-channel.mjs').UpdateChannel} what.channel where this package looks for newer ones
 * @returns {{ notices: string, packages: number }} the file with the notices
 */
export function stageApp({ root, to, system, electron, channel }) {
  const app = join(to, 'app')
  rmSync(to, { recursive: true, force: true })
  mkdirSync(app, { recursive: true })
  for (const path of ownFiles) {
    cpSync(join(root, path), join(app, path), {
      recursive: true,
      filter: (source) => !source.endsWith('.map') && relative(root, source) !== join(shellProgram),
    })
  }
  const bundled = readBundled(root, bundles(root))
  const outside = withDependencies(root, bundled.outside)
  for (const folder of outside) {
    for (const path of filesOfPackage(folder, system)) {
      const target = join(app, relative(root, folder), path)
      mkdirSync(dirname(target), { recursive: true })
      cpSync(join(folder, path), target)
    }
  }
  writeFileSync(join(app, 'package.json'), `${JSON.stringify(ownManifest(root), null, 2)}\n`)
  writeFileSync(join(app, 'resources/update-channel.json'), `${JSON.stringify(channel, null, 2)}\n`)

  const inside = bundled.inside.map((folder) => join(root, folder))
  const notices = noticesOf([...new Set([...inside, ...outside])])
  const file = join(to, noticesFile)
  writeFileSync(file, noticesText(notices, { electron, root }))
  return { notices: file, packages: notices.length }
}

/** @param {string} root */
function bundles(root) {
  const known = ['main', 'preload', 'renderer', 'workers']
  const lost = known.filter((name) => !existsSync(join(root, bundledFolder, `${name}.json`)))
  if (lost.length > 0) throw new Error(`The build did not say what is in ${lost.join(', ')}.`)
  return known
}

/** @param {string} root */
function ownManifest(root) {
  const whole = /** @type {Record<string, unknown>} */ (
    parseJson(readFileSync(join(root, 'package.json'), 'utf8'))
  )
  const kept = ['name', 'productName', 'version', 'description', 'license', 'type', 'main']
  return Object.fromEntries(kept.map((key) => [key, whole[key]]))
}
