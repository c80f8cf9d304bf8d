import { builtinRules } from 'eslint/use-at-your-own-risk'

// Syntax that shipped sources must not contain. test/hardening/sources.test.ts tests one example per entry.

/**
 * @typedef {object} Forbidden
 * @property {string} selector ESLint's selectors: https://eslint.org/docs/latest/extend/selectors
 * @property {string} message
 * @property {string | readonly string[]} [allowedIn] the only files that may use it
 */

const valueImport =
  ':matches(ImportDeclaration[importKind!="type"], ExportNamedDeclaration[exportKind!="type"], ExportAllDeclaration, ImportExpression)'

/** @type {readonly Forbidden[]} */
const forbidden = [
  {
    selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]',
    message: 'Text never becomes markup.',
  },
  {
    selector: 'CallExpression[callee.object.name="document"][callee.property.name=/^write/]',
    message: 'Text never becomes markup.',
  },
  {
    selector: 'MemberExpression[object.name="shell"][property.name!="openPath"]',
    message: 'Electron’s shell opens paths of our own only; never an address.',
  },
  {
    selector: 'Identifier[name="openExternal"]',
    message: 'The app opens no address outside itself.',
  },
  {
    selector: 'Identifier[name="ipcRenderer"]',
    message: 'Only the preload script talks to main.',
    allowedIn: 'src-preload/index.ts',
  },
  {
    selector: 'Property[key.name=/^(sandbox|contextIsolation|webSecurity)$/][value.value=false]',
    message: 'Every page stays in its sandbox.',
  },
  {
    selector: 'Property[key.name=/^nodeIntegration/][value.value=true]',
    message: 'No page gets Node.',
  },
  {
    selector: 'Property[key.name=/^(rejectUnauthorized|checkServerIdentity)$/]',
    message: 'A certificate is always checked: use connectVerified().',
    // Inspects a bad certificate on a connection that sends no data.
    allowedIn: 'src-main/platform/transport/verified-tls.ts',
  },
  {
    // The queue of dialogs passes on what it is given.
    selector:
      'CallExpression[callee.property.name=/^show(MessageBox|ErrorBox)/]:not([arguments.0.type="SpreadElement"])',
    message: 'System dialogs are shown by ask() and showError(), with texts of dialog-text.ts.',
    allowedIn: 'src-main/window/dialogs/ask.ts',
  },
  {
    selector: 'TSAsExpression[typeAnnotation.typeName.name="DialogText"]',
    message: 'A text of a system dialog is a template, or a sanitized value.',
    allowedIn: 'src-main/window/dialogs/dialog-text.ts',
  },
  {
    selector: `${valueImport}[source.value=/^(node:)?tls$/]`,
    message: 'Authorities come from trustedCertificates(), connections from connectVerified().',
    allowedIn: ['src-main/platform/transport/certificates.ts', 'src-main/platform/transport/verified-tls.ts'],
  },
  {
    selector: 'MemberExpression[object.name=/^tls$/i][property.name=/^(connect|TLSSocket)$/]',
    message: 'The environment could turn the check of the certificate off: use connectVerified().',
  },
  {
    selector: `${valueImport}[source.value=/^(node:)?https$/]`,
    message: 'The environment could turn the check of the certificate off: use connectVerified().',
  },
  {
    selector: `${valueImport}[source.value=/^(node:)?child_process$/]`,
    message:
      'A program of the system gets a full path and an environment that main builds: use runSystemProgram().',
    allowedIn: [
      'src-main/util/system-program.ts',
      // These start the app itself, or the project's own program, again.
      'src-main/start/relaunch-without-secrets.ts',
      'src-main/training/node-service-process.ts',
    ],
  },
  {
    selector: 'CallExpression > MemberExpression.callee[property.name="normalize"]',
    message: 'It takes the square of the marks in a row: use normalized().',
    allowedIn: 'src-shared/normalized.ts',
  },
  {
    selector:
      'CallExpression[callee.property.name=/^(refine|superRefine)$/] > MemberExpression.callee > CallExpression.object[callee.property.name="max"][arguments.length=1]',
    message: 'A check runs also after a failed limit: max(n, { abort: true }).',
  },
  {
    selector: 'MemberExpression[object.property.name="env"][property.value=/^(SystemRoot|windir|ComSpec)$/i]',
    message: 'The person who starts the app chose its environment: use windowsFolder().',
  },
  {
    selector: `${valueImport}[source.value="undici"]`,
    message: 'Loading undici blocks main for 40 ms: use loadUndici().',
    allowedIn: 'src-main/platform/transport/undici.ts',
  },
]

const sources = [
  'src-main/**',
  'src-preload/**',
  'src-renderer/**',
  'src-service/**',
  'src-shared/**',
  'src-system/**',
]
const allowedFiles = [...new Set(forbidden.flatMap(({ allowedIn }) => allowedIn ?? []))]

const noRestrictedSyntax = () => {
  // ESLint offers its own rules in no other way.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const rule = builtinRules.get('no-restricted-syntax')
  if (rule === undefined) throw new Error('ESLint has no rule no-restricted-syntax')
  return rule
}

/** @param {readonly Forbidden[]} entries @returns {import('eslint').Linter.RulesRecord} */
const rulesOf = (entries) => ({
  'no-eval': 'error',
  'no-new-func': 'error',
  'lock-desk/forbidden-syntax': ['error', ...entries.map(({ selector, message }) => ({ selector, message }))],
})

/**
 * Config blocks for eslint.config.js. The rule has a name of its own because the import rules already configure
 * `no-restricted-syntax`, and a later block would replace them.
 * @returns {import('eslint').Linter.Config[]}
 */
export const forbiddenSyntaxBlocks = () => [
  {
    files: sources,
    plugins: { 'lock-desk': { rules: { 'forbidden-syntax': noRestrictedSyntax() } } },
    rules: rulesOf(forbidden),
  },
  ...allowedFiles.map((file) => ({
    files: [file],
    rules: rulesOf(forbidden.filter(({ allowedIn = [] }) => ![allowedIn].flat().includes(file))),
  })),
]
