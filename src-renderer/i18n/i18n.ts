import { createI18n } from 'vue-i18n'
import { en } from './messages'
import type { Messages } from './messages'

export type Language = 'en' | 'zh'

/** The tag for `lang` attributes and Intl; it also selects the Han glyph variants. */
export const languageTags = { en: 'en', zh: 'zh-CN' } as const satisfies Record<Language, string>

/** Joins sentences: in Chinese without a space. */
export const joinSentences = (language: Language, sentences: readonly string[]): string =>
  sentences.filter((sentence) => sentence !== '').join(language === 'zh' ? '' : ' ')

/** English is bundled; the other language is loaded when it is used. */
const fetched = {
  en: () => Promise.resolve(en),
  zh: async () => (await import('./chinese')).zh,
} as const satisfies Record<Language, () => Promise<Messages>>

export const textsOf = (language: Language): Promise<Messages> => fetched[language]()

export const createTexts = (language: Language, texts: Messages) =>
  createI18n({
    legacy: false,
    locale: language,
    fallbackLocale: 'en',
    messages: { en, [language]: texts },
    missingWarn: false,
    fallbackWarn: false,
  })
