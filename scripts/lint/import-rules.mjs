import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../util/paths.mjs'

// The allowed imports of all folders. ESLint enforces the table (eslint.config.js), docs/architecture.md shows
// it, and test/docs/import-rules.test.ts tests each rule with an import. A later ESLint block replaces the same
// rule of an earlier one, so each block contains all patterns for its files.

/**
 * @typedef {object} ImportRule
 * @property {readonly string[]} files globs
 * @property {readonly string[]} ignores globs
 * @property {readonly string[]} banned regular expressions that no import may match
 * @property {string} description the rule as text, for the message and docs/architecture.md
 */

/** @param {string} folder */
const foldersOf = (folder) =>
  readdirSync(join(projectRoot, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

const programs = ['main', 'preload', 'renderer', 'service']
/** @param {...string} names */
const otherPrograms = (...names) => `/src-(${names.join('|')})/`
/** Relative paths into one of these folders. @param {readonly string[]} names */
const folders = (names) => `^(\\.\\./)+(${names.join('|')})/`
const node = '^node:'
const electron = '^electron(/.*)?$'
const vue = '^(vue|pinia|naive-ui)(/|$)'

const mainFolders = foldersOf('src-main')
/**
 * The folders below `ipc` and `window`, and the folders of src-main that each may import.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const mainLayers = {
  util: [],
  journal: ['util'],
  platform: ['util'],
  locks: ['util'],
  directory: ['platform', 'util'],
  changes: ['platform', 'directory', 'locks', 'journal', 'util'],
}

const rendererFolders = foldersOf('src-renderer')
/**
 * The renderer folders that must not import pages, and the folders that each may import.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const rendererLayers = {
  i18n: ['entities'],
  ui: ['i18n'],
  entities: ['i18n', 'ui', 'app'],
  print: ['i18n', 'ui', 'app'],
}

const features = foldersOf('src-renderer/features')

const adapters = 'src-main/**/electron-*.ts'
/** The top of src-main; below it are the parts that they start. */
const top = ['src-main/main.ts', 'src-main/start/**', 'src-main/ipc/**']
const startedParts = ['src-main/app/**', 'src-main/window/**']
const outer = [...top, ...startedParts]
const fromMain = [vue, otherPrograms('preload', 'renderer', 'service')]

/**
 * @param {readonly string[]} names
 * @param {string} of what the names are, in the plural
 */
const only = (names, of) =>
  names.length === 0
    ? `imports no other ${of}`
    : `imports, of the other ${of}, only ${names.map((name) => `\`${name}\``).join(', ')}`

/** @type {readonly ImportRule[]} */
export const importRules = [
  {
    files: ['src-shared/**'],
    ignores: [],
    banned: [node, electron, vue, otherPrograms(...programs, 'system')],
    description: 'imports no Node module, no Electron, no Vue and no other program',
  },
  {
    files: ['src-system/**'],
    ignores: [],
    banned: [electron, vue, '^#shared/', otherPrograms(...programs, 'shared')],
    description:
      'holds what main and the service need of Node alike: imports no Electron, no Vue and no program',
  },
  {
    files: ['src-preload/**'],
    ignores: [],
    banned: [node, vue, '^zod', '[/-]commands$', otherPrograms('main', 'renderer', 'service', 'system')],
    description: 'imports no Node module, no schema and no other program',
  },
  {
    files: ['src-service/**'],
    ignores: [],
    banned: [electron, vue, otherPrograms('main', 'preload', 'renderer')],
    description: 'imports no Electron, no Vue and no other program',
  },
  {
    files: top,
    ignores: [],
    banned: fromMain,
    description: 'may import Electron and every folder of `src-main`; no Vue and no other program',
  },
  {
    files: startedParts,
    ignores: [],
    banned: [folders(['ipc', 'session', 'start']), ...fromMain],
    description: 'may import Electron; not `ipc`, `session`, `start`, Vue or another program',
  },
  {
    files: [adapters],
    ignores: outer,
    banned: [folders(['ipc', 'start', 'window']), ...fromMain],
    description: 'may import Electron; not `ipc`, `start`, `window`, Vue or another program',
  },
  {
    files: ['src-main/**'],
    ignores: [...outer, adapters, ...Object.keys(mainLayers).map((folder) => `src-main/${folder}/**`)],
    banned: [electron, folders(['ipc', 'start', 'window']), '^\\./(ipc|start|window)/', ...fromMain],
    description:
      '(all other files) imports no Electron, not `ipc`, `start` or `window`, no Vue and no other program',
  },
  ...Object.entries(mainLayers).map(([folder, allowed]) => ({
    files: [`src-main/${folder}/**`],
    ignores: [adapters],
    banned: [
      electron,
      folders(mainFolders.filter((name) => name !== folder && !allowed.includes(name))),
      ...fromMain,
    ],
    description: `${only(allowed, 'folders of `src-main`')}; no Electron, no Vue and no other program`,
  })),
  {
    files: ['src-renderer/**'],
    ignores: [
      ...Object.keys(rendererLayers).map((folder) => `src-renderer/${folder}/**`),
      'src-renderer/features/**',
    ],
    banned: [node, electron, otherPrograms('main', 'preload', 'service', 'system')],
    description: '(all other files) imports no Node module, no Electron and no other program',
  },
  ...Object.entries(rendererLayers).map(([folder, allowed]) => ({
    files: [`src-renderer/${folder}/**`],
    ignores: [],
    banned: [
      node,
      electron,
      folders(rendererFolders.filter((name) => name !== folder && !allowed.includes(name))),
      otherPrograms('main', 'preload', 'service', 'system'),
    ],
    description: `${only(allowed, 'folders of `src-renderer`')}; no Node module, no Electron and no other program`,
  })),
  ...features.map((feature) => {
    const others = features.filter((name) => name !== feature)
    return {
      files: [`src-renderer/features/${feature}/**`],
      ignores: [],
      banned: [node, electron, folders(others), otherPrograms('main', 'preload', 'service', 'system')],
      description: 'imports no other feature; no Node module, no Electron and no other program',
    }
  }),
]

/**
 * Test ids are for tests; the app uses template refs. It is here because ESLint allows one configuration of
 * `no-restricted-syntax` per file.
 */
