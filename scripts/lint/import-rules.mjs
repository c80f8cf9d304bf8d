import { readdirSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { projectRoot } from '../util/paths.mjs'

// The allowed imports of all folders. ESLint enforces the table (eslint.config.js), docs/architecture.md shows
// it, and test/docs/import-rules.test.ts tests each rule with an import. A later ESLint block replaces the same
// rule of an earlier one, so each block contains all patterns for its files.

/**
 * @typedef {object} ImportRule
 * @property {readonly string[]} files globs
 * @property {readonly string[]} ignores globs
 * @property {readonly string[]} banned regular expressions that no import may match: the path of a file from the
 * project's root, without its ending if the import has none, or the name of a module
 * @property {string} description the rule as text, for the message and docs/architecture.md
 */

/** @param {string} folder */
const foldersOf = (folder) =>
  readdirSync(join(projectRoot, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** @param {...string} names */
const programs = (...names) => `^src-(${names.join('|')})/`
/** Some folders of a folder. @param {string} parent @param {readonly string[]} names */
const folders = (parent, names) => `^${parent}/(${names.join('|')})/`
/** All folders of a folder but these. @param {string} parent @param {readonly string[]} names */
const otherFolders = (parent, names) => `^${parent}/(?!(${names.join('|')})/)[^/]+/`
const node = '^node:'
const electron = '^electron(/.*)?$'
const vue = '^(vue|pinia|naive-ui)(/|$)'

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

/**
 * The renderer folders that must not import pages, and the folders that each may import.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const rendererLayers = {
  names: [],
  i18n: ['names'],
  ui: ['i18n', 'names'],
  stores: ['i18n', 'names', 'ui'],
  actions: ['i18n', 'names', 'ui'],
  entities: ['i18n', 'names', 'ui', 'stores', 'actions'],
  print: ['i18n', 'names', 'ui'],
}

const features = foldersOf('src-renderer/features')
/** What a feature imports of the renderer besides its own folder. */
const belowFeatures = Object.keys(rendererLayers)
/** The files above the features: the routes, and the frame with what lies over every page. */
const aboveFeatures = [
  'src-renderer/app/router.ts',
  'src-renderer/app/AppFrame.vue',
  'src-renderer/app/scan/use-scans.ts',
]

const adapters = 'src-main/**/electron-*.ts'
/** The top of src-main; below it are the parts that they start. */
const top = ['src-main/main.ts', 'src-main/start/**', 'src-main/ipc/**']
const startedParts = ['src-main/app/**', 'src-main/window/**']
const outer = [...top, ...startedParts]
const notOfShared = [node, electron, vue, programs('main', 'preload', 'renderer', 'service', 'system')]
const fromMain = [vue, programs('preload', 'renderer', 'service')]
const fromPage = [node, electron, programs('main', 'preload', 'service', 'system')]

/**
 * @param {readonly string[]} names
 * @param {string} what what the names are, in the plural
 */
const onlyFrom = (names, what) =>
  names.length === 0
    ? `imports no other ${what}`
    : `imports, of the other ${what}, only ${names.map((name) => `\`${name}\``).join(', ')}`

/** @type {readonly ImportRule[]} */
export const importRules = [
  {
    files: ['src-shared/**'],
    ignores: ['src-shared/model/**'],
    banned: notOfShared,
    description: 'imports no Node module, no Electron, no Vue and no other program',
  },
  {
    files: ['src-shared/model/**'],
    ignores: [],
    banned: ['^src-shared/bridge/', ...notOfShared],
    description:
      'imports nothing of `src-shared/bridge`; no Node module, no Electron, no Vue and no other program',
  },
  {
    files: ['src-system/**'],
    ignores: [],
    banned: [electron, vue, programs('main', 'preload', 'renderer', 'service', 'shared')],
    description:
      'holds what main and the service need of Node alike: imports no Electron, no Vue and no program',
  },
  {
    files: ['src-preload/**'],
    ignores: [],
    banned: [
      node,
      vue,
      '^zod',
      '^src-shared/bridge/([a-z]+-)?commands$',
      programs('main', 'renderer', 'service', 'system'),
    ],
    description: 'imports no Node module, no schema and no other program',
  },
  {
    files: ['src-service/**'],
    ignores: [],
    banned: [electron, vue, programs('main', 'preload', 'renderer')],
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
    banned: [folders('src-main', ['ipc', 'platform-session', 'start']), ...fromMain],
    description: 'may import Electron; not `ipc`, `platform-session`, `start`, Vue or another program',
  },
  {
    files: [adapters],
    ignores: outer,
    banned: [folders('src-main', ['ipc', 'start', 'window']), ...fromMain],
    description: 'may import Electron; not `ipc`, `start`, `window`, Vue or another program',
  },
  {
    files: ['src-main/**'],
    ignores: [...outer, adapters, ...Object.keys(mainLayers).map((folder) => `src-main/${folder}/**`)],
    banned: [electron, folders('src-main', ['ipc', 'start', 'window']), ...fromMain],
    description:
      '(all other files) imports no Electron, not `ipc`, `start` or `window`, no Vue and no other program',
  },
  ...Object.entries(mainLayers).map(([folder, allowed]) => ({
    files: [`src-main/${folder}/**`],
    ignores: [adapters],
    banned: [electron, otherFolders('src-main', [folder, ...allowed]), ...fromMain],
    description: `${onlyFrom(allowed, 'folders of `src-main`')}; no Electron, no Vue and no other program`,
  })),
  {
    files: ['src-renderer/*', ...aboveFeatures],
    ignores: [],
    banned: fromPage,
    description:
      'may import every folder of `src-renderer`; no Node module, no Electron and no other program',
  },
  {
    files: ['src-renderer/app/**'],
    ignores: aboveFeatures,
    banned: ['^src-renderer/features/', ...fromPage],
    description: '(all other files) imports no feature; no Node module, no Electron and no other program',
  },
  ...Object.entries(rendererLayers).map(([folder, allowed]) => ({
    files: [`src-renderer/${folder}/**`],
    ignores: [],
    banned: [otherFolders('src-renderer', [folder, ...allowed]), ...fromPage],
    description: `${onlyFrom(allowed, 'folders of `src-renderer`')}; no Node module, no Electron and no other program`,
  })),
  ...features.map((feature) => ({
    files: [`src-renderer/features/${feature}/**`],
    ignores: [],
    banned: [
      otherFolders('src-renderer', ['features', ...belowFeatures]),
      otherFolders('src-renderer/features', [feature]),
      ...fromPage,
    ],
    description: 'imports no other feature and not `app`; no Node module, no Electron and no other program',
  })),
]

/**
 * @param {string} file that imports
 * @param {string} name as written in the import
 */
const targetOf = (file, name) => {
  if (name.startsWith('#shared/')) return name.replace('#shared/', 'src-shared/')
  if (!name.startsWith('.')) return name
  return relative(projectRoot, resolve(dirname(file), name))
    .split(sep)
    .join('/')
}

/** Reports every form of an import by what it leads to, however its path is written. @type {import('eslint').Rule.RuleModule} */
const allowed = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { banned: { type: 'array' }, message: { type: 'string' } } }],
  },
  create(context) {
    /** @type {readonly { banned: readonly string[], message: string }[]} */
    const options = context.options
    const { banned = [], message = '' } = options[0] ?? {}
    const patterns = banned.map((pattern) => new RegExp(pattern))
    /** @param {{ source?: import('estree').Node | null | undefined }} statement */
    const check = ({ source }) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return
      const target = targetOf(context.filename, source.value)
      if (patterns.some((pattern) => pattern.test(target))) context.report({ node: source, message })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    }
  },
}

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

/** @param {ImportRule} rule @returns {import('eslint').Linter.RulesRecord} */
const rulesOf = ({ files, banned, description }) => ({
  'imports/allowed': ['error', { banned, message: `${description} (docs/architecture.md).` }],
  'no-restricted-syntax': [
    'error',
    ...testIds,
    ...(files.every((name) => name.startsWith('src-renderer/')) ? schemaValues : []),
  ],
})

/**
 * Config blocks for eslint.config.js.
 * @returns {import('eslint').Linter.Config[]}
 */
export const importRuleBlocks = () => [
  { plugins: { imports: { rules: { allowed } } } },
  ...importRules.map((rule) => ({
    files: [...rule.files],
    ...(rule.ignores.length === 0 ? {} : { ignores: [...rule.ignores] }),
    rules: rulesOf(rule),
  })),
]
