import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { parseJson } from '../util/json.mjs'

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {string | { type?: string }} [license]
 * @property {{ type?: string }[]} [licenses]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {string | { name?: string }} [author]
 */

/**
 * @param {string} folder of a package
 * @returns {Manifest}
 */
export function manifestOf(folder) {
  return /** @type {Manifest} */ (parseJson(readFileSync(join(folder, 'package.json'), 'utf8')))
}

/**
 * The folder in which Node finds a package from `from`.
 * @param {string} name
 * @param {string} from
 * @returns {string | undefined}
 */
function resolvePackage(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return found
    if (dirname(folder) === folder) return undefined
  }
}

/** Dependencies that are needed only to compile or type-check. */
const notAtRunTime = /^(@types\/.*|node-addon-api)$/

/**
 * The folders of packages and of all their run-time dependencies.
 * @param {string} root of the project
 * @param {readonly string[]} names
 * @returns {string[]} absolute, sorted
 * @throws {Error} if a required package is not installed
 */
export function withDependencies(root, names) {
  /** @type {Set<string>} */
  const found = new Set()
  /** @param {string} name @param {string} from @param {boolean} isOptional */
  const add = (name, from, isOptional) => {
    if (notAtRunTime.test(name)) return
    const folder = resolvePackage(name, from)
    if (folder === undefined) {
      if (isOptional) return
      throw new Error(`${relative(root, from)} requires ${name}, which is not installed. Type: npm ci`)
    }
    if (found.has(folder)) return
    found.add(folder)
    const { dependencies = {}, optionalDependencies = {} } = manifestOf(folder)
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      add(needed, folder, needed in optionalDependencies)
    }
  }
  for (const name of names) add(name, root, false)
  return [...found].toSorted()
}

/** Files without use at run time: types, source maps, other sources, documentation, tests. */
const neverNeeded = [
  /\.(map|[cm]?ts|tsx|md|markdown|h|hh|c|cc|cpp|gyp|gypi|yml|yaml|flow|coffee|test\.[cm]?js)$/i,
  /(^|\/)(test|tests|__tests__|docs?|examples?|benchmarks?|bench|coverage|\.[^/]+)\//i,
  /(^|\/)(\.[^/]+|tsconfig[^/]*\.json|package-lock\.json|Makefile)$/i,
]

/**
 * Parts of packages that this app never loads: the PostgreSQL extensions and browser files of PGlite, and the C
 * sources and build files of the addons.
 * @type {Readonly<Record<string, RegExp>>}
 */
const neverLoaded = {
  '@electric-sql/pglite': /\.(cjs|tar\.gz)$|^dist\/(contrib|live|worker|vector|postgis)\//,
  kysely: /^dist\/cjs\/|^(outdir|scripts)\//,
  'node-hid': /^(hidapi|src|build|libusb)\//,
  usb: /^(libusb|src|build)\//,
}

const isLicense = (/** @type {string} */ path) => /(^|\/)(licen[cs]e|copying|notice)[^/]*$/i.test(path)

/**
 * Whether an addon binary under `prebuilds/` fits the system. Names follow node-gyp-build
 * (`darwin-x64+arm64/…glibc.node`) or pkg-prebuilds (`HID_hidraw-linux-x64/…`); on Linux node-hid loads the
 * hidraw one.
 * @param {string} path
 * @param {{ platform: NodeJS.Platform, archs: readonly string[] }} system
 */
export function isPrebuildFor(path, { platform, archs }) {
  const [, folder = '', file = ''] = /(?:^|\/)prebuilds\/([^/]+)\/(.+)$/.exec(path) ?? []
  if (folder === '') return true
  const [, library = '', on = '', arch = '', libc = ''] =
    /^(?:(\w+)-)?(android|darwin|linux|win32)-([\w+]+)(-musl)?$/.exec(folder) ?? []
  const isHidraw = library === '' || on !== 'linux' || library.endsWith('_hidraw')
  const isForSystem = on === platform && arch.split('+').some((one) => archs.includes(one))
  return isForSystem && isHidraw && libc === '' && !file.includes('musl')
}

/**
 * The files of a package that a packaged app needs.
 * @param {string} folder
 * @param {{ platform: NodeJS.Platform, archs: readonly string[] }} system
 * @returns {string[]} paths inside the folder, with forward slashes
 */
export function filesOfPackage(folder, system) {
  const { name } = manifestOf(folder)
  const unused = neverLoaded[name]
  return filesUnder(folder).filter((path) => {
    if (isLicense(path) && !path.includes('/')) return true
    if (neverNeeded.some((pattern) => pattern.test(path)) || unused?.test(path)) return false
    return isPrebuildFor(path, system)
  })
}

/**
 * @param {string} folder
 * @param {string} [inside]
 * @returns {string[]} without what other packages have in a `node_modules` of their own there
 */
function filesUnder(folder, inside = '') {
  return readdirSync(join(folder, inside), { withFileTypes: true }).flatMap((entry) => {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesUnder(folder, path)
    return entry.isFile() ? [path.replaceAll(sep, '/')] : []
  })
}
