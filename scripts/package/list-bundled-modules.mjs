import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { parseJson } from '../setup/json.mjs'

/**
 * What a bundle is made of besides our own sources.
 * @typedef {object} Bundled
 * @property {string[]} inside folders of the packages whose code is in it, relative to the project
 * @property {string[]} outside packages that it loads at run time
 */

/** Where a build says what went into which bundle. */
export const bundledFolder = 'out/bundled'

const modules = `${sep}node_modules${sep}`

/**
 * The package's folder that a module lies in, or undefined for our own sources and made-up modules.
 * @param {string} moduleId a path as the bundler knows it, perhaps with a query
 */
export function packageFolderOf(moduleId) {
  const path = moduleId.replace(/^\0/, '').split('?')[0]?.replaceAll('/', sep) ?? ''
  const at = path.lastIndexOf(modules)
  if (at < 0) return undefined
  const [scope = '', name = ''] = path.slice(at + modules.length).split(sep)
  return path.slice(0, at + modules.length) + (scope.startsWith('@') ? join(scope, name) : scope)
}

/**
 * The package that an import names, or undefined where Node, Electron or a file of ours is meant.
 * @param {string} specifier
 */
export function packageNameOf(specifier) {
  if (/^[./]|^[a-z]+:/i.test(specifier) || builtinModules.includes(specifier)) return undefined
  const [scope = '', name = ''] = specifier.split('/')
  const whole = scope.startsWith('@') ? `${scope}/${name}` : scope
  return whole === 'electron' || builtinModules.includes(whole) ? undefined : whole
}

/** @type {Map<string, { inside: Set<string>, outside: Set<string> }>} */
const seen = new Map()

/**
 * Of one run: workers are bundled one by one, each with a plugin of its own.
 * @param {string} name
 */
function seenBy(name) {
  const sets = seen.get(name) ?? { inside: new Set(), outside: new Set() }
  seen.set(name, sets)
  return sets
}

/**
 * Writes down, at each build, which packages a bundle carries inside and which it loads at run time: what an installer
 * has to bring, and whose notices it owes.
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
