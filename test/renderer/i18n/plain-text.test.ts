import { describe, expect, it } from 'vitest'
import { zh } from '../../../src-renderer/i18n/chinese'
import { createTexts } from '../../../src-renderer/i18n/i18n'
import { en } from '../../../src-renderer/i18n/messages'
import type { TextKey } from '../../../src-renderer/i18n/messages'
import { plainText } from '../../../src-renderer/i18n/plain-text'
import { textsOf } from './support/texts-of'

const keys = textsOf(en).map(([key]) => key as TextKey)

describe.each([
  ['en', en],
  ['zh', zh],
] as const)('plainText (%s)', (language, messages) => {
  it('returns the same as vue-i18n', () => {
    const { t } = createTexts(language, messages).global
    const plain = keys.filter((key) => plainText(messages, key) !== null)
    expect(plain.length).toBeGreaterThan(keys.length / 2)
    for (const key of plain) expect(plainText(messages, key), key).toBe(t(key))
  })

  it('returns null for a placeholder, a plural, a link and an unknown key', () => {
    for (const key of ['desk.plugged.waiting', 'frame', 'frame.nothing', 'nothing.at.all']) {
      expect(plainText(messages, key as TextKey), key).toBeNull()
      expect(plainText(messages, key as TextKey), `${key}, asked again`).toBeNull()
    }
  })
})
