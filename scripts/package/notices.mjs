import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { FailedError } from '../util/outcome.mjs'
import { embeddedLibraries, isAllowed, licenseOf, licenseText } from './licenses.mjs'
import { manifestOf } from './packed-modules.mjs'

/** @typedef {{ name: string, version: string, license: string, text: string }} Notice */

export const noticesFile = 'THIRD-PARTY-NOTICES.txt'

const rule = '-'.repeat(80)

/**
 * The license notices of the packages in the app.
 * @param {readonly string[]} folders of the packages, absolute
 * @returns {Notice[]} sorted by name, one per name and version
 * @throws {FailedError} for an unknown license or a missing license text
 */
export function noticesOf(folders) {
  const notices = folders.flatMap((folder) => {
    const manifest = manifestOf(folder)
    const { name, version } = manifest
    const license = licenseOf(manifest)
    if (!isAllowed(license)) {
      throw new FailedError(
        `${name} ${version} has the license “${license}”. Check it and add it to scripts/package/licenses.mjs.`,
      )
    }
    const packageNotice = { name, version, license, text: textOf(folder, manifest, license) }
    const within = embeddedLibraries.filter((one) => one.within === name)
    const inner = within.map((one) => ({
      name: `${one.name} (inside ${name})`,
      version,
      license: one.license,
      text: readText(join(folder, one.text)),
    }))
    return [packageNotice, ...inner]
  })
  const byName = new Map(notices.map((notice) => [`${notice.name} ${notice.version}`, notice]))
  return [...byName.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

/**
 * @param {string} folder
 * @param {import('./packed-modules.mjs').Manifest} manifest
 * @param {string} license
 */
function textOf(folder, { name, author }, license) {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  if (files.length > 0) return files.map((file) => readText(join(folder, file))).join('\n\n')
  const holder = typeof author === 'string' ? author : author?.name
  const text = licenseText(license, (holder ?? `the authors of ${name}`).replace(/ *[<(].*$/, ''))
  if (text === undefined) throw new FailedError(`${name} has no license file (${license}).`)
  return text
}

/** @param {string} file */
function readText(file) {
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim()
}

/**
 * @param {readonly Notice[]} notices
 * @param {{ electron: string, root: string }} of the packed Electron and of the project
 */
export function noticesText(notices, { electron, root }) {
  const electronLicense = join(root, 'node_modules/electron/LICENSE')
  const all = [
    ...notices,
    ...(existsSync(electronLicense)
      ? [{ name: 'Electron', version: electron, license: 'MIT', text: readText(electronLicense) }]
      : []),
  ]
  const head =
    'Lock Desk contains the software named here, under the licenses that follow. What Chromium and Node.js\n' +
    'inside Electron contain is in LICENSES.chromium.html, which comes with it.\n'
  const list = all.map(({ name, version, license }) => `${name} ${version} (${license})`).join('\n')
  const texts = all.map((one) => `${rule}\n${one.name} ${one.version} (${one.license})\n\n${one.text}\n`)
  return `${head}\n${list}\n\n${texts.join('\n')}`
}