const testIds = ['Literal[value=/data-testid/]', 'TemplateElement[value.raw=/data-testid/]'].map((text) => ({
  selector: `CallExpression[callee.property.name=/^(querySelector|querySelectorAll|closest|matches)$/] ${text}`,
  message: 'A test id is for tests; use a template ref.',
}))

/**
 * A value from a table of commands would bundle the schema library into the page.
 */
const schemaValues = [
  'ImportDeclaration[importKind!="type"]',
  'ExportNamedDeclaration[exportKind!="type"]',
  'ExportAllDeclaration[exportKind!="type"]',
  'ImportExpression',
].map((statement) => ({
  selector: `${statement}[source.value=/bridge\\u002F([a-z]+-)?commands$/]`,
  message: 'The page imports only types from the tables of commands (docs/architecture.md).',
}))

/**
 * Config blocks for eslint.config.js. `import()` is checked like any import.
 * @returns {import('eslint').Linter.Config[]}
 */
export const importRuleBlocks = () =>
  importRules.map(({ files, ignores, banned, description }) => ({
    files: [...files],
    ...(ignores.length === 0 ? {} : { ignores: [...ignores] }),
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: banned.map((regex) => ({ regex, message: `${description} (docs/architecture.md).` })) },
      ],
      'no-restricted-syntax': [
        'error',
        ...testIds,
        ...(files.every((name) => name.startsWith('src-renderer/')) ? schemaValues : []),
        ...banned.map((regex) => ({
          selector: `ImportExpression[source.value=/${regex.replaceAll('/', '\\u002F')}/]`,
          message: `${description} (docs/architecture.md).`,
        })),
      ],
    },
  }))
