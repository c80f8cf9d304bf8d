import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { projectRoot } from '../util/paths.mjs'

/** Imports, exports from and types of another file, in comments too: Prettier quotes each of them alike. */
const imported = /(?:^import|\bfrom|\bimport\() ?'([^'\n]+)'/gm

/** The texts of files that were read, by path; null if there is no such file. @type {Map<string, string | null>} */
const texts = new Map()

/** @param {string} path */
const textOf = (path) => {
  let text = texts.get(path)
  if (text === undefined) {
    try {
      text = readFileSync(path, 'utf8')
    } catch {
      text = null
    }
    texts.set(path, text)
  }
  return text
}

/** The file that an import leads to; null for a package. @param {string} from @param {string} name */
const fileOf = (from, name) => {
  if (!name.startsWith('.') && !name.startsWith('#shared/')) return null
  const base = name.startsWith('.')
    ? resolve(dirname(from), name)
    : join(projectRoot, name.replace('#shared/', 'src-shared/'))
  if (/\.(ts|mjs|vue)$/.test(base)) return base
  return textOf(`${base}.ts`) === null ? null : `${base}.ts`
}

/** The imports of files that were read. @type {Map<string, readonly string[]>} */
const importsByFile = new Map()

/** @param {string} file */
const importsOf = (file) => {
  const known = importsByFile.get(file)
  if (known !== undefined) return known
  const found = [...(textOf(file) ?? '').matchAll(imported)].flatMap(
    ([, name = '']) => fileOf(file, name) ?? [],
  )
  importsByFile.set(file, found)
  return found
}

/**
 * The way from a file to `target` by imports, without the target; null if there is none.
 * @param {string} from
 * @param {string} target
 * @param {Set<string>} visited the files that were looked at, which grows
 * @returns {readonly string[] | null}
 */
const wayTo = (from, target, visited) => {
  if (from === target) return []
  if (visited.has(from)) return null
  visited.add(from)
  for (const next of importsOf(from)) {
    const rest = wayTo(next, target, visited)
    if (rest !== null) return [from, ...rest]
  }
  return null
}

/** @param {string} path */
const shownPath = (path) => relative(projectRoot, path).split(sep).join('/')

/** Reports an import that leads back to its own file, also one of types only. @type {import('eslint').Rule.RuleModule} */
const circles = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { circle: 'This file imports itself by {{way}}.' },
  },
  create: (context) => ({
    Program: () => {
      const { filename, sourceCode } = context
      for (const { index, 1: name = '' } of sourceCode.text.matchAll(imported)) {
        const file = fileOf(filename, name)
        const way = file === null ? null : wayTo(file, filename, new Set())
        if (way === null) continue
        context.report({
          loc: sourceCode.getLocFromIndex(index),
          messageId: 'circle',
          data: { way: way.map(shownPath).join(', ') },
        })
      }
    },
  }),
}

/**
 * The block for eslint.config.js: no file imports itself by others.
 * @returns {import('eslint').Linter.Config[]}
 */
export const importCircleBlocks = () => [
  { plugins: { circles: { rules: { none: circles } } }, rules: { 'circles/none': 'error' } },
]
