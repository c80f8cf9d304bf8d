import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseJson } from '../util/json.mjs'
import { bundledFolder, readBundled } from './list-bundled-modules.mjs'
import { noticesFile, noticesOf, noticesText } from './notices.mjs'
import { filesOfPackage, withDependencies } from './packed-modules.mjs'
import { sbomFile, sbomText } from './sbom.mjs'

/** Project files that the programs load, besides packages. The package contains no other project files. */
const ownFiles = [
  'out/main',
  'out/preload',
  'out/renderer',
  'out/service/demo-template.tar',
  'resources/icon.png',
]

/** The command-line client, which the packaged app does not need. */
const shellProgram = 'out/main/call.js'

/**
 * Creates the folder that becomes app.asar: the built programs, their run-time packages for one system, and a
 * package.json with the fields that Electron reads. Beside it are the notices and the bill of materials.
 * @param {object} what
 * @param {string} what.root of the project
 * @param {string} what.to target folder; it is created again
 * @param {{ platform: NodeJS.Platform, archs: readonly string[] }} what.system
 * @param {string} what.electron the version to pack
 * @param {import('./update-channel.mjs').UpdateChannel} what.channel where this package checks for updates
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
  const folders = [...new Set([...inside, ...outside])]
  writeFileSync(join(to, noticesFile), noticesText(noticesOf(folders), { electron, root }))
  writeFileSync(join(to, sbomFile), sbomText({ root, folders, electron }))
}

/** @param {string} root */
function bundles(root) {
  const known = ['main', 'preload', 'renderer', 'workers']
  const missing = known.filter((name) => !existsSync(join(root, bundledFolder, `${name}.json`)))
  if (missing.length > 0)
    throw new Error(`The build has no module list of ${missing.join(', ')}. Type: npm run build`)
  return known
}

/** @param {string} root */
function ownManifest(root) {
  const manifest = /** @type {Record<string, unknown>} */ (
    parseJson(readFileSync(join(root, 'package.json'), 'utf8'))
  )
  const keptFields = ['name', 'productName', 'version', 'description', 'license', 'type', 'main']
  return Object.fromEntries(keptFields.map((key) => [key, manifest[key]]))
}
