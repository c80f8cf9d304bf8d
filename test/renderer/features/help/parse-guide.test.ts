import { describe, expect, it } from 'vitest'
import { parseGuide } from '../../../../src-renderer/features/help/parse-guide'
import { searchGuide } from '../../../../src-renderer/features/help/search-guide'

const guide = parseGuide(
  [
    '# Title',
    'Before **all**.',
    '## One {#one}',
    'Press **Disable**, then see [Two](#two) and `code`.',
    '1. first\n2. second',
    '### Two {#two}',
    '<b>no tag</b>\n\n```\nnpm run x\n```',
  ].join('\n\n'),
)

describe('parseGuide', () => {
  it('splits a document into an introduction and sections with anchors', () => {
    expect(guide.title).toBe('Title')
    expect(guide.intro).toEqual([
      { tag: 'p', children: ['Before ', { tag: 'strong', children: ['all'] }, '.'] },
    ])
    expect(guide.sections.map(({ anchor, title, level }) => [anchor, title, level])).toEqual([
      ['one', 'One', 2],
      ['two', 'Two', 3],
    ])
  })

  it('keeps emphasis, links, code and lists, without the paragraphs of a tight list', () => {
    expect(guide.sections[0]?.nodes).toEqual([
      {
        tag: 'p',
        children: [
          'Press ',
          { tag: 'strong', children: ['Disable'] },
          ', then see ',
          { tag: 'a', to: '#two', children: ['Two'] },
          ' and ',
          { tag: 'code', children: ['code'] },
          '.',
        ],
      },
      {
        tag: 'ol',
        children: [
          { tag: 'li', children: ['first'] },
          { tag: 'li', children: ['second'] },
        ],
      },
    ])
  })

  it('shows HTML as text', () => {
    expect(guide.sections[1]?.nodes).toEqual([
      { tag: 'p', children: ['<b>no tag</b>'] },
      { tag: 'pre', children: ['npm run x\n'] },
    ])
  })

  it('rejects a heading without an anchor', () => {
    expect(() => parseGuide('# T\n\n## No anchor\n\nText.')).toThrow('No anchor')
  })
})

describe('searchGuide', () => {
  const found = (query: string) => searchGuide([guide], query).map(({ section }) => section.anchor)

  it('finds sections with every word, in any case', () => {
    expect(found('disable')).toEqual(['one'])
    expect(found('DISABLE second')).toEqual(['one'])
    expect(found('disable npm')).toEqual([])
    expect(found('npm')).toEqual(['two'])
    expect(found('  ')).toEqual([])
  })

  it('shows the text around the match', () => {
    const [hit] = searchGuide([guide], 'disable')
    expect(hit).toMatchObject({ hit: 'Disable' })
    expect(`${hit?.before ?? ''}${hit?.hit ?? ''}${hit?.after ?? ''}`).toContain('Press Disable, then see')
  })

  it('finds Chinese within a sentence', () => {
    const chinese = parseGuide('# 题\n\n## 借出 {#lend}\n\n插上借用锁，或从列表里选。')
    expect(searchGuide([chinese], '借用锁')).toHaveLength(1)
    expect(searchGuide([chinese], '借用锁，或')).toHaveLength(1)
  })
})
