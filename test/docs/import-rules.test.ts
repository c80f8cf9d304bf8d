import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { ESLint, Linter } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'
import { mainLayers, rendererLayers } from '../../scripts/lint/import-rules.mjs'

const eslint = new ESLint()
const linter = new Linter()

/**
 * Whether each line of code is refused by the two rules in the resolved configuration of a file: a later block must not
 * replace them. All lines are checked at once, because each check costs more than a line.
 */
const refusedLines = async (file: string, lines: readonly string[]): Promise<boolean[]> => {
  const { rules, plugins } = (await eslint.calculateConfigForFile(file)) as Linter.Config
  const config: Linter.Config = {
    files: ['**/*.ts', '**/*.vue'],
    languageOptions: { parser: tseslint.parser },
    plugins: { imports: plugins?.['imports'] ?? {} },
    rules: Object.fromEntries(
      Object.entries(rules ?? {}).filter(
        ([name]) => name === 'imports/allowed' || name === 'no-restricted-syntax',
      ),
    ),
  }
  const found = linter.verify(lines.join('\n'), [config], { filename: resolve(file) })
  expect(found.filter(({ ruleId }) => ruleId === null)).toEqual([])
  const refused = new Set(found.map(({ line }) => line))
  return lines.map((_, index) => refused.has(index + 1))
}

const formsOf = (from: string, index: number): readonly string[] => [
  `import { a${index} } from '${from}'`,
  `import type { b${index} } from '${from}'`,
  `export * from '${from}'`,
  `export type c${index} = import('${from}').c`,
  `void import('${from}')`,
]
/** Those of the imports that are refused in this file. */
const refusedIn = async (file: string, imports: readonly string[]): Promise<readonly string[]> => {
  const forms = imports.map(formsOf)
  const found = await refusedLines(file, forms.flat())
  return imports.filter((from, index) => {
    const size = forms[index]?.length ?? 0
    const each = found.slice(index * size, (index + 1) * size)
    expect(new Set(each).size, `${from} in ${file}, in every form of an import`).toBe(1)
    return each[0]
  })
}
const isRefused = async (file: string, from: string): Promise<boolean> =>
  (await refusedIn(file, [from])).length === 1

const foldersOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

const refused: readonly (readonly [file: string, from: string])[] = [
  ['src-shared/planted.ts', 'node:fs'],
  ['src-shared/planted.ts', 'vue'],
  ['src-shared/model/planted.ts', '../../src-main/log/log'],
  ['src-shared/planted.ts', '../src-system/owner-lock'],
  ['src-shared/model/app/planted.ts', '../../bridge/events'],
  ['src-system/planted.ts', 'electron'],
  ['src-system/planted.ts', '../src-main/log/log'],
  ['src-renderer/app/planted.ts', '../../src-system/owner-lock'],
  ['src-preload/planted.ts', 'zod'],
  ['src-preload/planted.ts', '#shared/bridge/commands'],
  ['src-preload/planted.ts', '../src-main/log/log'],
  ['src-service/server/planted.ts', 'electron'],
  ['src-service/server/planted.ts', '../../src-main/log/log'],
  ['src-main/main.ts', '../src-renderer/bridge'],
  ['src-main/start/bootstrap.ts', 'vue'],
  ['src-main/app/planted.ts', '../ipc/handlers'],
  ['src-main/app/planted.ts', '../platform-session/open-session'],
  ['src-main/platform-session/planted.ts', '../start/bootstrap'],
  ['src-main/window/planted.ts', '../ipc/handlers'],
  ['src-main/ipc/planted.ts', '../../src-service/service'],
  ['src-main/window/planted.ts', '../../src-renderer/bridge'],
  ['src-main/platform-session/planted.ts', 'electron'],
  ['src-main/platform-session/planted.ts', '../ipc/handlers'],
  ['src-main/call.ts', 'electron'],
  ['src-main/call.ts', './window/menu'],
  ['src-main/settings/planted.ts', 'electron'],
  ['src-main/settings/planted.ts', '../ipc/handlers'],
  ['src-main/updates/electron-updates.ts', '../window/menu'],
  ['src-main/locks/usb-process/electron-usb-process.ts', '../../ipc/handlers'],
  ['src-main/journal/planted.ts', 'electron'],
  ['src-main/changes/operations/planted.ts', '../../platform-session/open-session'],
  ['src-main/changes/planted.ts', '../../src-service/service'],
  ['src-renderer/planted.ts', '../src-main/log/log'],
  ['src-renderer/app/planted.ts', 'node:path'],
  ['src-renderer/ui/planted.ts', 'electron'],
  ['src-renderer/features/help/planted.ts', 'electron'],
  ['src-renderer/features/help/parts/planted.ts', '../../lending/lending-store'],
  ['src-renderer/features/help/planted.ts', '../../features/lending/lending-store'],
  ['src-renderer/features/help/planted.ts', '../../../src-renderer/features/lending/lending-store'],
  ['src-renderer/features/help/planted.ts', '../../app/router'],
  ['src-renderer/entities/lock/planted.ts', '../../app/router'],
  ['src-renderer/stores/planted.ts', '../entities/lock/plugged-store'],
  ['src-renderer/i18n/planted.ts', '../entities/lock/lock-texts'],
  ['src-renderer/i18n/planted.ts', '../../src-renderer/entities/lock/lock-texts'],
  ['src-renderer/app/planted.ts', '../features/help/HelpPage.vue'],
  ['src-renderer/app/navigation/Planted.vue', '../../features/help/HelpPage.vue'],
  ['src-main/changes/planted.ts', '../../src-main/ipc/handlers'],
]

