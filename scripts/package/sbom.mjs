import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import { PackageURL } from 'packageurl-js'
import { parseJson } from '../util/json.mjs'
import { embeddedLibraries, licenseOf } from './licenses.mjs'
import { manifestOf } from './packed-modules.mjs'

/** In the folder `resources` of an installed app. */
export const sbomFile = 'sbom.cdx.json'

/**
 * The software bill of materials of a package: CycloneDX 1.6, JSON. The same packages give the same text: it has
 * neither a time nor a serial number.
 * @param {object} what
 * @param {string} what.root of the project
 * @param {readonly string[]} what.folders of the packages in the app, absolute
 * @param {string} what.electron its version
 */
export function sbomText({ root, folders, electron }) {
  const manifest = manifestOf(root)
  const app = new Models.Component(Enums.ComponentType.Application, manifest.name, {
    bomRef: manifest.name,
    version: manifest.version,
    licenses: new Models.LicenseRepository([new Models.SpdxLicense(licenseOf(manifest))]),
  })
  const integrity = integrities(root)
  const components = [
    new Models.Component(Enums.ComponentType.Framework, 'electron', {
      bomRef: `electron@${electron}`,
      version: electron,
      licenses: new Models.LicenseRepository([new Models.SpdxLicense('MIT')]),
      purl: purlOf('electron', electron),
    }),
    ...byNameAndVersion(folders).map((folder) => componentOf(folder, integrity(folder))),
  ]
  for (const { bomRef } of components) app.dependencies.add(bomRef)
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: app }),
    components: new Models.ComponentRepository(components),
  })
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}

/**
 * One folder for each package: npm may install the same one in several places.
 * @param {readonly string[]} folders
 */
function byNameAndVersion(folders) {
  const byId = folders.map((folder) => {
    const { name, version } = manifestOf(folder)
    return /** @type {const} */ ([`${name}@${version}`, folder])
  })
  return [...new Map(byId).values()]
}

/**
 * @param {string} folder
 * @param {string | undefined} sha512 of the package's archive, in hex
 */
function componentOf(folder, sha512) {
  const manifest = manifestOf(folder)
  const { name, version } = manifest
  const within = embeddedLibraries.filter((library) => library.within === name)
  return new Models.Component(Enums.ComponentType.Library, name, {
    bomRef: `${name}@${version}`,
    version,
    licenses: licensesOf(licenseOf(manifest)),
    purl: purlOf(name, version),
    hashes: new Models.HashDictionary(sha512 === undefined ? [] : [[Enums.HashAlgorithm['SHA-512'], sha512]]),
    components: new Models.ComponentRepository(
      within.map(
        (library) =>
          new Models.Component(Enums.ComponentType.Library, library.name, {
            bomRef: `${name}@${version}/${library.name}`,
            licenses: licensesOf(library.license),
          }),
      ),
    ),
  })
}

/** @param {string} expression of SPDX */
function licensesOf(expression) {
  const isChoice = / (?:OR|AND|WITH) /.test(expression)
  return new Models.LicenseRepository([
    isChoice ? new Models.LicenseExpression(expression) : new Models.SpdxLicense(expression),
  ])
}

/**
 * @param {string} name
 * @param {string} version
 */
function purlOf(name, version) {
  const [scope, inScope] = name.startsWith('@') ? name.split('/') : [undefined, name]
  return new PackageURL('npm', scope, inScope, version, undefined, undefined).toString()
}

/**
 * The SHA-512 of package archives by the lock file.
 * @param {string} root
 * @returns {(folder: string) => string | undefined} in hex
 */
function integrities(root) {
  const { packages } = /** @type {{ packages: Record<string, { integrity?: string }> }} */ (
    parseJson(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  )
  return (folder) => {
    const [algorithm, hash] =
      packages[relative(root, folder).replaceAll(sep, '/')]?.integrity?.split('-') ?? []
    return algorithm === 'sha512' && hash !== undefined
      ? Buffer.from(hash, 'base64').toString('hex')
      : undefined
  }
}
