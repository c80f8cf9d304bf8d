import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
const declared = { ...manifest.dependencies, ...manifest.devDependencies }

/** The package of an import: `electron-log/node` → `electron-log`. */
const packageOf = (from: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? ''

const imported = new Set(
  ['src-main', 'src-preload', 'src-renderer', 'src-service', 'src-shared', 'src-system'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|vue)$/.test(name))
      .flatMap((name) => [
        ...readFileSync(join(root, name), 'utf8').matchAll(/(?:from|import\(|import) ?'([@a-z][^']*)'/g),
      ])
      .map(([, from]) => packageOf(from ?? ''))
      .filter((name) => Object.hasOwn(declared, name)),
  ),
)

describe('libraries of docs/architecture.md', () => {
  const section =
    /## Libraries\n([\s\S]*?)\n## /.exec(readFileSync('docs/architecture.md', 'utf8'))?.[1] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  )

  it('are those that the sources import', () => {
    expect(named.sort()).toEqual([...imported].sort())
  })
})
