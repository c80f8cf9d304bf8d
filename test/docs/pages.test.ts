import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allPages, problemOf } from './support/markdown-pages'

const pages = allPages()

describe('pages of the repository', () => {
  it.each(pages.map((page) => [page.path, page] as const))('%s has no dangling link', (_path, page) => {
    expect(page.targets.flatMap((target) => problemOf(page, target) ?? [])).toEqual([])
  })

  it('detect a missing file and a missing heading', () => {
    const page = { path: 'README.md', text: '', headings: [], targets: [] }
    expect(problemOf(page, 'docs/nowhere.md')).toContain('no such file')
    expect(problemOf(page, 'docs/api.md#nowhere')).toContain('no such heading')
    expect(problemOf(page, 'docs/api.md#41-order-module')).toBeNull()
  })

  it('in docs/ are all reachable from the README', () => {
    const reached = new Set(['README.md'])
    const follow = (path: string): void => {
      const page = pages.find((one) => one.path === path)
      for (const target of page?.targets ?? []) {
        if (/^[a-z]+:/.test(target)) continue
        const next = join(path, '..', target.split('#')[0] ?? '')
        if (!next.endsWith('.md') || reached.has(next)) continue
        reached.add(next)
        follow(next)
      }
    }
    follow('README.md')
    const inDocs = pages.map(({ path }) => path).filter((path) => path.startsWith('docs/'))
    expect(inDocs.filter((path) => !reached.has(path))).toEqual([])
  })
})

describe('the README', () => {
  it('shows every picture', () => {
    const shown = pages.flatMap(({ text }) =>
      [...text.matchAll(/pictures\/([\w-]+\.png)/g)].map(([, name]) => name),
    )
    expect(readdirSync('resources/pictures').sort()).toEqual([...new Set(shown)].sort())
  })
})

describe('paths named in the pages', () => {
  /** Paths in backquotes that begin with one of the repository's folders. */
  const named = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/`((?:src-\w+|scripts|test|resources|docs)\/[\w./-]+)`/g)].map(
      ([, name]) => [path, name ?? ''] as const,
    ),
  )

  it('exist', () => {
    expect(named.filter(([, name]) => !existsSync(name))).toEqual([])
  })
})
