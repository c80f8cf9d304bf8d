import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPage } from './support/markdown-pages'

const roots = [
  'src-main',
  'src-preload',
  'src-renderer',
  'src-service',
  'src-shared',
  'src-system',
  'scripts',
  'test',
]
const files = [
  ...roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)),
  ),
  'electron.vite.config.ts',
  'eslint.config.js',
  'vitest.config.ts',
].filter((file) => /\.(ts|vue|mjs|js)$/.test(file) && !/^test\/(docs|upgrades\/corpus)\//.test(file))

/** Joins comments over lines, so that a sentence has no line prefixes. */
const flat = (text: string): string => text.replace(/\n\s*(\*|\/\/) ?/g, ' ')
const sources = files.map((file) => ({ file, text: flat(readFileSync(file, 'utf8')) }))

const all = (pattern: RegExp) =>
  sources.flatMap(({ file, text }) => [...text.matchAll(pattern)].map((found) => ({ file, found })))

const api = readFileSync('docs/api.md', 'utf8')
const apiSection = (number: string): string | null => {
  const from = new RegExp(`^#{2,3} ${number.replace('.', String.raw`\.`)}[. ]`, 'm').exec(api)
  if (from === null) return null
  const rest = api.slice(from.index + 3)
  return rest.slice(0, /^## /m.exec(rest)?.index ?? rest.length)
}

/** Returns the problems of a reference to docs/api.md, by section and rule. */
const problemWith = (sections: readonly string[], rules: readonly string[]): string[] => {
  const found = sections.map(apiSection)
  const noSection = sections.filter((_, index) => found[index] === null).map((name) => `section ${name}`)
  const last = found.at(-1)?.split(/^### /m)[sections.at(-1)?.includes('.') === true ? 0 : 0] ?? ''
  const noRule = rules
    .filter((rule) => !new RegExp(`^${rule}\\. `, 'm').test(last))
    .map((rule) => `rule ${rule}`)
  return [...noSection, ...noRule]
}

describe('references in the sources', () => {
  it('name a page of this repository', () => {
    const missing = all(/(?<![\w*./])((?:[\w-]+\/)*[A-Za-z][\w-]*\.md)\b/g)
      .filter(({ file, found: [, name = ''] }) => !existsSync(name) && !existsSync(join(dirname(file), name)))
      // A third-party page, named with its location.
      .filter(({ found: [, name = ''] }) => !name.startsWith('docs/linux/'))
      .filter(
        ({ file, found: [, name = ''] }) => !(file.startsWith('test/upgrades/') && name === 'README.md'),
      )
      .map(({ file, found: [, name] }) => `${file}: ${name}`)
    expect(missing).toEqual([])
  })

  it('name a heading of that page', () => {
    const missing = all(/(docs\/[\w-]+\.md), “([^”]+)”/g)
      .filter(({ found: [, page = '', heading = ''] }) => !readPage(page).headings.includes(heading))
      .map(({ file, found: [text] }) => `${file}: ${text}`)
    expect(missing).toEqual([])
  })

  it('name a section of docs/api.md and a rule of that section', () => {
    const references = all(
      /docs\/api\.md, sections? ([\d.]*\d)(?: and ([\d.]*\d))?(?:, rules? (\d+)(?: to (\d+))?)?/g,
    )
    expect(references.length).toBeGreaterThan(40)
    const wrong = references.flatMap(({ file, found: [text, first = '', second, from, to] }) =>
      problemWith(
        second === undefined ? [first] : [first, second],
        [from, to].filter((rule) => rule !== undefined),
      ).map((problem) => `${file}: ${text}: no ${problem}`),
    )
    expect(wrong).toEqual([])
  })

  it('name no document outside the repository', () => {
    expect(
      all(/\bthe API document\b|\bREADME, “|(?<![\w-])(?:trust|service|interfaces|language)\.md\b/gi).map(
        ({ file, found: [text] }) => `${file}: ${text}`,
      ),
    ).toEqual([])
  })

  it('are detected when wrong', () => {
    expect(problemWith(['4.1'], ['10'])).toEqual([])
    expect(problemWith(['4.1'], ['11'])).toEqual(['rule 11'])
    expect(problemWith(['2.1', '4.2'], ['7'])).toEqual([])
    expect(problemWith(['4.2'], ['8'])).toEqual(['rule 8'])
    expect(problemWith(['10'], [])).toEqual(['section 10'])
  })
})