const allowed: readonly (readonly [file: string, from: string])[] = [
  ['src-shared/planted.ts', 'zod'],
  ['src-preload/index.ts', 'electron'],
  ['src-system/planted.ts', 'node:fs'],
  ['src-main/journal/planted.ts', '../../src-system/owner-lock'],
  ['src-service/planted.ts', '../src-system/owner-lock'],
  ['src-main/start/bootstrap.ts', 'electron'],
  ['src-main/app/planted.ts', 'electron'],
  ['src-main/app/planted.ts', '../window/desktop'],
  ['src-main/app/planted.ts', '../saved-platforms/saved-platforms'],
  ['src-main/start/planted.ts', '../ipc/handlers'],
  ['src-main/platform-session/planted.ts', '../changes/change-service'],
  ['src-main/updates/electron-updates.ts', 'electron'],
  ['src-main/settings/planted.ts', '../files/json-file'],
  ['src-main/changes/operations/planted.ts', '../../journal/record'],
  ['src-main/changes/operations/planted.ts', '#shared/operations'],
  ['src-renderer/app/router.ts', '../features/help/HelpPage.vue'],
  ['src-renderer/app/AppFrame.vue', '../features/palette/PaletteDialog.vue'],
  ['src-renderer/features/help/planted.ts', '../../ui/value/clock'],
  ['src-renderer/features/orders/files/planted.ts', '../review/review-facts'],
]

describe('a forbidden import', () => {
  it.each(refused)('%s: %s', async (file, from) => expect(await isRefused(file, from)).toBe(true))
})

describe('an allowed import', () => {
  it.each(allowed)('%s: %s', async (file, from) => expect(await isRefused(file, from)).toBe(false))
})

describe('tables of commands', () => {
  const forms: readonly (readonly [code: string, isAllowed: boolean])[] = [
    ["import type { x } from '#shared/bridge/lock-commands'", true],
    ["import type { x } from '../../../src-shared/bridge/commands'", true],
    ["import { x } from '#shared/bridge/events'", true],
    ["import { x } from '#shared/bridge/lock-commands'", false],
    ["import { x } from '../../../src-shared/bridge/commands'", false],
    ["export { x } from '#shared/bridge/commands'", false],
    ["export * from '#shared/bridge/lock-commands'", false],
    ["void import('#shared/bridge/lock-commands')", false],
  ]
  const files = [
    'src-renderer/planted.ts',
    'src-renderer/ui/planted.ts',
    'src-renderer/features/help/planted.ts',
  ]

  it.each(forms)('in the renderer: %s', async (code, isAllowed) => {
    for (const file of files) expect(await refusedLines(file, [code]), file).toEqual([!isAllowed])
  })
})

const layers = [
  ...Object.entries(mainLayers).map(([folder, may]) => ['src-main', folder, may] as const),
  ...Object.entries(rendererLayers).map(([folder, may]) => ['src-renderer', folder, may] as const),
]

describe('a layered folder', () => {
  it.each(layers)('%s/%s imports %j and no other folder', async (root, folder, may) => {
    const others = foldersOf(root).filter((name) => name !== folder)
    const importsFrom = (up: string) => others.map((name) => `${up}/${name}/anything`)
    const closed = await refusedIn(`${root}/${folder}/planted.ts`, importsFrom('..'))
    const closedBelow = await refusedIn(`${root}/${folder}/below/planted.ts`, importsFrom('../..'))
    expect(closedBelow).toEqual(closed.map((from) => `../${from}`))
    const open = others.filter((name) => !closed.includes(`../${name}/anything`))
    expect(open.sort()).toEqual([...may].sort())
  })
})

describe('folders of one program', () => {
  /** The parts of a program: its folders, and the files directly in it. */
  const importsByPart = (root: string): ReadonlyMap<string, ReadonlySet<string>> => {
    const imports = new Map<string, Set<string>>()
    for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(ts|vue|mjs)$/.test(file)) continue
      const partOf = (path: string) => path.split(sep)[0]?.replace(/\.(ts|mjs)$/, '') ?? ''
      const part = partOf(file)
      const found = imports.get(part) ?? new Set<string>()
      for (const [, from = ''] of readFileSync(join(root, file), 'utf8').matchAll(
        /(?:from |import\()'(\.[^']+)'/g,
      )) {
        const to = join(dirname(file), from)
        if (!to.startsWith('..') && partOf(to) !== part) found.add(partOf(to))
      }
      imports.set(part, found)
    }
    return imports
  }

  /** Removes, again and again, the parts that import none of the rest; what remains is in a circle or above one. */
  const remaining = (imports: ReadonlyMap<string, ReadonlySet<string>>): string[] => {
    const rest = new Set(imports.keys())
    const isFree = (part: string) => [...(imports.get(part) ?? [])].every((name) => !rest.has(name))
    for (let free = [...rest].filter(isFree); free.length > 0; free = [...rest].filter(isFree)) {
      for (const part of free) rest.delete(part)
    }
    return [...rest]
  }

  it.each(['src-main', 'src-service', 'src-renderer', 'scripts'])(
    '%s: none imports another that imports it',
    (root) => {
      const imports = importsByPart(root)
      expect(imports.size).toBeGreaterThan(5)
      expect(remaining(imports)).toEqual([])
    },
  )
})

describe('a feature', () => {
  const features = foldersOf('src-renderer/features')

  it.each(features)('%s imports no other', async (feature) => {
    const others = features.filter((name) => name !== feature).map((name) => `../${name}/anything`)
    expect(await refusedIn(`src-renderer/features/${feature}/planted.ts`, others)).toEqual(others)
  })
})
