import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { parseJson } from '../util/json.mjs'

/**
 * The packages in a bundle.
 * @typedef {object} Bundled
 * @property {string[]} inside folders of the packages whose code it contains, relative to the project
 * @property {string[]} outside packages that it imports at run time
 */

/** The build writes the packages of each bundle here. */
export const bundledFolder = 'out/bundled'

const modules = `${sep}node_modules${sep}`

/**
 * The folder of the package that contains a module; undefined for the project's own sources and virtual
 * modules.
 * @param {string} moduleId the bundler's path, possibly with a query
 */
export function packageFolderOf(moduleId) {
  const path = moduleId.replace(/^\0/, '').split('?')[0]?.replaceAll('/', sep) ?? ''
  const index = path.lastIndexOf(modules)
  if (index < 0) return undefined
  const [scope = '', name = ''] = path.slice(index + modules.length).split(sep)
  return path.slice(0, index + modules.length) + (scope.startsWith('@') ? join(scope, name) : scope)
}

/**
 * The package that an import names; undefined for Node, Electron and the project's own files.
 * @param {string} specifier
 */
export function packageNameOf(specifier) {
  if (/^[./]|^[a-z]+:/i.test(specifier) || builtinModules.includes(specifier)) return undefined
  const [scope = '', name = ''] = specifier.split('/')
  const packageName = scope.startsWith('@') ? `${scope}/${name}` : scope
  const isBuiltIn = ['electron', 'original-fs'].includes(packageName) || builtinModules.includes(packageName)
  return isBuiltIn ? undefined : packageName
}

/** @type {Map<string, { inside: Set<string>, outside: Set<string> }>} */
const seen = new Map()

/**
 * The sets of one build, because each worker is bundled separately with its own plugin instance.
 * @param {string} name
 */
function seenBy(name) {
  const sets = seen.get(name) ?? { inside: new Set(), outside: new Set() }
  seen.set(name, sets)
  return sets
}

/**
 * Records at each build which packages a bundle contains and which it imports at run time: an installer must
 * include the latter and the license notices of both.
 * @param {string} name of the bundle
 * @param {string} root of the project
 * @returns {import('vite').Plugin}
 */
export function listBundledModules(name, root) {
  const { inside, outside } = seenBy(name)
  return {
    name: 'list-bundled-modules',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        for (const id of chunk.moduleIds) {
          const folder = packageFolderOf(id)
          if (folder !== undefined) inside.add(folder.slice(root.length + 1).replaceAll(sep, '/'))
        }
        for (const specifier of [...chunk.imports, ...chunk.dynamicImports]) {
          const found = specifier in bundle ? undefined : packageNameOf(specifier)
          if (found !== undefined) outside.add(found)
        }
      }
      const file = join(root, bundledFolder, `${name}.json`)
      mkdirSync(dirname(file), { recursive: true })
      const bundled = { inside: [...inside].toSorted(), outside: [...outside].toSorted() }
      writeFileSync(file, `${JSON.stringify(bundled, null, 2)}\n`)
    },
  }
}

/**
 * @param {string} root
 * @param {readonly string[]} names
 * @returns {Bundled} of all these bundles together
 */
export function readBundled(root, names) {
  const read = names.map(
    (name) =>
      /** @type {Bundled} */ (parseJson(readFileSync(join(root, bundledFolder, `${name}.json`), 'utf8'))),
  )
  const together = (/** @type {keyof Bundled} */ side) =>
    [...new Set(read.flatMap((one) => one[side]))].toSorted()
  return { inside: together('inside'), outside: together('outside') }
}
