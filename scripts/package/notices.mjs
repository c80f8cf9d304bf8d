import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { FailedError } from '../setup/outcome.mjs'
import { insideBinaries, isAllowed, licenceOf, mitText } from './licences.mjs'
import { manifestOf } from './packed-modules.mjs'

/** @typedef {{ name: string, version: string, licence: string, text: string }} Notice */

export const noticesFile = 'THIRD-PARTY-NOTICES.txt'

const rule = '-'.repeat(80)

/**
 * What is owed to each package whose code is in the app.
 * @param {readonly string[]} folders of the packages, absolute
 * @returns {Notice[]} by name; one where a version is there twice
 * @throws {FailedError} for a licence nobody has looked at, or a notice that is nowhere
 */
export function noticesOf(folders) {
  const notices = folders.flatMap((folder) => {
    const manifest = manifestOf(folder)
    const { name, version } = manifest
    const licence = licenceOf(manifest)
    if (!isAllowed(licence)) {
      throw new FailedError(
        `${name} ${version} is under “${licence}”, which is not on the list (scripts/package/licences.mjs).`,
      )
    }
    const own = { name, version, licence, text: textOf(folder, manifest, licence) }
    const within = insideBinaries.filter((one) => one.within === name)
    const inner = within.map((one) => ({
      name: `${one.name} (inside ${name})`,
      version,
      licence: one.licence,
      text: readText(join(folder, one.text)),
    }))
    return [own, ...inner]
  })
  const byName = new Map(notices.map((notice) => [`${notice.name} ${notice.version}`, notice]))
  return [...byName.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

/**
 * @param {string} folder
 * @param {import('./packed-modules.mjs').Manifest} manifest
 * @param {string} licence
 */
function textOf(folder, { name, author }, licence) {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  if (files.length > 0) return files.map((file) => readText(join(folder, file))).join('\n\n')
  if (licence !== 'MIT') throw new FailedError(`${name} has no file with its licence (${licence}).`)
  const holder = typeof author === 'string' ? author : author?.name
  return mitText((holder ?? `the authors of ${name}`).replace(/ *[<(].*$/, ''))
}

/** @param {string} file */
function readText(file) {
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim()
}

/**
 * @param {readonly Notice[]} notices
 * @param {{ electron: string, root: string }} of the Electron that is packed, and the project
 */
export function noticesText(notices, { electron, root }) {
  const electronLicence = join(root, 'node_modules/electron/LICENSE')
  const all = [
    ...notices,
    ...(existsSync(electronLicence)
      ? [{ name: 'Electron', version: electron, licence: 'MIT', text: readText(electronLicence) }]
      : []),
  ]
  const head =
    'Lock Desk contains the software named here, under the licences that follow. What Chromium and Node.js\n' +
    'inside Electron contain is in LICENSES.chromium.html, which comes with it.\n'
  const list = all.map(({ name, version, licence }) => `${name} ${version} (${licence})`).join('\n')
  const texts = all.map((one) => `${rule}\n${one.name} ${one.version} (${one.licence})\n\n${one.text}\n`)
  return `${head}\n${list}\n\n${texts.join('\n')}`
}
