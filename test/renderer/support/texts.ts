import { zh } from '../../../src-renderer/i18n/chinese'
import { createTexts as createTextsOf } from '../../../src-renderer/i18n/i18n'
import type { Language } from '../../../src-renderer/i18n/i18n'
import { en } from '../../../src-renderer/i18n/messages'

/** The app's texts, at once: the app itself fetches a language when it is chosen. */
export const createTexts = (language: Language) => createTextsOf(language, { en, zh }[language])
