import { describe, expect, it } from 'vitest'
import { zh } from '../../../src-renderer/i18n/chinese'
import { en } from '../../../src-renderer/i18n/messages'
import { textsOf } from './support/texts-of'

const english = textsOf(en)
const chinese = new Map(textsOf(zh))
const placeholdersOf = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

describe('texts', () => {
  it('have the same keys in both languages', () => {
    expect([...chinese.keys()].sort()).toEqual(english.map(([key]) => key).sort())
  })

  it('are never empty', () => {
    for (const [key, text] of [...english, ...chinese]) expect(text.trim(), key).not.toBe('')
  })

  it('write percentages without a space', () => {
    expect([...english, ...chinese].filter(([, text]) => text.includes(' %'))).toEqual([])
  })

  it('have the same placeholders in both languages', () => {
    for (const [key, text] of english) {
      // A singular form may omit the number.
      const taken = placeholdersOf(chinese.get(key) ?? '').filter((name) => name !== '{n}')
      expect(taken, key).toEqual(placeholdersOf(text).filter((name) => name !== '{n}'))
    }
  })

  it('have the same number of plural forms in both languages', () => {
    for (const [key, text] of english) {
      if (!text.includes('|')) continue
      const forms = chinese.get(key)?.split('|').length
      expect([1, text.split('|').length], key).toContain(forms)
    }
  })

  it('are Chinese in the Chinese file', () => {
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
      'common.httpStatus',
      'connect.applications',
      'connect.key',
      'connect.secret',
      'devices.form.id',
      'frame.name',
      'orders.product.appKey',
      'orders.product.gmsPid',
      'settings.about.electron',
      'settings.about.version',
      'settings.languageOptions.en',
      'updates.chromium',
    ])
  })
})
