import { computed, toRaw } from 'vue'
import type { ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Language } from './i18n'
import type { Messages, TextKey } from './messages'
import { plainText } from './plain-text'
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
  const texts: Pick<Texts, 't' | 'tn'> = {
    t: (key, named) => (named === undefined ? (plainText(currentMessages(), key) ?? t(key)) : t(key, named)),
    tn: (key, n, named) => t(key, { ...named, n: groupedNumber(n, language.value) }, { plural: n }),
  }
  const translator = {
    ...texts,
    get language() {
      return language.value
    },
  }
  return { ...texts, language, translator }
}
