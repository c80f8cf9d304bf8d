import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ESLint, Linter } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'
import { securityChecklist } from './support/security-checklist'
import type { ChecklistTitle } from './support/security-checklist'

const root = resolve('.')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

const eslint = new ESLint()
const linter = new Linter()

/**
 * Whether the project's lint configuration refuses this code in this file; only rules without type information
 * run.
 */
const isRefused = async (file: string, code: string): Promise<boolean> => {
  const { rules = {}, plugins = {} } = (await eslint.calculateConfigForFile(file)) as Linter.Config
  const selected = Object.fromEntries(
    ['no-eval', 'no-new-func', 'lock-desk/forbidden-syntax'].map((name) => [name, rules[name] ?? 'off']),
  )
  const config = {
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    plugins,
    rules: selected,
  }
  const found = linter.verify(code, [config], { filename: 'planted.ts' })
  // Detects code that cannot be parsed.
  expect(found.filter(({ ruleId }) => ruleId === null)).toEqual([])
  return found.length > 0
}

const checks: Partial<Record<ChecklistTitle, () => void | Promise<void>>> = {
  'No `shell.openExternal` with untrusted content': async () => {
    for (const code of [
      'void shell.openExternal(url)',
      'const { openExternal } = shell',
      'shell.beep()',
      "import { openExternal } from './desktop'",
    ]) {
      expect(await isRefused('src-main/window/desktop.ts', code), code).toBe(true)
    }
    expect(await isRefused('src-main/window/desktop.ts', 'void shell.openPath(path)')).toBe(false)
  },
  'A current Electron': () => {
    const { devDependencies } = JSON.parse(textOf('package.json')) as {
      devDependencies: { electron: string }
    }
    const { version } = JSON.parse(textOf('node_modules/electron/package.json')) as { version: string }
    // The types are those of the shipped Electron version; Electron supports three major versions.
    expect(devDependencies.electron).toBe(`^${version}`)
    expect(Number.parseInt(version)).toBeGreaterThanOrEqual(45)
  },
}

describe('Electron’s security checklist in the sources', () => {
  it('is checked in full', () => {
    const here = securityChecklist.flatMap(({ title, asserted }) => (asserted === 'source' ? [title] : []))
    expect(Object.keys(checks).sort()).toEqual([...here].sort())
  })

  it.each(Object.entries(checks))('%s', (_title, check) => check())
})

describe('forbidden in every source', () => {
  const planted = [
    'element.innerHTML = text',
    'element.outerHTML = text',
    "element.insertAdjacentHTML('beforeend', text)",
    'document.write(text)',
    'document.writeln(text)',
    'eval(text)',
    "new Function('return 1')",
    "import { ipcRenderer } from 'electron'",
    'const preferences = { sandbox: false }',
    'const preferences = { contextIsolation: false }',
    'const preferences = { webSecurity: false }',
    'const preferences = { nodeIntegrationInWorker: true }',
    'const options = { rejectUnauthorized: false }',
    'const options = { rejectUnauthorized: isStrict }',
    "import { connect } from 'node:tls'",
    "import * as tls from 'tls'",
    "void import('node:tls')",
    "import { request } from 'node:https'",
    'tls.connect(443)',
    'new tls.TLSSocket(socket)',
    "const form = text.normalize('NFC')",
    'const schema = z.string().max(9).refine(isFine)',
    "import { execFile } from 'node:child_process'",
    "const folder = process.env['SystemRoot']",
    "import { Agent } from 'undici'",
    "export { Agent } from 'undici'",
    "export * from 'undici'",
    "void import('undici')",
    'void dialog.showMessageBox(options)',
    'dialog.showMessageBoxSync(parent, options)',
    "dialog.showErrorBox('Lock Desk', why)",
    'const message = name as DialogText',
  ]
  const places = [
    'src-main/window/planted.ts',
    'src-main/platform/planted.ts',
    'src-preload/planted.ts',
    'src-renderer/features/activity-log/planted.ts',
    'src-renderer/ui/planted.vue',
    'src-service/server/planted.ts',
    'src-shared/model/planted.ts',
  ]

  it.each(planted)('%s', async (code) => {
    for (const place of places) expect(await isRefused(place, code), place).toBe(true)
  })

  it('v-html in templates', async () => {
    const { rules } = (await eslint.calculateConfigForFile('src-renderer/ui/planted.vue')) as Linter.Config
    expect(rules?.['vue/no-v-html']).toEqual([2])
  })

  it.each([
    ['src-preload/index.ts', "import { ipcRenderer } from 'electron'"],
    ['src-main/platform/transport/verified-tls.ts', 'const options = { rejectUnauthorized: false }'],
    ['src-main/platform/transport/verified-tls.ts', "import { connect } from 'node:tls'"],
    ['src-main/platform/transport/certificates.ts', "import * as tls from 'node:tls'"],
    ['src-main/environments/probe-host.ts', "import type { TLSSocket } from 'node:tls'"],
    ['src-main/window/dialogs/ask.ts', 'void dialog.showMessageBox(options)'],
    ['src-main/window/dialogs/dialog-queue.ts', 'void dialog.showMessageBox(...args)'],
    ['src-main/window/dialogs/dialog-text.ts', 'const trusted = text as DialogText'],
    ['src-main/platform/transport/undici.ts', "void import('undici')"],
    ['src-main/platform/transport/transport.ts', "import type { Dispatcher } from 'undici'"],
    ['src-main/window/planted.ts', 'const preferences = { sandbox: true, nodeIntegration: false }'],
  ])('except in %s: %s', async (place, code) => {
    expect(await isRefused(place, code)).toBe(false)
    expect(await isRefused(place, 'element.innerHTML = text')).toBe(true)
  })
})
