import { describe, expect, it } from 'vitest'
import { readBannedWords, readGlossary } from '../docs/support/glossary'
import {
  charactersOf,
  chineseSentencesOf,
  codeTexts,
  guideTexts,
  pageTexts,
  screenTexts,
  sentencesOf,
  wordsOf,
} from './support/texts'
import type { Text } from './support/texts'

const banned = readBannedWords()
const english = [...screenTexts('en'), ...codeTexts('en'), ...guideTexts('en')]
const chinese = [...screenTexts('zh'), ...codeTexts('zh'), ...guideTexts('zh')]

/** Names that contain a banned word, and phrases in which it has another meaning. */
const allowed = [
  /\{[^}]*\}/g,
  /\bDesk\b/g,
  /take effect/g,
  /refused the connection/g,
  /\/\S+\.rules/g,
  /lock-desk journal (?:verify|export)/g,
]
const words = (texts: readonly Text[], list: readonly string[]): string[] => {
  const pattern = new RegExp(`(?<![\\w-])(?:${list.join('|')})(?![\\w-])`, 'iu')
  return texts.flatMap(({ place, text }) => {
    const found = pattern.exec(allowed.reduce((rest, part) => rest.replaceAll(part, '…'), text))
    return found === null ? [] : [`${place}: “${found[0]}”`]
  })
}

/** Titles that people write above the columns of their lists. */
const theirTitles = 'src-shared/sheets/find-column.ts'
/** Words that contain a banned word and mean something else. */
const allowedChinese = /持有人|被拒绝|产品包编号|重新编号/g

/** Keys named like buttons: the description of the search, a withdrawn asset, and the state of a work order. */
const notButtons = new Set(['actions.title.palette', 'assign.confirm.back', 'workOrders.signed.next.open'])

/** The keys of buttons, by their own name or that of their group. */
const isButton = (place: string): boolean =>
  !notButtons.has(place) &&
  /(^|\.)(button|buttons|act|door)(\.|$)|\.(save|cancel|open|edit|remove|add|retry|pause|resume|stop|close|copy|print|clear|refresh|test|back|dismiss)$/i.test(
    place,
  )
const isColumn = (place: string): boolean => /(^|\.)columns?\./.test(place)
const longerThan = (texts: readonly Text[], most: number, size: (text: string) => number): string[] =>
  texts.flatMap(({ place, text }) => (size(text) > most ? [`${place}: ${text}`] : []))

describe('vocabulary', () => {
  it('is read from the user interface texts', () => {
    for (const language of ['en', 'zh'] as const) {
      expect(screenTexts(language).length).toBeGreaterThan(1_500)
      expect(codeTexts(language).length).toBeGreaterThan(100)
      expect(guideTexts(language).length).toBeGreaterThan(200)
    }
    expect(pageTexts().length).toBeGreaterThan(1_000)
  })

  it('has no banned word in English', () => {
    const synonyms = readGlossary().flatMap(({ not }) => not)
    expect(words(english, [...banned.anywhere, ...banned.screen, ...synonyms])).toEqual([])
    expect(words(pageTexts(), banned.anywhere)).toEqual([])
  })

  it('has no banned word in Chinese', () => {
    const ours = chinese.filter(({ place }) => !place.startsWith(theirTitles))
    const found = ours.flatMap(({ place, text }) => {
      const rest = text.replaceAll(allowedChinese, '')
      return banned.chinese.filter((word) => rest.includes(word)).map((word) => `${place}: “${word}”`)
    })
    expect(found).toEqual([])
  })

  it('detects a banned word', () => {
    const planted = (text: string) => words([{ place: 'here', text }], [...banned.anywhere, ...banned.screen])
    expect(planted('Begin anew')).toEqual(['here: “anew”'])
    expect(planted('The Colour of it')).toEqual(['here: “Colour”'])
    expect(planted('Done from this desk')).toEqual(['here: “desk”'])
    expect(planted('Open the Desk page of Lock Desk')).toEqual([])
    expect(banned.chinese).toContain('办成')
  })
})

describe('a label', () => {
  it('has no space before its ellipsis, and in Chinese an ellipsis only for work in progress', () => {
    expect(english.filter(({ text }) => /\s…/.test(text)).map(({ place }) => place)).toEqual([])
    const open = screenTexts('zh').filter(({ text }) => text.endsWith('…'))
    expect(open.filter(({ text }) => !/正在|请|已读取|^\{/.test(text)).map(({ place }) => place)).toEqual([])
  })

  it('of a column has at most three words', () => {
    const columns = (language: 'en' | 'zh') => screenTexts(language).filter(({ place }) => isColumn(place))
    expect(columns('en').length).toBeGreaterThan(60)
    expect(longerThan(columns('en'), 3, (text) => wordsOf(text).length)).toEqual([])
    expect(longerThan(columns('zh'), 6, charactersOf)).toEqual([])
  })

  it('of a button has at most four words', () => {
    const buttons = (language: 'en' | 'zh') => screenTexts(language).filter(({ place }) => isButton(place))
    expect(buttons('en').length).toBeGreaterThan(100)
    expect(longerThan(buttons('en'), 4, (text) => wordsOf(text).length)).toEqual([])
    expect(longerThan(buttons('zh'), 10, charactersOf)).toEqual([])
  })
})

describe('a sentence', () => {
  it('has at most 15 words', () => {
    const long = english.flatMap(({ place, text }) =>
      sentencesOf(text)
        .filter((sentence) => wordsOf(sentence).length > 15)
        .map((sentence) => `${place}: ${sentence}`),
    )
    expect(long).toEqual([])
  })

  it('has at most 25 Chinese characters, in the guide 30', () => {
    const long = (texts: readonly Text[], most: number) =>
      texts.flatMap(({ place, text }) =>
        chineseSentencesOf(text)
          .filter((sentence) => charactersOf(sentence) > most)
          .map((sentence) => `${place}: ${sentence}`),
      )
    expect(long([...screenTexts('zh'), ...codeTexts('zh')], 25)).toEqual([])
    expect(long(guideTexts('zh'), 30)).toEqual([])
  })
})
