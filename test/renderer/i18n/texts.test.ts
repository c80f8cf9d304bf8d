import { describe, expect, it } from 'vitest'
import { zh } from '../../../src-renderer/i18n/chinese'
import { en } from '../../../src-renderer/i18n/messages'
import { textsOf } from './support/texts-of'

const english = textsOf(en)
const chinese = new Map(textsOf(zh))
const placeholdersOf = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

describe('the texts', () => {
  it('are the same in both languages, key by key', () => {
    expect([...chinese.keys()].sort()).toEqual(english.map(([key]) => key).sort())
  })

  it('are never empty', () => {
    for (const [key, text] of [...english, ...chinese]) expect(text.trim(), key).not.toBe('')
  })

  it('take the same values in both languages', () => {
    for (const [key, text] of english) {
      // A form for one may leave the number out.
      const taken = placeholdersOf(chinese.get(key) ?? '').filter((name) => name !== '{n}')
      expect(taken, key).toEqual(placeholdersOf(text).filter((name) => name !== '{n}'))
    }
  })

  it('have as many forms in both languages where they count', () => {
    for (const [key, text] of english) {
      if (!text.includes('|')) continue
      const forms = chinese.get(key)?.split('|').length
      expect([1, text.split('|').length], key).toContain(forms)
    }
  })

  it('are Chinese in Chinese', () => {
    const latinOnly = [...chinese]
      .filter(([, text]) => /[a-z\d]/i.test(text.replace(/\{\w+\}/g, '')) && !/\p{Script=Han}/u.test(text))
      .map(([key]) => key)
    expect(latinOnly.sort()).toEqual([
      'actions.keys.digits',
      'actions.keys.end',
      'actions.keys.enter',
      'actions.keys.escape',
      'actions.keys.home',
      'actions.keys.pageDown',
      'actions.keys.pageUp',
      'actions.keys.shift',
      'frame.name',
      'settings.about.electron',
      'settings.about.version',
      'settings.languageOptions.en',
      'updates.chromium',
      'words.httpStatus',
    ])
  })
})
