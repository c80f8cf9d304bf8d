import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pageNames } from '../../../../src-renderer/actions/pages'
import { linkTarget } from '../../../../src-renderer/features/help/GuideText'
import type { Guide, GuideNode } from '../../../../src-renderer/features/help/guide-node'
import { textOf } from '../../../../src-renderer/features/help/guide-node'
import { guidesIn } from '../../../../src-renderer/features/help/guides'
import { zh } from '../../../../src-renderer/i18n/chinese'
import { en } from '../../../../src-renderer/i18n/messages'
import { guideAnchors } from '../../../../src-renderer/ui/help/guide-anchors'
import { helpTopics } from '../../../../src-renderer/ui/help/help-topics'

const room = join(import.meta.dirname, '../../../../src-renderer')
const languages = ['en', 'zh'] as const

const within = (nodes: readonly GuideNode[]): readonly Exclude<GuideNode, string>[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...within(node.children)]))
const nodesOf = ({ intro, sections }: Guide) => [
  ...within(intro),
  ...sections.flatMap(({ nodes }) => within(nodes)),
]
const anchorsOf = (guides: readonly Guide[]) =>
  guides.flatMap(({ sections }) => sections.map(({ anchor, level }) => `${'#'.repeat(level)} ${anchor}`))
const linksOf = (guides: readonly Guide[]) =>
  guides.flatMap(nodesOf).flatMap((node) => (node.tag === 'a' ? [node.to] : []))

const leaves = (tree: object): string[] =>
  Object.values(tree).flatMap((value: unknown) =>
    typeof value === 'string' ? value.split(' | ') : leaves(value as object),
  )
/** The label of a button, without its ellipsis. */
const bare = (label: string) => label.replace(/\s*…$/, '').trim()

describe.each(languages)('the guide in %s', (language) => {
  const guides = guidesIn(language)
  const anchors = new Set(guides.flatMap(({ sections }) => sections.map(({ anchor }) => anchor)))

  it('has every anchor that the app opens, each once', () => {
    expect(guideAnchors.filter((anchor) => !anchors.has(anchor))).toEqual([])
    expect(anchors.size).toBe(anchorsOf(guides).length)
  })

  it('links to existing anchors and pages', () => {
    const settings = readFileSync(join(room, 'features/settings/SettingsPage.vue'), 'utf8')
    for (const to of linksOf(guides)) {
      const [, page, place] = /^page:([a-z-]+)(?:#(.+))?$/.exec(to) ?? []
      if (page === undefined) expect(anchors, to).toContain(to.slice(1))
      else expect(pageNames, to).toContain(page)
      if (place !== undefined) expect(settings, to).toContain(`id="${place}"`)
    }
  })

  it('mentions every page', () => {
    const linked = new Set(linksOf(guides).map((to) => /^page:([a-z-]+)/.exec(to)?.[1]))
    expect(pageNames.filter((name) => name !== 'help' && !linked.has(name))).toEqual([])
  })

  it('uses the labels of the screen', () => {
    const labels = new Set(leaves(language === 'en' ? en : zh).map(bare))
    const quoted = guides
      .flatMap(nodesOf)
      .flatMap((node) => (node.tag === 'strong' ? [textOf(node.children)] : []))
      .filter((label) => label !== 'like this' && label !== '这样的字')
    expect(quoted.length).toBeGreaterThan(30)
    expect(quoted.filter((label) => !labels.has(bare(label)))).toEqual([])
  })
})

describe('the guide', () => {
  it('has the same anchors in both languages, in the same order', () => {
    expect(anchorsOf(guidesIn('zh'))).toEqual(anchorsOf(guidesIn('en')))
  })

  it('is Chinese with Chinese punctuation in Chinese', () => {
    for (const { sections } of guidesIn('zh')) {
      for (const { text, anchor } of sections) {
        expect(text, anchor).toMatch(/\p{Script=Han}/u)
        expect(text.match(/\p{Script=Han}[,;:?!()]|[,;?!]\p{Script=Han}/gu) ?? [], anchor).toEqual([])
      }
    }
  })

  it('explains every term with a help button', () => {
    for (const topic of helpTopics) expect(en.help.tip[topic]).toBeTruthy()
    const sources = readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.vue'))
      .map((file) => readFileSync(join(room, file), 'utf8'))
      .join('\n')
    expect(helpTopics.filter((topic) => !new RegExp(`["']${topic}["']`).test(sources))).toEqual([])
  })

  it('resolves links to a page, an anchor of a page, or its own anchor', () => {
    expect(linkTarget('#pile')).toEqual({ name: 'help', hash: '#pile' })
    expect(linkTarget('page:devices')).toEqual({ name: 'devices', hash: '' })
    expect(linkTarget('page:settings#vault')).toEqual({ name: 'settings', hash: '#vault' })
  })
})
