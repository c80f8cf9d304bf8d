import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'vue/compiler-sfc'
import { zh } from '../../../src-renderer/i18n/chinese'

const room = join(import.meta.dirname, '../../../src-renderer')
const files = readdirSync(room, { recursive: true, encoding: 'utf8' })
const read = (file: string) => readFileSync(join(room, file), 'utf8')

interface Node {
  readonly type: number
  readonly tag?: string
  readonly content?: unknown
  readonly children?: readonly Node[]
  readonly props?: readonly {
    readonly type: number
    readonly name: string
    readonly value?: { content: string }
  }[]
}

const textNode = 2
const plainAttribute = 6
const spoken = new Set(['title', 'aria-label', 'placeholder', 'label', 'alt', 'text', 'hint'])
/** The start of an address is the same in every language. */
const isText = (text: unknown): text is string =>
  typeof text === 'string' && /\p{L}/u.test(text) && text !== 'https://'

/** Literals in a template, which would be the same in every language. */
const literalsIn = (node: Node): string[] => {
  const own = node.type === textNode && isText(node.content) ? [node.content.trim()] : []
  const attributes = (node.props ?? []).flatMap(({ type, name, value }) =>
    type === plainAttribute && spoken.has(name) && isText(value?.content) ? [value.content] : [],
  )
  // Key labels are the same in every language.
  const texts = node.tag === 'KeyCap' ? [] : attributes
  return [...own, ...texts, ...(node.children ?? []).flatMap(literalsIn)]
}

describe('templates', () => {
  it.each(files.filter((file) => file.endsWith('.vue')))('%s contains only translated texts', (file) => {
    const ast = parse(read(file)).descriptor.template?.ast
    expect(ast === undefined ? [] : literalsIn(ast as unknown as Node)).toEqual([])
  })

  it('detect a literal', () => {
    const { ast } = parse('<template><p title="Hello">Plug in</p></template>').descriptor.template ?? {}
    expect(literalsIn(ast as unknown as Node)).toEqual(['Hello', 'Plug in'])
  })

  it('use every text', () => {
    const sources = files
      .filter((file) => /\.(vue|ts)$/.test(file) && !/i18n\/(en|zh)\//.test(file))
      .map(read)
      .join('\n')
    const leaves = (tree: object, path: string): string[] =>
      Object.entries(tree).flatMap(([key, value]) =>
        typeof value === 'string' ? [`${path}${key}`] : leaves(value as object, `${path}${key}.`),
      )
    // Most keys appear literally; others are searched in all the text.
    const written = new Set(sources.match(/(?<=['"`])[\w.-]+(?=['"`])/g))
    const prefixes = new Set(sources.match(/(?<=`)[\w.-]+(?=\.\$\{)/g))
    const endings = new Set(sources.match(/(?<=`\$\{\w+\}\.)[\w.-]+(?=`)/g))
    // A key may be built from parts (`common.state.${state}`): its longest fixed prefix must appear.
    const isUsed = (key: string): boolean => {
      const parts = key.split('.')
      const beginnings = parts.map((_, index) => parts.slice(0, index + 1).join('.'))
      return (
        written.has(key) ||
        beginnings.some((beginning) => prefixes.has(beginning)) ||
        // A component is given the prefix and adds the ending (`${texts}.title`).
        beginnings.some(
          (beginning) => written.has(beginning) && endings.has(key.slice(beginning.length + 1)),
        ) ||
        sources.includes(key)
      )
    }
    expect(leaves(zh, '').filter((key) => !isUsed(key))).toEqual([])
    // Every text is searched in every source, which takes seconds on a busy machine.
  }, 60_000)
})
