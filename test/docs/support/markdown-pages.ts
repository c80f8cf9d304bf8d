import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import MarkdownIt from 'markdown-it'

const parser = new MarkdownIt({ html: true })
type Token = ReturnType<typeof parser.parse>[number]

export interface Page {
  readonly path: string
  readonly text: string
  /** In order, as displayed. */
  readonly headings: readonly string[]
  /** The targets of links and pictures. */
  readonly targets: readonly string[]
}

const inner = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token) => [token, ...inner(token.children ?? [])])

const headingAt = (tokens: readonly Token[], index: number): string =>
  (tokens[index + 1]?.children ?? []).map(({ content }) => content).join('')

export const readPage = (path: string): Page => {
  const text = readFileSync(path, 'utf8')
  const tokens = parser.parse(text, {})
  return {
    path,
    text,
    headings: tokens.flatMap(({ type }, index) =>
      type === 'heading_open' ? [headingAt(tokens, index)] : [],
    ),
    targets: inner(tokens).flatMap((token) => token.attrGet('href') ?? token.attrGet('src') ?? []),
  }
}

/** The anchors that GitHub gives headings; a repeated one gets `-1`. */
export const anchorsOf = ({ headings }: Page): string[] => {
  const seen = new Map<string, number>()
  return headings.map((heading) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-')
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  })
}

const markdownIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))

/** The pages of the repository: those in its root, docs/, and the test reports. */
export const allPages = (): Page[] =>
  [...readdirSync('.').filter((name) => name.endsWith('.md')), ...markdownIn('docs'), 'test/mutation.md'].map(
    readPage,
  )

/** The problem of a link or picture, or null. Only targets in the repository are checked. */
export const problemOf = (page: Page, target: string): string | null => {
  if (/^[a-z]+:/.test(target)) return null
  const [file = '', anchor] = decodeURI(target).split('#')
  const path = file === '' ? page.path : normalize(join(dirname(page.path), file))
  if (!existsSync(path)) return `${page.path}: ${target}: no such file`
  if (anchor === undefined || !path.endsWith('.md')) return null
  return anchorsOf(readPage(path)).includes(anchor) || readFileSync(path, 'utf8').includes(`{#${anchor}}`)
    ? null
    : `${page.path}: ${target}: no such heading`
}
