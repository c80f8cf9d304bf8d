import { computed, toRaw } from 'vue'
import type { ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Language } from './i18n'
import type { Messages, TextKey } from './messages'
import { plainText } from './plain-text'
import { marked, spaced } from './spacing'
import { groupedNumber } from './times'

type Named = Readonly<Record<string, string | number>>

export interface Texts {
  readonly language: ComputedRef<Language>
  /** The text of a key, with its placeholders filled in. */
  readonly t: (key: TextKey, named?: Named) => string
  /** The text of a key with plural forms: `n` chooses the form and fills `{n}`. */
  readonly tn: (key: TextKey, n: number, named?: Named) => string
  /** The two functions and the current language, for functions outside components. */
  readonly translator: Pick<Texts, 't' | 'tn'> & { readonly language: Language }
}

/** vue-i18n's own `t` accepts any string; this one accepts existing keys only. */
export const useTexts = (): Texts => {
  const i18n = useI18n({ useScope: 'global' })
  const { t, locale } = i18n
  const language = computed<Language>(() => (locale.value === 'zh' ? 'zh' : 'en'))
  const currentMessages = () => toRaw(i18n.getLocaleMessage<Messages>(locale.value))
  const isChinese = () => language.value === 'zh'
  const texts: Pick<Texts, 't' | 'tn'> = {
    t: (key, named) => {
      if (named === undefined) return plainText(currentMessages(), key) ?? t(key)
      return isChinese() ? spaced(t(key, marked(named))) : t(key, named)
    },
    tn: (key, n, named) => {
      const values = { ...named, n: groupedNumber(n, language.value) }
      return isChinese() ? spaced(t(key, marked(values), { plural: n })) : t(key, values, { plural: n })
    },
  }
  const translator = {
    ...texts,
    get language() {
      return language.value
    },
  }
  return { ...texts, language, translator }
}
