import { nextTick } from 'vue'
import { zh } from '../../../src-renderer/i18n/chinese'
import { createTexts as createTextsOf } from '../../../src-renderer/i18n/i18n'
import type { Language } from '../../../src-renderer/i18n/i18n'
import { en } from '../../../src-renderer/i18n/messages'

/** Creates the app's texts synchronously; the app loads a language when it is chosen. */
export const createTexts = (language: Language) => createTextsOf(language, { en, zh }[language])

/** Switches mounted components to the other language, as the app does after loading its texts. */
export const switchToChinese = async (texts: ReturnType<typeof createTexts>): Promise<void> => {
  texts.global.setLocaleMessage('zh', zh)
  texts.global.locale.value = 'zh'
  await nextTick()
}
