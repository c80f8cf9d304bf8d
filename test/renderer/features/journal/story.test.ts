import { describe, expect, it } from 'vitest'
import { changeActions } from '#shared/model/change'
import { canBeLookedUp } from '../../../../src-renderer/changes/can-be-looked-up'
import { storyOf } from '../../../../src-renderer/features/journal/story'
import { subjectOf } from '../../../../src-renderer/features/journal/subject'
import { changeKinds } from '../../../../src-main/desk/kinds/kinds'
import { operationOf } from '#shared/model/change'
import { createTexts } from '../../support/texts'
import { entryFor } from '../../support/journal-samples'

const wordsOf = (language: 'en' | 'zh') => {
  const { t } = createTexts(language).global
  const text = t as unknown as (key: string, named?: object, options?: object) => string
  return {
    t: (key: string, named = {}) => text(key, named),
    tn: (key: string, n: number, named = {}) => text(key, { ...named, n }, { plural: n }),
  }
}
const en = wordsOf('en')

describe('what an entry tells', () => {
  it.each(changeActions)(
    'of “%s” is a whole sentence in both languages, with nothing left open',
    (action) => {
      for (const words of [en, wordsOf('zh')]) {
        const story = storyOf(entryFor(action), words)
        const said = [
          story.sentence,
          ...[...story.asked, ...story.given].flatMap(({ label, value }) => [label, value]),
          ...[...story.askedLists, ...story.givenLists].flatMap(({ title, items }) => [title, ...items]),
        ]
        for (const text of said) {
          expect(text.trim()).not.toBe('')
          expect(text).not.toMatch(/[{}|]|null|undefined|\[object|journal\./)
        }
      }
    },
  )

  it.each([
    ['lend', 'Li Wei asked for 2 assets of Chen Yu to be lent on this lock.'],
    ['assign', 'Li Wei asked for 2 assets to be given to Chen Yu.'],
    ['allocate', 'Li Wei asked for 3 shell numbers.'],
    ['order', 'Li Wei asked for order batch SO-2026-1121 to be placed, with 2 orders.'],
    ['reset-password', 'Li Wei asked for a new password for Chen Yu.'],
  ] as const)('of “%s” is “%s”', (action, sentence) => {
    expect(storyOf(entryFor(action), en).sentence).toBe(sentence)
  })

  it('has what the platform gave, to be copied', () => {
    expect(storyOf(entryFor('allocate'), en).givenLists).toMatchObject([
      { items: ['8000000901', '8000000902', '8000000903'], copied: '8000000901\n8000000902\n8000000903' },
    ])
    expect(storyOf(entryFor('order'), en).givenLists).toMatchObject([
      { items: ['1 · LO-90001 · 77001', '2 · LO-90002 · 77002'], copied: 'LO-90001\nLO-90002' },
    ])
    expect(storyOf(entryFor('create-enterprise'), en).given).toMatchObject([
      { label: 'Enterprise ID', value: '1846372910564738299', isCopied: true },
    ])
    expect(storyOf(entryFor('order'), en).askedLists).toMatchObject([
      { items: ['1 · Sale · 临港设计院 · 8000000017', '2 · Removal of locks · 北桥 · 2 assets'] },
    ])
  })

  it.each(changeActions)('of “%s” survives data of a shape it does not know', (action) => {
    for (const strange of [
      null,
      7,
      'text',
      [null, 1, [2]],
      { assets: 'none', orders: [null], members: {} },
    ]) {
      const one = entryFor(action, { request: strange, result: strange, memberName: null })
      expect(storyOf(one, en).sentence).not.toBe('')
      expect(subjectOf(one, en)).toBeDefined()
    }
  })
})

describe('looking an unknown change up', () => {
  it.each(changeActions)('is offered for “%s” where main can', (action) => {
    const canMain = changeKinds[operationOf[action]].readBack !== null
    expect(canBeLookedUp(entryFor(action, { state: 'unknown' }))).toBe(canMain)
    expect(canBeLookedUp(entryFor(action, { state: 'done' }))).toBe(false)
  })
})
