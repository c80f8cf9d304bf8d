import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checklistRows, securityChecklist } from './support/security-checklist'
import type { ChecklistTitle } from './support/security-checklist'

const root = resolve('.')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

/** What ships: path and text of every source. */
const sources = ['src-main', 'src-preload', 'src-renderer', 'src-service', 'src-shared'].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|vue)$/.test(file))
    .map((file) => ({ file: join(room, file), text: textOf(join(room, file)) })),
)
const naming = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

const checks: Partial<Record<ChecklistTitle, () => void>> = {
  'No `shell.openExternal` with untrusted content': () => {
    expect(naming(/openExternal/)).toEqual([])
    // Nothing but main's own places is opened: the data folder, and the notices beside the app.
    const all = sources.map(({ text }) => text).join('\n')
    expect(all.match(/\bshell\.\w+/g)).toEqual(['shell.openPath'])
    expect(all.match(/parts\.open(Folder|File)\(.*\)$/gm)).toEqual([
      'parts.openFolder(parts.dataFolder)',
      'parts.openFile(parts.noticesFiles[of])',
    ])
  },
  'A current Electron': () => {
    const { devDependencies } = JSON.parse(textOf('package.json')) as {
      devDependencies: { electron: string }
    }
    const { version } = JSON.parse(textOf('node_modules/electron/package.json')) as { version: string }
    // The types we compile against are those of the Electron that users get; three versions are kept up by its makers.
    expect(devDependencies.electron).toBe(`^${version}`)
    expect(Number.parseInt(version)).toBeGreaterThanOrEqual(45)
  },
}

describe('Electron’s security checklist, over the sources', () => {
  it('is asserted whole', () => {
    const here = securityChecklist.flatMap(({ title, asserted }) => (asserted === 'source' ? [title] : []))
    expect(Object.keys(checks).sort()).toEqual([...here].sort())
  })

  it.each(Object.entries(checks))('%s', (_title, check) => check())

  it('stands in the README as it is', () => {
    const table = textOf('README.md')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) =>
        line
          .replace(/^\||\|$/g, '')
          .replace(/\s+/g, ' ')
          .trim(),
      )
    expect(checklistRows().filter((row) => !table.includes(row))).toEqual([])
  })
})

describe('what no source does', () => {
  it('turn a text into a program, or into markup', () => {
    expect(naming(/\bv-html\b|\.innerHTML\s*=|insertAdjacentHTML|document\.write\(/)).toEqual([])
    expect(naming(/\beval\(|new Function\(/)).toEqual([])
  })

  it('hand out Electron’s own parts, or ask a page’s process for Node', () => {
    expect(naming(/ipcRenderer/)).toEqual(['src-preload/index.ts'])
    expect(naming(/(sandbox|contextIsolation|webSecurity):\s*false|nodeIntegration\w*:\s*true/)).toEqual([])
    // The look at a bad certificate, over a connection that carries not a byte.
    expect(naming(/rejectUnauthorized:\s*false/)).toEqual(['src-main/environments/probe-host.ts'])
  })
})
