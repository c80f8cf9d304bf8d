import { createI18n } from 'vue-i18n'
import { zh } from './chinese'
import { en } from './messages'

export type Language = 'en' | 'zh'

/** The tag for `lang` attributes and Intl; it also tells the browser which Han glyphs to draw. */
export const languageTags = { en: 'en', zh: 'zh-CN' } as const satisfies Record<Language, string>

/** Sentences one after another: Chinese ones stand without a space. */
export const joinSentences = (language: Language, sentences: readonly string[]): string =>
  sentences.filter((sentence) => sentence !== '').join(language === 'zh' ? '' : ' ')

export const createTexts = (language: Language) =>
  createI18n({
    legacy: false,
    locale: language,
    fallbackLocale: 'en',
    messages: { en, zh },
    missingWarn: false,
    fallbackWarn: false,
  })
