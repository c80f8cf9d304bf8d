import MarkdownIt from 'markdown-it'
import type { Token } from 'markdown-it'
import { guideTags, textOf } from './guide-node'
import type { Guide, GuideNode, GuideSection, GuideTag } from './guide-node'

// Only what the guide uses: paragraphs, lists, emphasis, code and links. HTML is shown as text.
const markdown = new MarkdownIt('zero').enable(['list', 'emphasis', 'backticks', 'link', 'heading', 'fence'])

const isGuideTag = (tag: string): tag is GuideTag => (guideTags as readonly string[]).includes(tag)

interface Open {
  readonly tag: GuideTag | 'a'
  readonly to: string
  readonly children: GuideNode[]
}

const close = ({ tag, to, children }: Open): GuideNode =>
  tag === 'a' ? { tag, to, children } : { tag, children }

/** Converts tokens to nodes; inline marks nest. */
const nodesOf = (tokens: readonly Token[]): GuideNode[] => {
  const top: GuideNode[] = []
  const open: Open[] = []
  const into = (): GuideNode[] => open.at(-1)?.children ?? top
  for (const token of tokens) {
    if (token.type === 'inline') into().push(...nodesOf(token.children ?? []))
    else if (token.type === 'softbreak') into().push(' ')
    else if (token.type === 'code_inline') into().push({ tag: 'code', children: [token.content] })
    else if (token.type === 'fence') into().push({ tag: 'pre', children: [token.content] })
    // The paragraphs of a tight list are hidden.
    else if (token.hidden) continue
    else if (token.nesting === 0) into().push(token.content)
    else if (token.nesting === 1) {
      if (token.tag !== 'a' && !isGuideTag(token.tag)) throw new Error(`the guide has no <${token.tag}>`)
      open.push({ tag: token.tag, to: token.attrGet('href') ?? '', children: [] })
    } else {
      const closed = open.pop()
      if (closed !== undefined) into().push(close(closed))
    }
  }
  return top
}

/** “Continuous mode {#continuous-mode}”: the anchor is the same in every language, the title is not. */
const headingOf = (content: string): { title: string; anchor: string } => {
  const [, title, anchor] = /^(.*?)\s*\{#([a-z-]+)\}$/.exec(content) ?? []
  if (title === undefined || anchor === undefined) throw new Error(`no anchor in the heading “${content}”`)
  return { title, anchor }
}

/**
 * Parses one document of the guide: title, introduction and sections with anchors.
 * Throws if the Markdown contains unsupported elements; a test parses every document.
 */
export const parseGuide = (text: string): Guide => {
  const tokens = markdown.parse(text, {})
  const headings = tokens.flatMap((token, index) => (token.type === 'heading_open' ? [index] : []))
  const contentFrom = (index: number): Token[] =>
    tokens.slice(index + 3, headings.find((other) => other > index) ?? tokens.length)
  const [first = -1, ...rest] = headings
  const sections = rest.map((index): GuideSection => {
    const { title, anchor } = headingOf(tokens[index + 1]?.content ?? '')
    const nodes = nodesOf(contentFrom(index))
    return {
      anchor,
      title,
      level: tokens[index]?.tag === 'h3' ? 3 : 2,
      nodes,
      text: `${title}\n${textOf(nodes)}`,
    }
  })
  return { title: tokens[first + 1]?.content ?? '', intro: nodesOf(contentFrom(first)), sections }
}
